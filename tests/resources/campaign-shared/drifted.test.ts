import { expect } from "chai";
import { useLog } from "../../../provider/account/step";
import type { Properties } from "../../../provider/plain/value";
import { useSkippedWaits } from "../../support/clock";
import { extended, type Settings, useResource } from "../../support/resource";
import { spring } from "../campaign/spring";

const date = "2098-03-01 09:00:00";
const another = "2098-03-05 09:00:00";

/** Changes in the service after the last refresh, by somebody or by this program's own update. */
const edits = {
  "nobody has edited the campaign": {},
  "somebody has renamed a list": { list: { name: "Clients" } },
  "a list has gained contacts": { list: { contact_count: 9 } },
  "somebody has reordered the lists": { campaign: { list_ids: ["list-2", "list-1"] } },
  "somebody has edited the subject": { campaign: { subject: "Edited" } },
  "somebody has edited the HTML": { campaign: { html: "<p>Edited</p>" } },
  "somebody has edited the reply-to address and the name": {
    campaign: { reply_email: "team@acme.example", name: "Edited" },
  },
  "somebody has moved the date": { campaign: { scheduled_at: "2098-05-09 10:00:00" } },
  "somebody has paused the campaign": { campaign: { status: "Paused" } },
  "somebody has resumed the campaign": {
    before: { status: "Paused" },
    campaign: { status: "Scheduled" },
  },
  "somebody has replaced the lists": { campaign: { list_ids: ["list-9"] } },
  "the campaign was sent": {
    campaign: { status: "Finished", sent_at: "2026-01-01T00:00:00Z" },
  },
  "the campaign was deleted": { isDeleted: true },
  "the program itself has changed the date": { ownDate: another },
} as const satisfies Readonly<Record<string, Edit>>;

interface Edit {
  /** Fields of the campaign in the service before the refresh. */
  readonly before?: object;
  readonly campaign?: object;
  readonly list?: object;
  readonly isDeleted?: true;
  readonly ownDate?: string;
}

type What = keyof typeof edits;

type Change = "the subject" | "the text" | "the lists" | "the date" | "nothing";

/** The inputs that the update changes. */
const changes: Readonly<
  Record<Change, { readonly campaign?: object; readonly scheduledAt?: string }>
> = {
  "the subject": { campaign: { subject: "Newer" } },
  "the text": { campaign: { plainText: "Hello again. %%unsubscribe%%" } },
  "the lists": { campaign: { listIds: ["list-1", "list-3"] } },
  "the date": { scheduledAt: "2098-04-01 09:00:00" },
  nothing: {},
};

/** The first words of each finding, after the name of the resource. */
const moved = "was moved from 2098-03-01 09:00:00 to 2098-05-09 10:00:00";
const lists = "listIds: somebody has changed the lists";
const since = "in the service's web app since the campaign was last read";
const kept = (inputs: string) =>
  `This update sends no ${inputs}, so the email goes out as the service has it.`;
const subject = `subject: somebody has changed it ${since}. ${kept("subject")}`;
const html = `html: somebody has changed it ${since}, or the service has rewritten the HTML. ${kept("html")}`;
const others = `name, replyTo: somebody has changed them ${since}. ${kept("name, replyTo")}`;
const paused = "somebody has paused the campaign";
const resumed = "was paused when it was last read, and somebody has resumed it";
const missing = "is missing from the service's list of campaigns";

/** The expected finding by edit and by change of the update. Absent if nothing is reported. */
const expected: Readonly<Partial<Record<What, Readonly<Partial<Record<Change, string>>>>>> = {
  "somebody has edited the subject": {
    "the subject": `subject: somebody has changed it ${since}. This update sends the declared subject.`,
    "the text": subject,
    "the lists": subject,
    "the date": subject,
  },
  "somebody has edited the HTML": {
    "the subject": html,
    "the text": html,
    "the lists": html,
    "the date": html,
  },
  "somebody has edited the reply-to address and the name": {
    "the subject": others,
    "the text": others,
    "the lists": others,
    "the date": others,
  },
  "somebody has moved the date": {
    "the subject": moved,
    "the text": moved,
    "the lists": moved,
    "the date": moved,
  },
  "somebody has paused the campaign": {
    "the subject": paused,
    "the text": paused,
    "the lists": paused,
  },
  "somebody has resumed the campaign": {
    "the subject": resumed,
    "the text": resumed,
    "the lists": resumed,
    "the date": resumed,
  },
  "somebody has replaced the lists": {
    "the subject": lists,
    "the text": lists,
    "the lists": lists,
    "the date": lists,
  },
  "the campaign was deleted": {
    "the subject": missing,
    "the text": missing,
    "the lists": missing,
  },
};

/** The findings that fail a preview if `preflight` is "error". */
const failing = [moved, lists];

/** The campaign's lists in the service after the update. Only an update of `listIds` changes them. */
const listsAfter = (what: What, change: Change) => {
  if (change === "the lists") return ["list-1", "list-3"];
  if (what === "somebody has replaced the lists") return ["list-9"];
  return what === "somebody has reordered the lists" ? ["list-2", "list-1"] : ["list-1", "list-2"];
};

/** The result of a preview with `preflight` "error", as a part of the test's name. */
function reportOf(sentence: string | undefined, isFailing: boolean): string {
  if (sentence === undefined) return `doesn't report the finding "campaign-drifted"`;
  return `reports the finding "campaign-drifted" ${isFailing ? "as an error" : "only as a warning"}`;
}

describe("the provider", function () {
  useSkippedWaits(this);
  const runs = useResource(this, "Campaign");
  const { emulator, newRun, resource, warnings, requests } = runs;

  this.beforeEach("adds lists", () => {
    const example = emulator().snapshot();
    const added = [
      { id: "list-3", name: "Friends", contact_count: 3 },
      { id: "list-9", name: "Everybody", contact_count: 3_000_000 },
    ];
    emulator().seed({ ...example, lists: [...example.lists, ...added] });
  });

  /** Creates, schedules and refreshes a campaign, and then edits it in the service. */
  async function edited({ before, campaign, list, isDeleted, ownDate }: Edit, settings: Settings) {
    newRun(settings);
    const props = { ...spring, listIds: ["list-1", "list-2"], ignoreChecks: ["list-empty"] };
    const made = await resource("Campaign").create(props);
    const { id } = made;
    const dated = { campaignId: id, scheduledAt: date };
    const schedule = await resource("CampaignSchedule").create(dated);
    if (before) emulator().patch("campaigns", id, before);
    newRun(settings);
    const { props: state = made.outs } = await resource("Campaign").read(id, made.outs);
    const { props: read = schedule.outs } = await resource("CampaignSchedule").read(
      id,
      schedule.outs,
    );
    if (list) emulator().patch("lists", "list-1", list);
    if (isDeleted) emulator().remove("campaigns", id);
    if (campaign) emulator().patch("campaigns", id, campaign);
    if (ownDate === undefined) return { id, props, dated, state, read };
    emulator().patch("campaigns", id, { status: "Paused" });
    newRun(settings);
    const own = { ...dated, scheduledAt: ownDate };
    const { outs } = await resource("CampaignSchedule").update(id, read, own);
    return { id, props, dated: own, state, read: outs };
  }

  type Edited = Awaited<ReturnType<typeof edited>>;

  /** The findings of a preview: the warnings and errors from the diffs of the campaign and its schedule. */
  async function preview(
    { id, props, dated, state, read }: Edited,
    change: Change,
    more: Settings,
  ) {
    const { campaign, scheduledAt } = changes[change];
    newRun(more);
    useLog();
    warnings().length = 0;
    requests();
    const declared = { ...props, ...campaign };
    const errors: string[] = [];
    const diff = (kind: "Campaign" | "CampaignSchedule", old: Properties, now: Properties) =>
      resource(kind)
        .diff(id, old, now)
        .catch(({ message }: Error) => errors.push(message));
    await diff("Campaign", state, declared);
    await diff("CampaignSchedule", read, { ...dated, ...(scheduledAt && { scheduledAt }) });
    const own = (all: readonly string[]) => all.filter((one) => one.endsWith("[campaign-drifted]"));
    return { declared, warnings: own(warnings()), errors: own(errors), requests: requests() };
  }

  for (const what of Object.keys(edits) as What[]) {
    for (const change of Object.keys(changes) as Change[]) {
      it(`${expected[what]?.[change] === undefined ? "doesn't report" : "reports"} the finding "campaign-drifted" if ${what} and the update changes ${change}`, async () => {
        const sentence = expected[what]?.[change];
        const one = await edited(edits[what], extended);
        const found = await preview(one, change, extended);
        expect(found.errors).to.deep.equal([]);
        expect(found.warnings).to.have.length(sentence === undefined ? 0 : 1);
        if (sentence !== undefined) expect(found.warnings[0]).to.include(sentence);
        const reads = found.requests.filter((request) => !request.startsWith("GET /list/"));
        if (change === "nothing") expect(reads).to.deep.equal([]);
        // Only the ids of lists distinguish a renamed list from another list.
        const isSearched = change !== "nothing" && /renamed a list|replaced the lists/.test(what);
        const searches = reads.filter((request) => request === "POST /lists/search");
        expect(searches).to.have.length(isSearched ? 1 : 0);
        const { campaign } = changes[change];
        if (campaign && !/was (?:sent|deleted)/.test(what)) {
          await resource("Campaign").update(one.id, one.state, found.declared);
          const held = emulator()
            .snapshot()
            .campaigns.find(({ id }) => id === one.id);
          expect(held?.list_ids).to.deep.equal(listsAfter(what, change));
          expect(held?.html).to.equal(
            what === "somebody has edited the HTML" ? "<p>Edited</p>" : spring.html,
          );
        }
      });
    }

    const sentence = expected[what]?.["the subject"];
    const isFailing = sentence !== undefined && failing.includes(sentence);
    it(`${reportOf(sentence, isFailing)} if ${what} and preflight is "error"`, async () => {
      const strict = { ...extended, preflight: "error" };
      const one = await edited(edits[what], extended);
      const found = await preview(one, "the subject", strict);
      expect(found.errors).to.have.length(isFailing ? 1 : 0);
      expect(found.warnings).to.have.length(sentence === undefined || isFailing ? 0 : 1);
    });

    it(`doesn't report the finding "campaign-drifted" ${expected[what] ? "even if" : "if"} ${what} (operations=specified)`, async () => {
      const one = await edited(edits[what], {});
      const found = await preview(one, "the subject", {});
      expect([found.warnings, found.errors]).to.deep.equal([[], []]);
      expect(found.requests.filter((request) => request.startsWith("POST"))).to.deep.equal([]);
    });
  }

  for (const [result, what, now, sentence] of [
    ["reports", "somebody has replaced the lists of the last update", ["list-9"], lists],
    [
      "doesn't report",
      "the campaign still has the lists of the last update",
      ["list-1", "list-3"],
      undefined,
    ],
  ] as const) {
    it(`${result} the finding "campaign-drifted" if ${what}`, async () => {
      const one = await edited(edits["nobody has edited the campaign"], extended);
      const props = { ...one.props, listIds: ["list-1", "list-3"] };
      const { outs } = await resource("Campaign").update(one.id, one.state, props);
      emulator().patch("campaigns", one.id, { list_ids: now });
      newRun(extended);
      warnings().length = 0;
      await resource("Campaign").diff(one.id, outs ?? {}, { ...props, subject: "Newer" });
      const found = warnings().filter((warning) => warning.endsWith("[campaign-drifted]"));
      expect(found).to.have.length(sentence === undefined ? 0 : 1);
      if (sentence !== undefined) expect(found[0]).to.include(sentence);
    });
  }

  it(`doesn't report the finding "campaign-drifted" if the update changes listIds to the list that somebody has set in the service`, async () => {
    const one = await edited(edits["somebody has replaced the lists"], extended);
    newRun({ ...extended, preflight: "error" });
    warnings().length = 0;
    await resource("Campaign").diff(one.id, one.state, { ...one.props, listIds: ["list-9"] });
    expect(warnings().filter((warning) => warning.includes("campaign-drifted"))).to.deep.equal([]);
  });

  it(`doesn't report the finding "campaign-drifted" if the update changes html to the HTML that somebody has set in the service`, async () => {
    const one = await edited(edits["somebody has edited the HTML"], extended);
    newRun(extended);
    warnings().length = 0;
    await resource("Campaign").diff(one.id, one.state, { ...one.props, html: "<p>Edited</p>" });
    expect(warnings().filter((warning) => warning.includes("campaign-drifted"))).to.deep.equal([]);
  });

  it(`doesn't report the finding "campaign-drifted" if a refresh has already found the edited HTML`, async () => {
    const one = await edited(edits["somebody has edited the HTML"], extended);
    newRun(extended);
    const { props: state = {} } = await resource("Campaign").read(one.id, one.state);
    const found = await preview({ ...one, state }, "the subject", extended);
    expect(found.warnings).to.deep.equal([]);
  });

  it('reports the finding "campaign-drifted" only about the subject if the campaign was never read before', async () => {
    const both = { subject: "Edited", html: "<p>Edited</p>" };
    const one = await edited({ campaign: both }, extended);
    const { __reading: _, ...state } = one.state;
    const found = await preview({ ...one, state }, "the text", extended);
    expect(found.warnings).to.have.length(1);
    expect(found.warnings[0]).to.include(subject);
  });

  for (const [what, allowed] of [
    ["somebody has replaced the lists", false],
    ["nobody has edited the campaign", true],
  ] as const) {
    it(`${allowed ? 'sends a new date if the lists have fewer contacts than the setting "maxRecipients" allows' : 'refuses a new date if somebody has set a list with more contacts than the setting "maxRecipients" allows'}`, async () => {
      const guarded = { ...extended, maxRecipients: "1000" };
      const one = await edited(edits[what], guarded);
      emulator().patch("campaigns", one.id, { status: "Paused" });
      newRun(guarded);
      await resource("Campaign").diff(one.id, one.state, one.props);
      const moved = { ...one.dated, scheduledAt: another };
      const update = resource("CampaignSchedule").update(one.id, one.read, moved);
      const refusal = await update.then(
        () => "",
        ({ message }: Error) => message,
      );
      expect(refusal).to.include(
        allowed
          ? ""
          : "the campaign goes to 3000000 contacts, but the setting maxRecipients allows 1000",
      );
      const held = emulator()
        .snapshot()
        .campaigns.find(({ id }) => id === one.id);
      expect(held?.scheduled_at).to.equal(allowed ? another : date);
    });
  }
});
