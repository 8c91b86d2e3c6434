/// <reference lib="dom" />
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { readMail } from "../../../../cli/review/show/content";
import {
  fileAsset,
  ofStack,
  onDate,
  partOf,
  said,
  schedule,
  step,
  urnOf,
  useShow,
} from "../../../support/preview-fixtures";
import { rejection } from "../../../support/rejection";

describe("the command show's campaign page", function () {
  const { show, open, mailPage, indexPage, mainText, scratch } = useShow(this);

  it("marks changed words, and can switch to the old content of --base", async () => {
    const [old, now] = ["<p>Thirty seeds</p>", "<p>Forty seeds, and new tools</p>"];
    await writeFile(join(scratch(), "Pulumi.yaml"), "name: mail\nruntime: nodejs\n");
    await writeFile(join(scratch(), "mail.html"), now);
    await mkdir(join(scratch(), "base"));
    await writeFile(join(scratch(), "base", "mail.html"), old);
    const [inputs, before] = [now, old].map((html) => ({ html: fileAsset("mail.html", html) }));
    const steps = [step("update", "spring", inputs ?? {}, before)];
    const { page } = await mailPage({ steps }, "--base", "base");
    const parts = await page.$$eval("pre ins, pre del", (all) =>
      all.map((one) => [one.tagName, one.textContent]),
    );
    expect(parts).to.deep.equal([
      ["DEL", "Thirty"],
      ["INS", "Forty"],
      ["INS", ", and new tools"],
    ]);
    const shown = () =>
      page.$$eval("figure:first-of-type iframe", (all) =>
        all.filter((one) => one.checkVisibility()).map(({ title }) => title),
      );
    expect(await shown()).to.deep.equal(["After: 375 px, light"]);
    await page.click(".show-old");
    expect(await shown()).to.deep.equal(["Before: 375 px, light"]);
  });

  it("fails with an error that names the first invalid byte if a content file isn't UTF-8 text", async () => {
    await writeFile(join(scratch(), "mail.html"), Buffer.from("<p>Caf\xe9</p>", "latin1"));
    const { hash: _, ...asset } = fileAsset("mail.html", "<p>") as { hash?: string };
    expect(await rejection(readMail({ html: asset }, scratch()))).to.equal(
      `${join(scratch(), "mail.html")} is not text in UTF-8: byte 7, on line 1, is 0xE9. Save it as UTF-8.`,
    );
  });

  it("says that an asset's content is missing if the asset's text and path aren't strings", async () => {
    const [html, plainText] = [fileAsset(7 as never, "a"), { ...fileAsset("a", "a"), text: 7 }];
    const { content, missing } = await readMail({ html, plainText }, scratch());
    expect([content.html, content.plainText]).to.deep.equal([undefined, undefined]);
    expect(missing).to.deep.equal([
      "html: its content is not in the preview or the state",
      `plainText: can't read the file ${join(scratch(), "a")}`,
    ]);
  });

  it("shows why two texts aren't compared if the texts are too long or too different", async () => {
    const texts = (length: number) => ["a", "b"].map((letter) => letter + " a".repeat(length / 2));
    const [text = "", old = ""] = texts(1_000_000);
    const [longest = "", before = ""] = texts(200_000);
    const words = (of: string) => Array.from({ length: 20_000 }, (_, at) => of + at).join(" ");
    const html = (of: string) => `<p>${of}</p>`;
    const steps = [
      step("update", "huge", { plainText: text }, { plainText: old }),
      step("update", "long", { plainText: longest }, { plainText: before }),
      step("update", "huge-html", { html: html(text) }, { html: html(old) }),
      step("update", "other", { plainText: words("a") }, { plainText: words("b") }),
    ];
    const { out } = await show({ steps });
    const changes = async (name: string) => {
      const { page } = await open(out, `${name}.html`);
      const all = await page.$$("pre ins, pre del");
      const parts = await Promise.all(all.map((one) => one.evaluate((part) => part.textContent)));
      return [parts, /Can't be shown\n(.*)/.exec(await mainText(page))?.[1]];
    };
    const longer = "texts of more than 250,000 characters are not compared by words";
    expect(await changes("001-huge")).to.deep.equal([
      [],
      `what has changed in the plain text: ${longer}`,
    ]);
    expect(await changes("002-long")).to.deep.equal([["b", "a"], undefined]);
    // The parser stops at a limit, so the rest of the HTML isn't compared.
    expect(await changes("003-huge-html")).to.deep.equal([
      ["b", "a"],
      "the HTML from line 1 on, which is not checked either: it has more than 250,000 characters of text, styles and comments",
    ]);
    expect(await changes("004-other")).to.deep.equal([
      [],
      "what has changed in the plain text: the two have too little in common to be compared by words in 0.5 s",
    ]);
  });

  it("shows each preflight finding next to the affected content", async () => {
    const url = (scheme: string) => `${scheme}://acme.example`;
    const html = `<a href="${url("http")}">one</a>\n<a href="${url("https")}">two</a><img src="//acme.example/a.png">`;
    const about = {
      "In the inbox": "preheader: it repeats the subject [preheader-is-subject preheader]",
      Delivery:
        "sender: the address is not verified in the account [campaign-sender-unverified sender.email]",
      HTML: "html: 1 element never closed (first <b> on line 1) [element-unclosed html]",
      "Plain text": "the email has no plain-text part [plain-text-missing plainText]",
      Links: "html: 1 address without https (first on line 1) [link-not-https html]",
      Images: "html: 1 image without alt text (first on line 2) [image-without-alt html]",
    };
    const [campaign, date] = [urnOf("Campaign", "spring"), urnOf("CampaignSchedule", "spring")];
    const { page, out } = await mailPage({
      steps: [
        step("create", "spring", { html, plainText: undefined }),
        schedule("spring", "2099-03-01 09:00:00"),
      ],
      diagnostics: [
        ...Object.values(about).map((sentence) => said("warning", campaign, sentence)),
        said("error", campaign, "existingId: no such campaign"),
        said("warning", date, "scheduledAt: near [schedule-time-repeated scheduledAt]"),
        said("warning", urnOf("Sender", "news"), "the sender exists [sender-exists]"),
      ],
    });
    for (const [heading, sentence] of Object.entries(about)) {
      // The page shows the finding's name, but not the input after the name.
      const shown = `warning: ${sentence.replace(/\[([a-z-]+) [^\]]*\]$/, "$1")}`;
      expect(await partOf(page, heading)).to.include(shown);
      expect((await mainText(page)).split(shown), shown).to.have.lengthOf(2);
    }
    expect(await partOf(page, "Delivery")).to.match(/Sent\n.*\nwarning: scheduledAt: near/);
    const [title, first] = (await mainText(page)).split("\n").filter((line) => line !== "");
    expect([title, first]).to.deep.equal(["spring create", "error: existingId: no such campaign"]);
    expect((await partOf(page, "Links")).split("\n").slice(-2)).to.deep.equal([
      "one\thttp://acme.example\tnot a full https address\t1",
      "two\thttps://acme.example\tnothing\t2",
    ]);
    expect((await partOf(page, "Images")).split("\n").at(-1)).to.equal(
      "none\t//acme.example/a.png\tnot a full https address\t2",
    );
    const index = await open(out, "index.html");
    const text = await mainText(index.page);
    expect(text).to.include('warning: Sender "news": the sender exists sender-exists');
    expect(text).to.match(/spring\t.*1 error\s+7 warnings/);
  });

  it("shows no link finding that the campaign's ignoreChecks suppresses", async () => {
    const html = '<a href="http://acme.example">one</a>';
    const { page } = await mailPage({
      steps: [step("create", "spring", { html, ignoreChecks: ["link-not-https"] })],
    });
    expect((await partOf(page, "Links")).split("\n").at(-1)).to.equal(
      "one\thttp://acme.example\tnothing\t1",
    );
  });

  it("shows each list's number of contacts, or \"not known\" if preflight didn't report the number", async () => {
    const lists = async (more: object) => {
      const listIds = ["list-1", "list-7"];
      const { page } = await mailPage({
        steps: [
          { ...step("same", "spring", { listIds }), oldState: { id: "campaign-1", inputs: {} } },
          onDate("update", "2099-02-01 09:00:00", "2099-03-01 09:00:00"),
        ],
        ...more,
      });
      return /Lists\n([\s\S]*)$/.exec(await partOf(page, "Delivery"))?.[1]?.split("\n");
    };
    const note =
      'schedules "spring" for 2099-03-01 09:00:00 to 1201 contacts: 1200 in "Customers \\"A\\" (old)" (list-1), 1 in "Press" (list-7). [campaign-audience list-1=1200 list-7=1]';
    const diagnostics = [said("info", urnOf("CampaignSchedule", "date"), note)];
    expect(await lists({ diagnostics })).to.deep.equal([
      'Customers "A" (old) (list-1): 1,200 contacts',
      "Press (list-7): 1 contact",
      'note: schedules "spring" for 2099-03-01 09:00:00 to 1201 contacts: 1200 in "Customers \\"A\\" (old)" (list-1), 1 in "Press" (list-7). campaign-audience',
    ]);
    expect(await lists({})).to.deep.equal([
      "list-1: number of contacts not known",
      "list-7: number of contacts not known",
    ]);
  });

  it("shows the old values below a changed subject, list or date", async () => {
    const old = { subject: "Old", listIds: ["list-1", "list-2"] };
    const spring = step("update", "spring", { subject: "New", segmentId: "segment-1" }, old);
    const removed = onDate("delete", "2099-02-01 09:00:00", undefined);
    const { page } = await mailPage({ steps: [spring, removed] });
    const delivery = (await partOf(page, "Delivery")).split("\n");
    expect(delivery.filter((line) => line !== "")).to.deep.equal([
      "From",
      "Acme News <news@acme.example>",
      "Subject",
      "New",
      "before: Old",
      "Preheader",
      "Seeds and tools",
      "Sent",
      "its CampaignSchedule is deleted, which does not stop the campaign",
      "before: Sun 2099-02-01 09:00:00",
      "Lists",
      "list-1: number of contacts not known",
      "segment segment-1: number of contacts not known",
      "before: list-1",
      "before: list-2",
    ]);
  });

  it("shows the date in the Provider's time zone, as the index does", async () => {
    const provider = "urn:pulumi:prod::mail::pulumi:providers:emailmarketing::eu";
    const ofProvider = (one: object) => {
      const { newState } = one as { newState: object };
      return { ...one, newState: { ...newState, provider: `${provider}::id-1` } };
    };
    const own = { op: "same", urn: provider, newState: { inputs: { timeZone: "Europe/Berlin" } } };
    const steps = [
      ofProvider(step("create", "spring", {})),
      ofProvider(schedule("spring", "2099-02-01 09:00:00")),
    ];
    const config = { "emailmarketing:timeZone": "America/New_York" };
    const shown = ["Sun 2099-02-01 09:00:00 Europe/Berlin", "Sun 2099-02-01 08:00:00 UTC"];
    const sentOf = async (preview: object) => {
      const { out } = await show({ config, ...preview });
      const index = await mainText((await open(out, "index.html")).page);
      const text = await partOf((await open(out, "001-spring.html")).page, "Delivery");
      const lines = text.split("\n");
      const begin = lines.indexOf("Sent") + 1;
      return { index, sent: lines.slice(begin, begin + 2) };
    };
    const whole = await sentOf({ steps: [own, ...steps] });
    expect(whole.sent).to.deep.equal(shown);
    expect(whole.index).to.include(shown[0]);
    // If the preview omits the Provider, preflight's note contains the zone.
    const note =
      'schedules "spring" for 2099-02-01 09:00:00 (Europe/Berlin) to 1 contact in "A" (list-1). [campaign-audience list-1=1]';
    const diagnostics = [said("info", urnOf("CampaignSchedule", "spring"), note)];
    expect((await sentOf({ steps, diagnostics })).sent).to.deep.equal(shown);
  });

  it("shows old and new recipients, as the calendar does, if the lists change", async () => {
    const change = { listIds: ["list-2"], rules: { limit: 100 } };
    const same = onDate("same", "2099-02-01 09:00:00", "2099-02-01 09:00:00", "spring");
    const shown =
      'Campaign "Spring": changes its recipients from an unknown number of contacts (the account has no list list-9): 5 in "Team" (list-1) to 48210 contacts in "All customers" (list-2). [campaign-audience list-1=5 list-2=48210]';
    const { out } = await show({
      steps: [step("update", "spring", change, { listIds: ["list-1", "list-9"] }), same],
      diagnostics: [said("info", "", shown)],
    });
    const text = await partOf((await open(out, "001-spring.html")).page, "Delivery");
    const lines = text.split("\n");
    const begin = lines.indexOf("Recipients");
    expect(lines.slice(begin, begin + 6)).to.deep.equal([
      "Recipients",
      "48,210 contacts, rules.limit none \u200e→\u200e 100",
      "Lists",
      "All customers (list-2): 48,210 contacts",
      "before: Team (list-1): 5 contacts",
      "before: deleted list list-9",
    ]);
    const calendar = await partOf((await open(out, "index.html")).page, "Calendar");
    expect(calendar.replace(/\s+/g, " ")).to.include(
      "09:00 spring content changes to All customers (48,210), was to Team (5), deleted list list-9",
    );
  });

  it("shows the date as unchanged if the schedule is only renamed", async () => {
    const earlier = async (before: string) => {
      const { out } = await show({
        steps: [
          step("update", "spring", { subject: "New" }, { subject: "Old" }),
          onDate("delete", before, undefined, "old"),
          onDate("create", undefined, "2099-02-01 09:00:00", "new"),
        ],
      });
      const text = await partOf((await open(out, "001-spring.html")).page, "Delivery");
      return text.split("\n").filter((line) => /^before: \w+ 2099/.test(line));
    };
    expect(await earlier("2099-02-01 09:00:00")).to.deep.equal([]);
    expect(await earlier("2099-01-01 09:00:00")).to.deep.equal(["before: Thu 2099-01-01 09:00:00"]);
  });

  it("suggests --show-sames for a missing schedule or campaign if the preview omits unchanged resources", async () => {
    const changed = step("update", "spring", { subject: "New" }, { subject: "Old" });
    const sent = async (...steps: object[]) => {
      const { page } = await mailPage({ steps: [ofStack, changed, ...steps] });
      return /Sent\n(.*)/.exec(await partOf(page, "Delivery"))?.[1];
    };
    expect(await sent()).to.equal(
      "not changed by this preview; pulumi preview shows it with --show-sames",
    );
    expect(await sent(step("same", "autumn", {}))).to.equal("not scheduled by this stack");
    const date = onDate("create", undefined, "2099-03-01 09:00:00", "date", "campaign-8");
    const { page } = await indexPage({ steps: [date] });
    expect(await mainText(page)).to.include(
      'note: CampaignSchedule "date": its campaign is not in the preview, so it is not shown. If the stack has it, run: pulumi preview --json --show-sames',
    );
  });
});
