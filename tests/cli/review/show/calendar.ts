/// <reference lib="dom" />
import { join } from "node:path";
import { expect } from "chai";
import {
  dated,
  expectNoBarrier,
  expectQuiet,
  inBerlin,
  ofStack,
  onDate,
  partOf,
  said,
  schedule,
  step,
  unknown,
  urnOf,
  useShow,
} from "../../../support/preview-fixtures";

const date = (op: string, name: string, from?: string, to?: string) =>
  onDate(op, from, to, name, `id-of-${name}`);

/** The step of an unchanged campaign. */
function campaign(name: string, inputs: object = {}) {
  const all = { subject: `About ${name}`, listIds: ["list-1"], ...inputs };
  const state = { id: `id-of-${name}`, inputs: all };
  return { op: "same", urn: urnOf("Campaign", name), oldState: state, newState: state };
}

/** A preview with one email for each kind of change, most of them in March 2099. */
const stack = {
  config: inBerlin,
  steps: [
    ofStack,
    step("create", "spring", { html: "<p>Hi</p>" }),
    schedule("spring", "2099-03-05 09:00:00"),
    campaign("summer"),
    date("update", "summer", "2099-03-05 18:30:00", "2099-03-30 08:00:00"),
    campaign("letter", { listIds: ["list-2"] }),
    date("same", "letter", "2099-03-05 12:00:00", "2099-03-05 12:00:00"),
    campaign("winter"),
    date("delete", "winter", "2099-03-05 10:00:00"),
    campaign("past"),
    date("same", "past", "2020-03-05 10:00:00", "2020-03-05 10:00:00"),
    date("import", "taken-over", undefined, "2020-03-05 10:00:00"),
    step("create", "late", {}),
    schedule("late", unknown),
  ],
  diagnostics: [
    said(
      "info",
      urnOf("CampaignSchedule", "spring"),
      'schedules "spring" for 2099-03-05 09:00:00 (Europe/Berlin) to 5 contacts in "Customers" (list-1). [campaign-audience list-1=5]',
    ),
  ],
};

describe("the command show's calendar", function () {
  const { open, indexPage, scratch, write, run } = useShow(this);

  it("shows the change of each email, and marks a list that gets two emails on the same day", async () => {
    const { page } = await indexPage(stack);
    const days = await page.$$eval(".calendar td.mailed", (all) =>
      all.map((one) =>
        one.innerText
          .split("\n")
          .map((line) => line.replace(/\s+/g, " ").trim())
          .filter((line) => line !== ""),
      ),
    );
    expect(days).to.deep.equal([
      [
        "5",
        "2 mails to Customers",
        "09:00 spring new to Customers (5)",
        "10:00 winter removed to Customers (5), still sent, unless it is stopped in the service",
        "12:00 letter to list-2",
        "18:30 summer moved away now Mon 2099-03-30 08:00",
      ],
      ["30", "08:00 summer moved to Customers (5), was Thu 2099-03-05 18:30"],
    ]);
    const text = await partOf(page, "Calendar");
    expect(text).to.include("All times are in Europe/Berlin.");
    expect(text).to.include("Without a day: late (its time is secret or known only after apply).");
    expect(text).to.not.include("--show-sames");
    const links = await page.$$eval(".calendar a", (all) =>
      all.map((one) => one.getAttribute("href")),
    );
    expect(links).to.deep.equal([
      "001-spring.html",
      "003-winter.html",
      "002-summer.html",
      "002-summer.html",
    ]);
    const heads = await page.$$eval(".calendar h3", (all) => all.map((one) => one.textContent));
    expect(heads).to.deep.equal(["March 2099"]);
  });

  it("is accessible by keyboard and screen reader, and becomes a list at 375 px", async () => {
    const watched = await indexPage(stack);
    const { page } = watched;
    await expectNoBarrier(page);
    await page.setViewport({ width: 1200, height: 700 });
    const cells = () =>
      page.$$eval(".calendar :is(td, th)", (all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.innerText.split("\n")[0]),
      );
    expect(await cells()).to.have.lengthOf(7 + 6 * 7);
    await page.setViewport({ width: 375, height: 700 });
    expect(await cells()).to.deep.equal(["Thursday, March 5", "Monday, March 30"]);
    const snapshot = await page.accessibility.snapshot({ interestingOnly: false });
    const roles: string[] = [];
    const collect = (node: typeof snapshot) => {
      if (node === null) return;
      roles.push(node.role);
      node.children?.forEach(collect);
    };
    collect(snapshot);
    expect(roles.filter((role) => role === "table")).to.have.lengthOf(2);
    const focused: (string | undefined)[] = [];
    await page.focus(".calendar a");
    for (let at = 0; at < 4; at += 1) {
      focused.push(await page.evaluate(() => document.activeElement?.textContent));
      await page.keyboard.press("Tab");
    }
    expect(focused).to.deep.equal(["spring", "winter", "summer", "summer"]);
    expectQuiet(watched);
  });

  it("fits a month with two emails a day on one printed A4 page", async () => {
    const steps = Array.from({ length: 62 }, (_, at) => {
      const day = `2099-03-${String((at >> 1) + 1).padStart(2, "0")}`;
      return date("same", `letter-${"ab"[at % 2]}-${at}`, undefined, `${day} 09:00:00`);
    });
    const { page } = await indexPage({ ...stack, steps });
    const pages = async () => {
      const printed = Buffer.from(await page.pdf({ format: "A4" })).toString("latin1");
      return printed.match(/\/Type\s*\/Page\b/g)?.length;
    };
    expect(await page.$$eval(".calendar td.mailed", (all) => all.length)).to.equal(31);
    await page.$$eval("section:not(.calendar), h1", (all) => all.map((one) => one.remove()));
    expect(await pages()).to.equal(1);
  });

  it("suggests --show-sames for missing schedules if the preview omits unchanged resources", async () => {
    const { page } = await indexPage({ ...stack, steps: [step("create", "spring", {})] });
    expect(await partOf(page, "Calendar")).to.equal(
      "This preview schedules no mail.\n\nSchedules that don't change are not in this preview. To see them here, run: pulumi preview --json --show-sames",
    );
    const whole = { changeSummary: { same: 0 }, steps: [step("create", "spring", {})] };
    const { page: other } = await indexPage(whole);
    expect(await partOf(other, "Calendar")).to.equal("No mail is scheduled.");
  });

  it("shows the emails of a stack's state, each in the time zone of the email's Provider", async () => {
    const provider = "urn:pulumi:prod::mail::pulumi:providers:emailmarketing::eu";
    const { oldState: spring } = campaign("spring");
    const resources = [
      {
        urn: provider,
        type: "pulumi:providers:emailmarketing",
        id: "provider-1",
        inputs: { timeZone: "Asia/Tokyo" },
      },
      { urn: urnOf("Campaign", "spring"), ...spring },
      { urn: urnOf("CampaignSchedule", "spring"), ...dated("2099-03-05 09:00:00", spring.id) },
      {
        urn: urnOf("CampaignSchedule", "far"),
        ...dated("2099-03-05T01:00:00Z", "id-of-far"),
        provider: `${provider}::provider-1`,
      },
    ];
    await write("state.json", { deployment: { resources } });
    expect((await run(["show", "--state", "state.json"])).exitCode).to.equal(0);
    const { page } = await open(join(scratch(), "email-marketing-mail"), "index.html");
    const days = await page.$$eval(".calendar li", (all) => all.map((one) => one.innerText.trim()));
    expect(days).to.deep.equal([
      "10:00 (Asia/Tokyo) id-of-far",
      "09:00 (the service's time) spring to list-1",
    ]);
  });
});
