/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import ICAL from "ical.js";
import {
  expectNoBarrier,
  partOf,
  said,
  schedule,
  step,
  unknown,
  urnOf,
  useShow,
} from "../../support/shown";

/** A schedule of a campaign that exists, before and after; what is left out is not there. */
function dated(
  op: string,
  name: string,
  { from, to, id = `id-of-${name}`, provider }: Readonly<Record<string, string>> & object,
): object {
  const state = (scheduledAt: string) => ({
    id,
    type: "pulumi-nodejs:dynamic/emailmarketing:CampaignSchedule",
    inputs: { campaignId: id, scheduledAt },
    outputs: { campaignId: id, scheduledAt },
    ...(provider !== undefined && { provider: `${provider}::provider-1` }),
  });
  return {
    op,
    urn: urnOf("CampaignSchedule", name),
    ...(from !== undefined && { oldState: state(from) }),
    ...(to !== undefined && { newState: state(to) }),
  };
}

/** A campaign that exists. */
function campaign(op: string, name: string, inputs: object = {}): object {
  const state = {
    id: `id-of-${name}`,
    inputs: { subject: `About ${name}`, listIds: ["list-1"], ...inputs },
  };
  return { op, urn: urnOf("Campaign", name), oldState: state, newState: state };
}

/** A stack with one mail of each kind in March 2099. */
const stack = {
  config: { "emailmarketing:timeZone": "Europe/Berlin" },
  steps: [
    { op: "same", urn: "urn:pulumi:prod::mail::pulumi:pulumi:Stack::mail-prod" },
    step("create", "spring", { html: "<p>Hi</p>" }),
    schedule("spring", "2099-03-05 09:00:00"),
    campaign("same", "summer"),
    dated("update", "summer", { from: "2099-03-05 18:30:00", to: "2099-03-30 08:00:00" }),
    campaign("same", "letter", { listIds: ["list-2"] }),
    dated("same", "letter", { from: "2099-03-05 12:00:00", to: "2099-03-05 12:00:00" }),
    campaign("same", "winter"),
    dated("delete", "winter", { from: "2099-03-05 10:00:00" }),
    campaign("same", "past"),
    dated("same", "past", { from: "2020-03-05 10:00:00", to: "2020-03-05 10:00:00" }),
    dated("import", "taken-over", { to: "2020-03-05 10:00:00" }),
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

describe("the calendar of show", function () {
  const { open, indexPage, scratch, write, run } = useShow(this);

  it("shows every mail on its day, marks what changes, and lists that are mailed twice in a day", async () => {
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
        "09:00 spring new to Customers",
        "10:00 winter removed to Customers, still sent, unless it is stopped in the service",
        "12:00 letter to list-2",
        "18:30 summer moved away now Mon 2099-03-30 08:00",
      ],
      ["30", "08:00 summer moved to Customers, was Thu 2099-03-05 18:30"],
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
      "schedule.ics",
    ]);
    const heads = await page.$$eval(".calendar h3", (all) => all.map((one) => one.textContent));
    expect(heads).to.deep.equal(["March 2099"]);
  });

  it("has no barrier for keyboard and screen readers, and is a list of days at 375 px", async () => {
    const { page, complaints, requests } = await indexPage(stack);
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
    for (let at = 0; at < 5; at += 1) {
      focused.push(await page.evaluate(() => document.activeElement?.textContent));
      await page.keyboard.press("Tab");
    }
    expect(focused).to.deep.equal(["spring", "winter", "summer", "summer", "schedule.ics"]);
    expect(complaints).to.deep.equal([]);
    expect(requests.filter((address) => !/^(file|data):/.test(address))).to.deep.equal([]);
  });

  it("prints a month on one page", async () => {
    const steps = Array.from({ length: 31 }, (_, at) => {
      const day = `2099-03-${String(at + 1).padStart(2, "0")}`;
      return ["a", "b"].map((letter) =>
        dated("same", `letter-${letter}-${at}`, { to: `${day} 09:00:00` }),
      );
    }).flat();
    const { page } = await indexPage({ ...stack, steps });
    const pages = async () => {
      const printed = Buffer.from(await page.pdf({ format: "A4" })).toString("latin1");
      return printed.match(/\/Type\s*\/Page\b/g)?.length;
    };
    expect(await page.$$eval(".calendar td.mailed", (all) => all.length)).to.equal(31);
    await page.$$eval("section:not(.calendar), h1", (all) => all.map((one) => one.remove()));
    expect(await pages()).to.equal(1);
  });

  it("says where a preview leaves unchanged schedules out, and never that nothing is scheduled", async () => {
    const { page } = await indexPage({ ...stack, steps: [step("create", "spring", {})] });
    expect(await partOf(page, "Calendar")).to.equal(
      "This preview schedules no mail.\n\nSchedules that don't change are not in this preview. To see them here, run: pulumi preview --json --show-sames",
    );
    const whole = { changeSummary: { same: 0 }, steps: [step("create", "spring", {})] };
    const { page: other } = await indexPage(whole);
    expect(await partOf(other, "Calendar")).to.equal("No mail is scheduled.");
  });

  it("shows what the state of a stack has, each in the zone of its own Provider", async () => {
    const provider = "urn:pulumi:prod::mail::pulumi:providers:emailmarketing::eu";
    const of = (step: object) => (step as { newState?: object }).newState ?? {};
    const resources = [
      {
        urn: provider,
        type: "pulumi:providers:emailmarketing",
        id: "provider-1",
        inputs: { timeZone: "Asia/Tokyo" },
      },
      { urn: urnOf("Campaign", "spring"), ...of(campaign("same", "spring")) },
      {
        urn: urnOf("CampaignSchedule", "spring"),
        ...of(dated("same", "spring", { to: "2099-03-05 09:00:00" })),
      },
      {
        urn: urnOf("CampaignSchedule", "far"),
        ...of(dated("same", "far", { to: "2099-03-05T01:00:00Z", provider })),
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

describe("schedule.ics", function () {
  const { show, scratch, write, run } = useShow(this);

  /** The events of the file, as another library reads them. */
  async function eventsIn(out: string) {
    const calendar = new ICAL.Component(
      ICAL.parse(await readFile(join(out, "schedule.ics"), "utf8")) as unknown[],
    );
    for (const zone of calendar.getAllSubcomponents("vtimezone"))
      ICAL.TimezoneService.register(zone);
    return calendar.getAllSubcomponents("vevent").map((one) => {
      const event = new ICAL.Event(one);
      const { startDate: start } = event;
      return {
        name: event.summary,
        local: start.toString(),
        zone: start.zone?.tzid,
        utc: start.toJSDate().toISOString(),
        uid: event.uid,
        text: event.description ?? "",
        url: one.getFirstPropertyValue("url"),
      };
    });
  }

  it("has the same times before and after the clocks change, by another library", async () => {
    const provider = "urn:pulumi:prod::mail::pulumi:providers:emailmarketing::india";
    const { out, output, exitCode } = await show({
      config: { "emailmarketing:timeZone": "Europe/Berlin" },
      steps: [
        { op: "same", urn: provider, newState: { inputs: { timeZone: "Asia/Calcutta" } } },
        dated("create", "winter", { to: "2098-03-29 09:00:00" }),
        dated("create", "summer", { to: "2098-03-30 09:00:00" }),
        dated("create", "instant", { to: "2098-03-30T09:00:00-05:00" }),
        dated("create", "autumn", { to: "2098-10-27 09:00:00" }),
        dated("create", "india", { to: "2098-07-01 09:00:00", provider }),
      ],
    });
    expect(exitCode, output).to.equal(0);
    const events = await eventsIn(out);
    expect(events.map(({ name, local, zone, utc }) => [name, local, zone, utc])).to.deep.equal([
      ["id-of-winter", "2098-03-29T09:00:00", "Europe/Berlin", "2098-03-29T08:00:00.000Z"],
      ["id-of-summer", "2098-03-30T09:00:00", "Europe/Berlin", "2098-03-30T07:00:00.000Z"],
      ["id-of-instant", "2098-03-30T16:00:00", "Europe/Berlin", "2098-03-30T14:00:00.000Z"],
      ["id-of-india", "2098-07-01T09:00:00", "Asia/Kolkata", "2098-07-01T03:30:00.000Z"],
      ["id-of-autumn", "2098-10-27T09:00:00", "Europe/Berlin", "2098-10-27T08:00:00.000Z"],
    ]);
  });

  it("is in floating time where no setting names the zone, and in UTC for an instant", async () => {
    const { out } = await show({
      steps: [
        dated("create", "local", { to: "2098-03-29 09:00:00" }),
        dated("create", "instant", { to: "2098-03-30T09:00:00-05:00" }),
      ],
    });
    const text = await readFile(join(out, "schedule.ics"), "utf8");
    expect(text.match(/^DTSTART.*$/gm)?.map((line) => line.trim())).to.deep.equal([
      "DTSTART:20980329T090000",
      "DTSTART:20980330T140000Z",
    ]);
  });

  it("has an event for each schedule, the same one in the next run, and links only to published pages", async () => {
    const first = await eventsIn((await show(stack)).out);
    expect(first.map(({ name, url }) => [name, url])).to.deep.equal([
      ["spring", null],
      ["winter", null],
      ["letter", null],
      ["summer", null],
    ]);
    expect(first.map(({ text }) => text)).to.deep.equal([
      "Subject: What is new in spring\nTo: Customers",
      "Subject: About winter\nTo: Customers\nremoved: still sent, unless it is stopped in the service",
      "Subject: About letter\nTo: list-2",
      "Subject: About summer\nTo: Customers\nmoved: was Thu 2099-03-05 18:30",
    ]);
    const steps = [
      campaign("same", "summer"),
      dated("same", "summer", { from: "2099-03-30 08:00:00", to: "2099-03-30 08:00:00" }),
    ];
    const [later] = await eventsIn((await show({ ...stack, steps })).out);
    expect(later?.uid).to.equal(first[3]?.uid);
    expect(new Set(first.map(({ uid }) => uid)).size).to.equal(4);
    const published = await show(stack, "--pages", "https://previews.acme.example/pr-7/");
    expect((await eventsIn(published.out)).map(({ url }) => url)).to.deep.equal([
      "https://previews.acme.example/pr-7/001-spring.html",
      "https://previews.acme.example/pr-7/003-winter.html",
      "https://previews.acme.example/pr-7/index.html",
      "https://previews.acme.example/pr-7/002-summer.html",
    ]);
    const wrong = await show(stack, "--pages", "ftp://acme.example");
    expect(wrong.exitCode).to.equal(1);
  });

  it("says of each mail that its content changes", async () => {
    const changed = (name: string) => {
      const one = campaign("update", name) as { oldState: object; newState: { inputs: object } };
      const inputs = { ...one.newState.inputs, html: "<p>90% off</p>" };
      return { ...one, newState: { ...one.newState, inputs } };
    };
    const [day, next] = ["2099-03-05 09:00:00", "2099-03-06 09:00:00"];
    const { out } = await show({
      config: { "emailmarketing:timeZone": "Europe/Berlin" },
      steps: [
        ...["autumn", "spring", "summer", "winter"].map(changed),
        dated("same", "autumn", { from: day, to: day }),
        dated("update", "spring", { from: day, to: day }),
        dated("update", "summer", { from: day, to: next }),
        dated("delete", "winter", { from: day }),
      ],
    });
    const becomes = (await eventsIn(out)).map(({ text }) => text.split("\n").slice(2));
    expect(becomes).to.deep.equal([
      ["content changes"],
      ["content changes"],
      ["removed: content changes, still sent, unless it is stopped in the service"],
      ["moved: content changes, was Thu 2099-03-05 09:00"],
    ]);
  });

  it("keeps what a replacement leaves behind apart from the mail that takes its place", async () => {
    const schedule = {
      ...dated("replace", "spring", {
        from: "2099-03-05 09:00:00",
        to: "2099-03-06 09:00:00",
        id: "new-id",
      }),
      oldState: (
        dated("", "", { from: "2099-03-05 09:00:00", id: "old-id" }) as { oldState: object }
      ).oldState,
    };
    const events = await eventsIn((await show({ steps: [schedule] })).out);
    expect(events.map(({ name }) => name)).to.deep.equal(["old-id", "new-id"]);
    expect(new Set(events.map(({ uid }) => uid)).size).to.equal(2);
  });

  it("says no subject that the state holds as a secret, even where the export shows it", async () => {
    const sealed = "1b47061264138c4ac30d75fd1eb44270";
    const secret = { "4dabf18193072939515e22adb298388d": sealed, plaintext: '"Forty percent off"' };
    const { newState } = campaign("same", "spring", { subject: secret }) as { newState: object };
    const date = dated("same", "spring", { to: "2099-03-05 09:00:00" }) as { newState: object };
    const resources = [
      { urn: urnOf("Campaign", "spring"), ...newState },
      { urn: urnOf("CampaignSchedule", "spring"), ...date.newState },
    ];
    await write("state.json", { deployment: { resources } });
    expect((await run(["show", "--state", "state.json"])).exitCode).to.equal(0);
    const out = join(scratch(), "email-marketing-mail");
    for (const name of ["schedule.ics", "index.html", "001-spring.html"]) {
      expect(await readFile(join(out, name), "utf8"), name).to.not.include("Forty");
    }
    expect((await eventsIn(out)).map(({ text }) => text)).to.deep.equal([
      "To: list-1\nIn the service's time.",
    ]);
  });

  it("says no secret subject, nor one that was a secret, no address and nothing that ends a line", async () => {
    const list =
      'schedules "open" for 2099-03-05 09:00:00 (Europe/Berlin) to 5 contacts in "ada@acme.example\\nX:1" (list-1). [campaign-audience list-1=5]';
    const { out } = await show({
      ...stack,
      steps: [
        campaign("same", "hidden", { subject: "[secret]" }),
        dated("create", "hidden", { to: "2099-03-05 09:00:00" }),
        {
          ...campaign("update", "open", { subject: "Forty percent off" }),
          oldState: { id: "id-of-open", inputs: { subject: "[secret]" } },
        },
        dated("create", "open", { to: "2099-03-06 09:00:00" }),
      ],
      diagnostics: [said("info", urnOf("CampaignSchedule", "open"), list)],
    });
    const text = await readFile(join(out, "schedule.ics"), "utf8");
    const index = await readFile(join(out, "index.html"), "utf8");
    expect(text).to.not.match(/Subject|Forty|\[secret\]|ada@|^X:1/m);
    expect(index.slice(index.indexOf("<h2>Calendar"))).to.not.match(/Forty|\[secret\]|ada@/);
    expect((await eventsIn(out)).map(({ name }) => name)).to.deep.equal(["hidden", "open"]);
  });
});
