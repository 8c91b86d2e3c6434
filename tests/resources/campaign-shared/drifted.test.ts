import { expect } from "chai";
import { useLog } from "../../../provider/account/user-log";
import type { Properties } from "../../../provider/plain/value";
import { useSkippedWaits } from "../../support/clock";
import { extended, type Settings, useResource } from "../../support/resource";
import { currentRuntime } from "../../support/runtime";
import { spring } from "../campaign/spring";

const date = "2098-03-01 09:00:00";
const another = "2098-03-05 09:00:00";

/** Changes in the service after the last refresh, by somebody or by this program's own update. */
const edits = {
  "an unchanged campaign": {},
  "a renamed list": { list: { name: "Clients" } },
  "a list with more contacts": { list: { contact_count: 9 } },
  "reordered lists": { campaign: { list_ids: ["list-2", "list-1"] } },
  "another subject": { campaign: { subject: "Edited" } },
  "other HTML": { campaign: { html: "<p>Edited</p>" } },
  "another reply-to address and name": {
    campaign: { reply_email: "team@acme.example", name: "Edited" },
  },
  "another date": { campaign: { scheduled_at: "2098-05-09 10:00:00" } },
  "a pause": { campaign: { status: "Paused" } },
  "a resumption": { before: { status: "Paused" }, campaign: { status: "Scheduled" } },
  "another list": { campaign: { list_ids: ["list-9"] } },
  "the sending of the campaign": {
    campaign: { status: "Finished", sent_at: "2026-01-01T00:00:00Z" },
  },
  "the deletion of the campaign": { isDeleted: true },
  "the program's own new date": { ownDate: another },
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
  "another subject": {
    "the subject": `subject: somebody has changed it ${since}. This update sends the declared subject.`,
    "the text": subject,
    "the lists": subject,
    "the date": subject,
  },
  "other HTML": { "the subject": html, "the text": html, "the lists": html, "the date": html },
  "another reply-to address and name": {
    "the subject": others,
    "the text": others,
    "the lists": others,
    "the date": others,
  },
  "another date": {
    "the subject": moved,
    "the text": moved,
    "the lists": moved,
    "the date": moved,
  },
  "a pause": { "the subject": paused, "the text": paused, "the lists": paused },
  "a resumption": {
    "the subject": resumed,
    "the text": resumed,
    "the lists": resumed,
    "the date": resumed,
  },
  "another list": {
    "the subject": lists,
    "the text": lists,
    "the lists": lists,
    "the date": lists,
  },
  "the deletion of the campaign": {
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
  if (what === "another list") return ["list-9"];
  return what === "reordered lists" ? ["list-2", "list-1"] : ["list-1", "list-2"];
};

describe(`the provider after an edit (${currentRuntime()})`, function () {
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
      it(`${expected[what]?.[change] === undefined ? "doesn't report" : "reports"} campaign-drifted for ${what} if the update changes ${change}`, async () => {
        const sentence = expected[what]?.[change];
        const one = await edited(edits[what], extended);
        const found = await preview(one, change, extended);
        expect(found.errors).to.deep.equal([]);
        expect(found.warnings).to.have.length(sentence === undefined ? 0 : 1);
        if (sentence !== undefined) expect(found.warnings[0]).to.include(sentence);
        const reads = found.requests.filter((request) => !request.startsWith("GET /list/"));
        if (change === "nothing") expect(reads).to.deep.equal([]);
        // Only the ids of lists distinguish a renamed list from another list.
        const isSearched = change !== "nothing" && /a renamed list|another list/.test(what);
        const searches = reads.filter((request) => request === "POST /lists/search");
        expect(searches).to.have.length(isSearched ? 1 : 0);
        const { campaign } = changes[change];
        if (campaign && !/the (?:sending|deletion) of/.test(what)) {
          await resource("Campaign").update(one.id, one.state, found.declared);
          const held = emulator()
            .snapshot()
            .campaigns.find(({ id }) => id === one.id);
          expect(held?.list_ids).to.deep.equal(listsAfter(what, change));
          expect(held?.html).to.equal(what === "other HTML" ? "<p>Edited</p>" : spring.html);
        }
      });
    }

    const sentence = expected[what]?.["the subject"];
    const isFailing = sentence !== undefined && failing.includes(sentence);
    it(`reports ${isFailing ? "an error" : "no error"} for ${what} if preflight is "error"`, async () => {
      const strict = { ...extended, preflight: "error" };
      const one = await edited(edits[what], extended);
      const found = await preview(one, "the subject", strict);
      expect(found.errors).to.have.length(isFailing ? 1 : 0);
      expect(found.warnings).to.have.length(sentence === undefined || isFailing ? 0 : 1);
    });

    it(`doesn't report campaign-drifted for ${what} with the specified operations`, async () => {
      const one = await edited(edits[what], {});
      const found = await preview(one, "the subject", {});
      expect([found.warnings, found.errors]).to.deep.equal([[], []]);
      expect(found.requests.filter((request) => request.startsWith("POST"))).to.deep.equal([]);
    });
  }

  for (const [what, now, sentence] of [
    ["reports campaign-drifted for another list", ["list-9"], lists],
    ["doesn't report campaign-drifted for the update's own lists", ["list-1", "list-3"], undefined],
  ] as const) {
    it(`${what} if no refresh followed the update`, async () => {
      const one = await edited(edits["an unchanged campaign"], extended);
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

  it("doesn't report campaign-drifted if the program declares the list that somebody has set", async () => {
    const one = await edited(edits["another list"], extended);
    newRun({ ...extended, preflight: "error" });
    warnings().length = 0;
    await resource("Campaign").diff(one.id, one.state, { ...one.props, listIds: ["list-9"] });
    expect(warnings().filter((warning) => warning.includes("campaign-drifted"))).to.deep.equal([]);
  });

  it("doesn't report campaign-drifted if the program declares the HTML that somebody has set", async () => {
    const one = await edited(edits["other HTML"], extended);
    newRun(extended);
    warnings().length = 0;
    await resource("Campaign").diff(one.id, one.state, { ...one.props, html: "<p>Edited</p>" });
    expect(warnings().filter((warning) => warning.includes("campaign-drifted"))).to.deep.equal([]);
  });

  it("doesn't report campaign-drifted for HTML that a refresh has already found", async () => {
    const one = await edited(edits["other HTML"], extended);
    newRun(extended);
    const { props: state = {} } = await resource("Campaign").read(one.id, one.state);
    const found = await preview({ ...one, state }, "the subject", extended);
    expect(found.warnings).to.deep.equal([]);
  });

  it("reports campaign-drifted for the subject, not for HTML, if the state has no reading", async () => {
    const both = { subject: "Edited", html: "<p>Edited</p>" };
    const one = await edited({ campaign: both }, extended);
    const { __reading: _, ...state } = one.state;
    const found = await preview({ ...one, state }, "the text", extended);
    expect(found.warnings).to.have.length(1);
    expect(found.warnings[0]).to.include(subject);
  });

  for (const [what, allowed] of [
    ["another list", false],
    ["an unchanged campaign", true],
  ] as const) {
    it(`${allowed ? "sends a new date if unchanged lists have fewer contacts than maxRecipients" : "refuses a new date if another list has more contacts than maxRecipients"}`, async () => {
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
