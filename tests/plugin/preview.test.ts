import { expect } from "chai";
import { forgetProgram } from "../../provider/account/program-record";
import { useLog } from "../../provider/account/step";
import { acmeAccount, draftElsewhere } from "../support/acme-account";
import { configuredPlugin, requestsOf, urnOf } from "../support/plugin";
import { canaryKeys, sent, useEmulator } from "../support/service";
import { useWarnings } from "../support/warnings";
import { secret, unknown } from "../support/wire-value";

const date = "2098-03-01 09:00:00";
const campaign = {
  name: "Elsewhere",
  subject: "New",
  html: "<p>Hello</p>",
  listIds: ["list-5"],
  sender: { email: "news@acme.example", name: "Acme News" },
  ignoreChecks: ["unsubscribe-missing", "plain-text-missing"],
};

describe("a preview by the plugin", function () {
  const scheduled = { ...draftElsewhere, status: "Scheduled", scheduled_at: date } as const;
  const emulator = useEmulator(this, { seed: acmeAccount({ campaigns: [scheduled] }) });
  const warnings = useWarnings(this);
  beforeEach("starts anew", () => {
    emulator().reset();
    useLog();
    forgetProgram();
  });
  after("empties the log", () => useLog());

  const state = { ...campaign, account: "loopback", status: "scheduled" };

  async function startPreview(account = "loopback", operations = "extended") {
    const { client } = await configuredPlugin({
      account,
      baseUrl: emulator().baseUrl,
      apiKey: secret(canaryKeys.apiKey),
      operations,
    });
    const sender = requestsOf(urnOf("Sender", "first"));
    const first = { email: "first@acme.example", name: "First" };
    await client.check(sender.check(first));
    // The plugin recognizes a preview only by a create or update, not by a diff.
    await client.create(sender.create(first).setPreview(true));
    return client;
  }

  /** The engine's calls before those for the CampaignSchedule, which every program declares after the campaign. */
  async function preview(subject: string, account?: string) {
    const client = await startPreview(account);
    const own = requestsOf(urnOf("Campaign", "spring"));
    const news = { ...campaign, subject };
    await client.check(own.check(news, campaign));
    const olds = { ...state, ...(account && { account }) };
    await client.diff(own.diff("campaign-9", { olds, news, oldInputs: campaign }));
    if (subject !== campaign.subject) {
      await client.update(own.update("campaign-9", state, news).setPreview(true));
    }
    return client;
  }

  for (const [change, subject] of [
    ["doesn't change", campaign.subject],
    ["changes", "Newer"],
  ] as const) {
    it(`reports no missing CampaignSchedule for a campaign that ${change}, because the program may declare one later`, async () => {
      await preview(subject);
      expect(warnings().filter((one) => one.includes("schedule-undeclared"))).to.deep.equal([]);
      const lists = sent(emulator().requests()).filter((one) => one === "POST /campaign/list");
      expect(lists).to.have.length(subject === campaign.subject ? 0 : 1);
    });
  }

  for (const [change, scheduledAt, names] of [
    ["doesn't change", date, []],
    ["changes", "2098-04-01 09:00:00", ["campaign-audience", "list-empty"]],
  ] as const) {
    it(`${names.length === 0 ? "doesn't report" : "reports"} the recipients and empty lists of a CampaignSchedule whose date ${change}`, async () => {
      emulator().patch("lists", "list-5", { contact_count: 0 });
      const client = await preview(campaign.subject);
      const schedule = requestsOf(urnOf("CampaignSchedule", "spring"));
      const olds = { campaignId: "campaign-9", scheduledAt: date };
      const news = { ...olds, scheduledAt };
      await client.check(schedule.check(news, olds));
      const dated = { ...olds, account: "loopback", sent: true, sentTime: date };
      await client.diff(schedule.diff("campaign-9", { olds: dated, news, oldInputs: olds }));
      if (scheduledAt !== date) {
        await client.update(schedule.update("campaign-9", dated, news).setPreview(true));
      }
      const said = warnings().flatMap(
        (one) => /\[(campaign-audience|list-empty)/.exec(one)?.[1] ?? [],
      );
      expect(said.sort()).to.deep.equal(names);
    });
  }

  /** The engine's calls for the CampaignSchedule if only its date changes. */
  async function moveDate(client: Awaited<ReturnType<typeof startPreview>>, account: string) {
    const schedule = requestsOf(urnOf("CampaignSchedule", "spring"));
    const olds = { campaignId: "campaign-9", scheduledAt: date };
    const news = { ...olds, scheduledAt: "2098-04-01 09:00:00" };
    await client.check(schedule.check(news, olds));
    const dated = { ...olds, account, sent: true, sentTime: date };
    await client.diff(schedule.diff("campaign-9", { olds: dated, news, oldInputs: olds }));
    await client.update(schedule.update("campaign-9", dated, news).setPreview(true));
  }

  it("counts the contacts of the lists that somebody has set in the service if only the date changes", async () => {
    emulator().patch("campaigns", "campaign-9", { list_ids: ["list-3"], status: "Paused" });
    emulator().patch("lists", "list-3", { contact_count: 0 });
    await moveDate(await preview(campaign.subject, "edited"), "edited");
    const found = warnings().filter((one) => /\[(campaign-audience|list-empty)/.test(one));
    expect(found).to.deep.equal([
      'CampaignSchedule "campaign-9": schedules "spring" for 2098-04-01 09:00:00 to 0 contacts in "Friends" (list-3). [campaign-audience campaignId list-3=0]',
      'warning: CampaignSchedule "campaign-9": campaignId: the list "Friends" (list-3) of Campaign "Elsewhere" ("spring" in the program) has no contacts, so the campaign would be sent to no one. Add contacts to it, or use another list. [list-empty campaignId]',
    ]);
    const asked = sent(emulator().requests()).filter((one) => one.includes("list"));
    expect(asked).to.deep.equal(["POST /campaign/list", "POST /lists/search"]);
  });

  it("reads each list once if an existing campaign gets another list and another date", async () => {
    const client = await startPreview("added", "specified");
    const own = requestsOf(urnOf("Campaign", "spring"));
    const news = { ...campaign, listIds: ["list-5", "list-3"] };
    const olds = { ...state, account: "added" };
    await client.check(own.check(news, campaign));
    await client.diff(own.diff("campaign-9", { olds, news, oldInputs: campaign }));
    await client.update(own.update("campaign-9", olds, news).setPreview(true));
    await moveDate(client, "added");
    const notes = warnings().filter((one) => one.includes("[campaign-audience"));
    expect(notes).to.have.length(2);
    const asked = sent(emulator().requests()).filter((one) => one.includes("/list"));
    expect(asked.sort()).to.deep.equal(["GET /list/list-3", "GET /list/list-5"]);
  });

  it("shows a campaign's contact count, but not the lists, if --target leaves out the campaign", async () => {
    // An account of its own, because the other tests have shown its campaign.
    await moveDate(await startPreview("alone"), "alone");
    const said = warnings().filter((one) => one.includes("[campaign-read"));
    expect(said).to.deep.equal([
      'CampaignSchedule "campaign-9": the service has the campaign as "scheduled", to 5 contacts. [campaign-read {"status":"scheduled","contacts":5}]',
    ]);
  });

  it("reports a new Campaign that adopts the campaign of another resource", async () => {
    const client = await preview(campaign.subject, "adopted");
    const other = requestsOf(urnOf("Campaign", "summer"));
    const adopting = { ...campaign, existingId: "campaign-9" };
    await client.check(other.check(adopting));
    await client.create(other.create(adopting).setPreview(true));
    const found = warnings().filter((one) => one.includes("[campaign-duplicate"));
    expect(found).to.deep.equal([
      'warning: Campaign "Elsewhere": Campaign "spring" in this program has the same campaign, so each would overwrite the other. Declare it only once. [campaign-duplicate existingId]',
    ]);
  });

  it("reports no duplicate if the resource with the same existingId has another campaign", async () => {
    const client = await startPreview();
    const adopting = { ...campaign, existingId: "campaign-7" };
    const held = requestsOf(urnOf("Campaign", "spring"));
    await client.check(held.check(adopting, adopting));
    const olds = { ...state, existingId: "campaign-7" };
    await client.diff(held.diff("campaign-9", { olds, news: adopting, oldInputs: adopting }));
    const other = requestsOf(urnOf("Campaign", "summer"));
    await client.check(other.check(adopting));
    await client.create(other.create(adopting).setPreview(true));
    expect(warnings().filter((one) => one.includes("[campaign-duplicate"))).to.deep.equal([]);
  });

  /** The notes about recipients in a preview that creates these resources, in this order. */
  async function notesOf(resources: readonly (readonly [kind: string, name: string, object])[]) {
    const { client } = await configuredPlugin({
      baseUrl: emulator().baseUrl,
      apiKey: secret(canaryKeys.apiKey),
      operations: "extended",
    });
    for (const [kind, name, inputs] of resources) {
      const one = requestsOf(urnOf(kind, name));
      await client.check(one.check(inputs));
      await client.create(one.create(inputs).setPreview(true));
    }
    return warnings().filter((one) => one.includes("[campaign-audience"));
  }
  const fall = { ...campaign, name: "Fall", listIds: ["list-3", "list-5"] };
  const dated = { campaignId: unknown, scheduledAt: date };

  it("names the lists of new campaigns only once if the program has several new dates", async () => {
    const words = `schedules a campaign for ${date} to an unknown number of contacts (only the update knows its campaign).`;
    expect(
      await notesOf([
        ["Campaign", "spring", { ...campaign, name: "Spring" }],
        ["Campaign", "fall", fall],
        ["CampaignSchedule", "spring", dated],
        ["CampaignSchedule", "fall", dated],
      ]),
    ).to.deep.equal([
      `CampaignSchedule: ${words} Lists of new campaigns: 5 in "Customers" (list-5), 3 in "Friends" (list-3). [campaign-audience campaignId list-5=5 list-3=3]`,
      `CampaignSchedule: ${words} [campaign-audience campaignId]`,
    ]);
  });

  it("hides secret lists in the note about a date if two campaigns are new", async () => {
    const hidden = { ...fall, listIds: secret(["list-3"]) };
    const notes = await notesOf([
      ["Campaign", "spring", { ...campaign, name: "Spring" }],
      ["Campaign", "fall", hidden],
      ["CampaignSchedule", "fall", dated],
    ]);
    expect(notes).to.have.length(1);
    expect(notes[0]).to.include("(list-5)");
    expect(notes[0]).to.not.include("list-3");
  });

  it("hides secret lists in the note about a date if one campaign is new", async () => {
    const notes = await notesOf([
      ["Campaign", "fall", { ...fall, listIds: secret(["list-3"]) }],
      ["CampaignSchedule", "fall", dated],
    ]);
    expect(notes).to.deep.equal([
      `CampaignSchedule: schedules "fall" for ${date} to an unknown number of contacts (its lists are secret). [campaign-audience campaignId]`,
    ]);
  });

  for (const [which, account, before, now] of [
    ["old", "hidden-before", secret(["list-5"]), ["list-3"]],
    ["new", "hidden-now", ["list-5"], secret(["list-3"])],
  ] as const) {
    it(`shows no list and no number of contacts in the note about changed recipients if the ${which} list is secret`, async () => {
      const client = await startPreview(account);
      const own = requestsOf(urnOf("Campaign", "spring"));
      const oldInputs = { ...campaign, listIds: before };
      const news = { ...campaign, listIds: now };
      const olds = { ...state, ...oldInputs, account };
      await client.check(own.check(news, oldInputs));
      await client.diff(own.diff("campaign-9", { olds, news, oldInputs }));
      await client.update(own.update("campaign-9", olds, news).setPreview(true));
      expect(warnings().filter((one) => one.includes("[campaign-audience"))).to.deep.equal([
        'Campaign "Elsewhere": changes its recipients from an unknown number of contacts (its lists are secret) to an unknown number of contacts (its lists are secret). [campaign-audience listIds]',
      ]);
    });
  }

  it("shows an adopted list's contacts if a new campaign gets the list and a date", async () => {
    const notes = await notesOf([
      ["List", "friends", { name: "Friends", existingId: "list-3" }],
      ["Campaign", "spring", { ...campaign, listIds: [unknown] }],
      ["CampaignSchedule", "spring", dated],
    ]);
    expect(notes).to.have.length(1);
    expect(notes[0]).to.include('to 3 contacts in "Friends" (list-3). [');
  });

  it("shows an adopted list's contacts if an existing campaign gets the list and a new date", async () => {
    const client = await startPreview("adopting");
    const list = requestsOf(urnOf("List", "friends"));
    const adopted = { name: "Friends", existingId: "list-3" };
    await client.check(list.check(adopted));
    await client.create(list.create(adopted).setPreview(true));
    const own = requestsOf(urnOf("Campaign", "spring"));
    const news = { ...campaign, listIds: ["list-5", unknown] };
    await client.check(own.check(news, campaign));
    const olds = { ...state, account: "adopting" };
    await client.diff(own.diff("campaign-9", { olds, news, oldInputs: campaign }));
    await client.update(own.update("campaign-9", olds, news).setPreview(true));
    await moveDate(client, "adopting");
    const notes = warnings().filter((one) => one.includes("[campaign-audience"));
    expect(notes).to.deep.equal([
      'Campaign "Elsewhere": changes its recipients from 5 contacts in "Customers" (list-5) to 8 contacts: 5 in "Customers" (list-5), 3 in "Friends" (list-3). [campaign-audience listIds list-5=5 list-5=5 list-3=3]',
      'CampaignSchedule "campaign-9": schedules "spring" for 2098-04-01 09:00:00 to 8 contacts: 5 in "Customers" (list-5), 3 in "Friends" (list-3). [campaign-audience campaignId list-5=5 list-3=3]',
    ]);
    const reads = sent(emulator().requests()).filter((one) => one === "GET /list/list-3");
    expect(reads).to.have.length(1);
  });

  it("shows no number of contacts if the campaign's list is still unknown in the preview", async () => {
    const notes = await notesOf([
      ["List", "friends", { name: "Friends", existingId: "list-3" }],
      ["List", "vip", { name: "VIP" }],
      ["Campaign", "spring", { ...campaign, listIds: [unknown] }],
      ["CampaignSchedule", "spring", dated],
    ]);
    expect(notes).to.have.length(1);
    expect(notes[0]).to.include("(its lists are known only after apply). [campaign-audience");
  });
});
