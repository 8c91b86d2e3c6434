import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import { runWith } from "../../../support/command";
import { expectError } from "../../../support/expect-error";
import { fails, ok } from "../../../support/outcome";
import { useScratch } from "../../../support/scratch";
import { sent, useEmulator } from "../../../support/service";
import {
  bothForms,
  exportedProvider,
  exportedResource,
  exportOf,
  type Held,
  urnOf,
} from "../exported-state";

const reference = join(__dirname, "..", "..", "..", "..", "docs", "reference");

const seed = {
  domains: [{ id: "d-1", domain: "acme.example" }],
  senders: [{ id: "s-1", sender_email: "news@acme.example", sender_name: "News" }],
  properties: [{ id: "p-1", name: "plan", type: "text" }],
  lists: [
    { id: "l-1", name: "Customers", contact_count: 1200 },
    { id: "l-2", name: "Internal", contact_count: 1 },
    { id: "l-3", name: "Twice" },
    { id: "l-4", name: "Twice" },
  ],
  campaigns: [
    {
      id: "c-1",
      name: "Spring",
      status: "Scheduled" as const,
      scheduled_at: "2098-03-01 09:00:00",
      list_ids: ["l-1"],
    },
  ],
};

const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

const held = (kind: string, name: string, id: string, outputs: object): Held => ({
  kind,
  name,
  id,
  outputs: { account: "loopback", ...outputs },
});
const senderOutputs = {
  email: "news@acme.example",
  name: "News",
  status: "verified",
  adopted: false,
  domainId: "d-1",
  account: "loopback",
};
const news = held("Sender", "news", "s-1", {
  ...senderOutputs,
  __provider: "exports.handler = ...",
});
/** A sender whose name in the state differs from the name in the service. */
const renamed = held("Sender", "news", "s-1", { ...news.outputs, name: "Old news" });
const property = (name: string) => held("CustomProperty", name, "p-1", { name, type: "text" });
const share = held("DomainDnsShare", "share", "d-1", {});
const scheduledDate = "2098-03-01 09:00:00";
const spring = (more: object = {}) =>
  held("Campaign", "spring", "c-1", {
    name: "Spring",
    subject: "",
    sender: {},
    listIds: ["l-1"],
    status: "scheduled",
    scheduledDate,
    ...more,
  });
const extended = { EMAIL_MARKETING_OPERATIONS: "extended" };

const dynamic = "dynamic resources";

describe("the command pulumi-email-marketing drift", function () {
  const emulator = useEmulator(this, { seed });
  const scratch = useScratch(this);
  const requests = () => sent(emulator().requests());

  async function run(
    held: readonly Held[],
    {
      env = {},
      args = [] as string[],
      more = [{}],
      faults = [] as Fault[],
      html = "",
      campaign = {},
    } = {},
  ) {
    emulator().reset();
    emulator().patch("campaigns", "c-1", { html, ...campaign });
    emulator().faults(faults);
    const resources = held.map((one) => exportedResource(dynamic, one));
    await writeFile(join(scratch(), "state.json"), exportOf([...more, ...resources]));
    const where = { folder: scratch(), env };
    return runWith(emulator(), where, "drift", "--state", "state.json", ...args);
  }

  it("reports no drift and exits with status 0 if state and service are equal", async () => {
    const { exitCode, stdout, stderr } = await run([news]);
    // The exact output shows that no key and no control characters are printed.
    expect([exitCode, stdout, stderr]).to.deep.equal([0, "No drift in 1 object.\n", ""]);
    expect(requests()).to.deep.equal(["POST /senders/search"]);
  });

  it("fails, and reports no object as deleted, if the search for senders is incomplete", async () => {
    const gone = ["a", "b"].map((name) => ({ ...news, name, id: `s-${name}` }));
    const lacking: Fault = { path: "/senders/search", times: 99, kind: "wrong-total", total: 260 };
    const { stdout, stderr } = await fails(run([news, ...gone], { faults: [lacking] }), 1);
    expect(stdout).to.equal("");
    const lines = stderr.trim().split("\n");
    expect(lines).to.have.length(2);
    expect(lines[0]).to.match(
      /^warning: the search for senders is incomplete: the service reports 260, but returned 1,/,
    );
    expect(lines[1]).to.match(
      /^error: Sender "news@acme.example": the search for .* is incomplete: .* so nothing was changed\./,
    );
  });

  it('compares custom properties only if emailmarketing:operations is "extended"', async () => {
    const list = held("List", "customers", "l-1", { name: "Clients" });
    const changed = ({ kind, name, id }: Held, state: string, service: string) => ({
      urn: `urn:pulumi:dev::test::pulumi-nodejs:dynamic/emailmarketing:${kind}::${name}`,
      kind,
      name,
      id,
      drift: "changed",
      differences: [{ property: "name", state, service }],
    });
    const specified = await run([property("plan")]);
    expect(specified.stdout).to.equal(
      'Not compared: 1 CustomProperty: only an extended operation reads it: set emailmarketing:operations to "extended", and run pulumi up.\nNo drift in 0 objects.\n',
    );
    expect(requests()).to.deep.equal([]);
    const old = property("old plan");
    const both = await fails(run([old, list], { env: extended, args: ["--json"] }), 2);
    expect(JSON.parse(both.stdout)).to.deep.equal({
      compared: 2,
      drift: [changed(old, "old plan", "plan"), changed(list, "Clients", "Customers")],
      unread: [],
      faults: [],
    });
    expect(requests().sort()).to.deep.equal(["GET /list/l-1", "POST /contact/property/search"]);
  });

  it("reports no drift of a campaign's status if the stack's own CampaignSchedule scheduled the campaign", async () => {
    const campaign = spring({ status: "draft" });
    const dated = { campaignId: "c-1", scheduledAt: scheduledDate };
    const schedule = held("CampaignSchedule", "spring", "c-1", dated);
    const env = extended;
    const both = await run([campaign, schedule], { env });
    expect(both.stdout).to.equal(
      "Not compared: 1 CampaignSchedule (date, within 26 hours): nothing was read since the last update; pulumi refresh takes it as it is now, and later comparisons go by that.\nNo drift in 2 objects.\n",
    );
    const alone = await fails(run([campaign], { env }), 2);
    expect(alone.stdout.split("\n")[1]).to.equal(
      'changed  Campaign  spring  status    "draft"  "scheduled"',
    );
  });

  it("reports no drift of a campaign if the stack's CampaignSchedule has since changed the campaign's status and date", async () => {
    const campaign = spring({ status: "paused", scheduledDate: "2098-02-01 09:00:00" });
    const dated = {
      campaignId: "c-1",
      scheduledAt: scheduledDate,
      sent: true,
      sentTime: scheduledDate,
      status: "scheduled",
      __reading: { scheduledDate },
    };
    const schedule = held("CampaignSchedule", "spring", "c-1", dated);
    const both = await run([campaign, schedule], { env: extended });
    expect([both.exitCode, both.stdout]).to.deep.equal([0, "No drift in 2 objects.\n"]);
    const other = held("CampaignSchedule", "spring", "c-1", { ...dated, account: "other" });
    const { stdout } = await fails(run([campaign, other], { env: extended }), 2);
    expect(stdout.split("\n").slice(1, 3)).to.deep.equal([
      'changed  Campaign  spring  status         "paused"               "scheduled"',
      'changed  Campaign  spring  scheduledDate  "2098-02-01 09:00:00"  "2098-03-01 09:00:00"',
    ]);
  });

  it("explains how to keep or undo a date that was moved in the web app", async () => {
    const dated = { campaignId: "c-1", scheduledAt: "2098-06-01 09:00:00" };
    const schedule = held("CampaignSchedule", "spring", "c-1", dated);
    const { stdout } = await fails(run([schedule], { env: extended }), 2);
    expect(stdout).to.include(
      "A date was moved in the web app. To keep it, declare it in the program. To undo it, move it back in the web app. pulumi up usually can't: the service changes a date only while the campaign is paused, and pulumi up resumes no paused campaign to move its date back.",
    );
  });

  describe("for HTML that was edited in the web app", () => {
    const page = (...lines: string[]) => ["<p>One</p>", ...lines, "<p>Last</p>", ""].join("\n");
    const asset = (text: string, path: string) => ({
      ...{ "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", path },
      hash: createHash("sha256").update(text).digest("hex"),
    });
    const mail = page("<p>Two</p>", "<p>Three</p>");
    const long = `${"x".repeat(300)}old${"y".repeat(300)}`;
    const around = (word: string) => `...${"x".repeat(20)}${word}${"y".repeat(57)}...`;
    for (const [title, html, edited, shown] of [
      [
        "the changed and added lines if the state contains the HTML",
        mail,
        page("<p>2</p>", "<p>Three</p>", "<p>Four</p>"),
        [
          ['"<p>Two</p>"', '"<p>2</p>"'],
          ["-", '"<p>Four</p>"'],
        ],
      ],
      [
        "the removed line if the HTML file is unchanged since the update",
        asset(mail, "mail.html"),
        page("<p>Two</p>"),
        [['"<p>Three</p>"', "-"]],
      ],
      [
        "only the new HTML if the HTML file has changed since the update",
        asset(page(), "mail.html"),
        "<p>Two</p>",
        [['"(only its hash is in the state)"', '"<p>Two</p>"']],
      ],
      [
        "only the part around the change if a line is long",
        long,
        long.replace("old", "new"),
        [[around("old"), around("new")]],
      ],
      [
        "only the part around the change if a long line begins with an emoji",
        `📣${long}`,
        `📣${long.replace("old", "new")}`,
        [[around("old"), around("new")]],
      ],
    ] as const) {
      it(`prints ${title}`, async () => {
        await writeFile(join(scratch(), "mail.html"), mail);
        const __reading = { html: "0", name: "0", subject: "0", replyTo: "0" };
        const more = { env: extended, html: edited };
        const { stdout } = await fails(run([spring({ html, __reading })], more), 2);
        const rows = stdout.split("\n").filter((line) => line.includes("  html  "));
        expect(rows.map((row) => row.split(/ {2,}/).slice(4))).to.deep.equal(shown);
      });
    }
  });

  describe("for a campaign's lists", () => {
    const withLists = (list_ids: readonly string[], more?: object) =>
      run([spring(more)], { env: extended, campaign: { list_ids } });

    it("prints each list's name and number of contacts, both for the state and for the service", async () => {
      const { stdout, stderr } = await fails(withLists(["l-2", "l-1"]), 2);
      expect(stdout.split("\n")).to.deep.equal([
        "drift    kind      name    property  state                              service",
        'changed  Campaign  spring  listIds   "Customers (l-1), 1,200 contacts"  "Customers (l-1), 1,200 contacts"',
        'changed  Campaign  spring  listIds   -                                  "Internal (l-2), 1 contact"',
        "",
        "Drift in 1 of 1 object: 0 gone, 1 changed. To restore what the program declares, run pulumi refresh, then pulumi up. To keep a change, declare it in the program.",
        "",
      ]);
      expect(stderr).to.equal("");
      expect(requests()).to.deep.equal(["POST /campaign/list", "POST /lists/search"]);
    });

    it("masks the lists if the lists are secret in the state", async () => {
      const listIds = { ...secretMark, plaintext: '["l-1"]' };
      const { stdout } = await fails(withLists(["l-2"], { listIds }), 2);
      expect(stdout).to.include('changed  Campaign  spring  listIds   "[secret]"  "[secret]"');
      expect(stdout).to.not.match(/l-1|l-2|Customers|Internal/);
    });

    for (const [title, lists, more, why] of [
      [
        "if several lists have the same name",
        ["l-3"],
        undefined,
        "the service names none, or one that the account doesn't have or has several of with that name",
      ],
      [
        "if the campaign has a segment",
        ["l-1"],
        { segmentId: "s-1" },
        "it goes to a segment, and the service returns the names of lists only",
      ],
    ] as const) {
      it(`reports the lists as not compared ${title}`, async () => {
        const { stdout } = await ok(withLists(lists, more));
        expect(stdout).to.equal(
          `Not compared: 1 Campaign (lists): ${why}.\nNo drift in 1 object.\n`,
        );
      });
    }
  });

  it("prints the output that the reference page drift.md shows", async () => {
    const page = await readFile(join(reference, "drift.md"), "utf8");
    const shown = (language: string) =>
      new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(page)?.[1] ?? "";
    const all = [renamed, { ...news, name: "gone", id: "s-9" }, spring(), share];
    const table = await fails(run(all, { env: extended, campaign: { list_ids: ["l-2"] } }), 2);
    expect(table.stdout).to.equal(shown("text"));
    const json = await fails(run([renamed, share], { args: ["--json"] }), 2);
    const withoutUrns = JSON.parse(json.stdout, (key, value: unknown) =>
      key === "urn" ? undefined : value,
    ) as unknown;
    expect(withoutUrns).to.deep.equal(JSON.parse(shown("json")));
  });

  it("prints the reason if an object can't be compared", async () => {
    const elsewhere = { ...news, name: "elsewhere", outputs: { ...news.outputs, account: "eu" } };
    const unknown = { ...news, name: "unknown", id: "unknown:7" };
    const sealed = {
      ...news,
      name: "sealed",
      outputs: { ...news.outputs, name: { ...secretMark, ciphertext: "v1:x" } },
    };
    const wholly = { ...news, name: "wholly", outputs: { ...secretMark, ciphertext: "v1:x" } };
    const newer = held("Segment", "newer", "s-1", {});
    const { stdout } = await ok(run([news, elsewhere, unknown, sealed, wholly, share, newer]));
    expect(stdout.split("\n")).to.deep.equal([
      'Not compared: 1 Sender: it belongs to account "eu", but the settings are for another account.',
      "Not compared: 1 Sender: its creation is unconfirmed; pulumi up shows what to do.",
      "Not compared: 2 Sender: the state is encrypted; export it with pulumi stack export --show-secrets.",
      "Not compared: 1 DomainDnsShare: no operation reads it.",
      "Not compared: 1 Segment: it is of a newer version of pulumi-email-marketing. Install that version, and run drift again.",
      "No drift in 1 object.",
      "",
    ]);
  });

  it("reports a changed secret without printing the secret", async () => {
    const name = { ...secretMark, plaintext: '"Old news"' };
    const opened = { ...news, outputs: { ...news.outputs, name } };
    const { stdout } = await fails(run([opened]), 2);
    expect(stdout).to.include('changed  Sender  news  name      "[secret]"  "[secret]"');
    expect(stdout).to.not.include("Old news");
  });

  for (const form of bothForms) {
    it(`names the explicit Provider whose API key the service refuses, and doesn't print the key (${form})`, async () => {
      const key = "canary-of-a-provider";
      const apiKey = { ...secretMark, plaintext: JSON.stringify(key) };
      const settings = { apiKey, baseUrl: emulator().baseUrl, requestsPerSecond: 20 };
      const more = [
        exportedProvider(form, "eu", settings),
        exportedResource(form, { ...news, name: "eu", provider: "eu" }),
      ];
      const { stdout, stderr } = await fails(run([], { more }), 1);
      expect(stdout).to.equal("");
      expect(stderr).to.match(
        /^error: Sender "news@acme\.example": the service replied "Authorization failed" \(401, POST \/senders\/search\)\. The key was read from argument apiKey of Provider "eu"; correct it there\..*\n$/,
      );
      expect(stderr.includes(key)).to.equal(false);
    });
  }

  it("compares both plugin resources and dynamic resources of a stack", async () => {
    const outputs = { ...senderOutputs, name: "Old news" };
    const more = [exportedResource("the plugin", { ...news, name: "shop", outputs })];
    const { stdout } = await fails(run([news], { more }), 2);
    expect(stdout).to.include('changed  Sender  shop  name      "Old news"  "News"');
    expect(stdout).to.include("Drift in 1 of 2 objects: 0 gone, 1 changed.");
  });

  it("ignores resources of other packages and resources that are pending deletion", async () => {
    const more = [
      { ...exportedResource(dynamic, news), delete: true },
      { urn: urnOf("other:index:Thing", "x"), type: "other:index:Thing", id: "x" },
    ];
    const { stdout } = await run([], { more });
    expect(stdout).to.equal("The stack has no resources of this package.\n");
  });

  it("prints one error for two resources if the service refuses the key", async () => {
    const env = { EMAIL_MARKETING_API_KEY: "wrong" };
    expectError(
      await run([news, { ...news, name: "two" }], { env }),
      'Sender "news@acme.example": the service replied "Authorization failed" (401, POST /senders/search). The key was read from environment variable EMAIL_MARKETING_API_KEY; correct it there. (1 more object failed.)',
    );
  });
});
