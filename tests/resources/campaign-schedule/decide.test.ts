import { expect } from "chai";
import {
  type DateReading,
  type Decision,
  dateChange,
  decide,
  type ShownDate,
} from "../../../provider/resources/campaign-schedule/decide";
import type { ScheduleStep } from "../../../provider/resources/campaign-schedule/props";
import { argumentSettings } from "../../../provider/settings/settings";
import { rejection } from "../../support/rejection";
import { ahead, asSent, useDatedCampaign } from "./dated-campaign";

const noon = Date.UTC(2027, 0, 11, 12);
const hourMs = 3_600_000;
const declared = "2027-01-20 09:00:00";
const other = "2027-01-25 09:00:00";
const passed = "2027-01-11 11:00:00";
const long = "2027-01-09 09:00:00";

const props = { campaignId: "campaign-2", scheduledAt: declared };
const past = { ...props, scheduledAt: passed };
const letPass = ["schedule-past"];
const sent = { ...props, scheduledAt: other, sent: true, sentTime: other };
const wentOut = { ...sent, scheduledAt: passed, sentTime: passed };
const lost = { ...sent, unconfirmedTimes: [passed] };
/** The date was sent, and somebody has moved it in the service. */
const moved = { ...sent, __reading: { scheduledDate: declared, declared } };
const { sentTime: _, ...neverSent } = { ...wentOut, sent: false };

const row = (status: string, scheduledDate?: string, counted?: number): ShownDate => ({
  status,
  ...(scheduledDate !== undefined && { scheduledDate }),
  report: counted === undefined ? {} : { sent: counted },
});

interface World {
  readonly step: ScheduleStep;
  readonly reading: DateReading;
  readonly first?: ShownDate | "unread";
  readonly timeZone?: string;
  /** How far the service's clock is ahead of this machine's. */
  readonly aheadMs?: number;
}

function decided({ step, reading, first, timeZone = "UTC", aheadMs = 0 }: World): Decision {
  const change = dateChange(step, argumentSettings({ timeZone }));
  const later = noon + aheadMs;
  const words = aheadMs === 0 ? {} : { words: "The clocks differ" };
  return decide({ ...change, first }, reading, { earlier: noon, later, ...words });
}

/** A decision as one line, with the first words of its reason. */
function inShort(decision: Decision): string {
  const { is, why, campaign, doubt, isShownUnsent } = {
    ...{ why: undefined, campaign: undefined, doubt: undefined, isShownUnsent: undefined },
    ...decision,
  };
  const words = [campaign, doubt].flatMap((one) => one?.split(" ").slice(0, 5).join(" ") ?? []);
  return [is, ...(isShownUnsent ? ["after unsent"] : []), ...(why ? [why] : []), ...words].join(
    ": ",
  );
}

const alreadySent = "can't be changed: the old";
const isPast = "is in the past by";
const mayHaveArrived = "a date that was sent";

describe("decide", () => {
  for (const [title, world, expected] of [
    [
      "sends a new date to a draft",
      { step: { props }, reading: row("draft") },
      "send: after unsent",
    ],
    [
      "sends a new date that lies ahead to a campaign that can't be read",
      { step: { props }, reading: "unread" },
      "send",
    ],
    [
      "refuses a new date that has passed if nothing shows the campaign",
      { step: { props: past }, reading: "unread" },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a new date that has passed even of a draft",
      { step: { props: past }, reading: row("draft") },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a date by the clock that is ahead",
      {
        step: { props: { ...props, scheduledAt: "2027-01-11 12:30:00" } },
        reading: "unread",
        aheadMs: hourMs,
      },
      `refuse: ${isPast}`,
    ],
    [
      "leaves the decision to the update if only the update reads the campaign",
      { step: { old: wentOut, props }, reading: "later" },
      "send",
    ],
    [
      "records a new date that is long past if the program allows it",
      {
        step: { props: { ...props, scheduledAt: long, ignoreChecks: letPass } },
        reading: "unread",
      },
      "record: long past",
    ],
    [
      "refuses a changed date that is long past although the program allows it",
      {
        step: { old: sent, props: { ...props, scheduledAt: long, ignoreChecks: letPass } },
        reading: "unread",
      },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a date in the hour that the clocks repeat once its first time has passed",
      {
        step: { props: { ...props, scheduledAt: "2026-11-01 01:30:00" } },
        reading: "unread",
        timeZone: "America/New_York",
        aheadMs: Date.UTC(2026, 10, 1, 6) - noon,
      },
      `refuse: ${isPast}`,
    ],
    [
      "records no date that is past by less than a day",
      { step: { props: { ...past, ignoreChecks: letPass } }, reading: "unread" },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a date if the service's list lacks the campaign",
      { step: { props }, reading: "missing" },
      "refuse: is missing from the service's",
    ],
    [
      "refuses a date that somebody has moved if the service's list lacks the campaign",
      { step: { old: moved, props }, reading: "missing" },
      "refuse: is missing from the service's",
    ],
    [
      "refuses a change if the old date has passed and nothing shows the campaign",
      { step: { old: wentOut, props }, reading: "unread" },
      `refuse: ${alreadySent}`,
    ],
    [
      "sends a changed date after the old date if the campaign shows that nothing was sent",
      { step: { old: wentOut, props }, reading: row("draft") },
      "send: after unsent",
    ],
    [
      "refuses a change in a second attempt although the list shows a draft",
      { step: { old: wentOut, props }, reading: row("draft"), first: row("draft") },
      `refuse: ${alreadySent}`,
    ],
    [
      "refuses a change in a second attempt although the list shows a draft, if the first couldn't read the campaign",
      { step: { old: wentOut, props }, reading: row("draft"), first: "unread" },
      `refuse: ${alreadySent}`,
    ],
    [
      "sends another date to a scheduled campaign that the first attempt couldn't read",
      { step: { props }, reading: row("scheduled", other), first: "unread" },
      "send",
    ],
    [
      "ignores an old date that was only recorded",
      { step: { old: neverSent, props }, reading: "unread" },
      "send",
    ],
    [
      "refuses a change if a date without a response has passed",
      { step: { old: lost, props }, reading: "unread" },
      `refuse: ${mayHaveArrived}`,
    ],
    [
      "records the change of a date without a response if the program allows it",
      { step: { old: lost, props: { ...props, ignoreChecks: letPass } }, reading: "unread" },
      "record: unconfirmed",
    ],
    [
      "refuses to record if only one of two clocks shows that a date has passed",
      {
        step: {
          old: { ...sent, unconfirmedTimes: ["2027-01-11 12:30:00"] },
          props: { ...props, ignoreChecks: letPass },
        },
        reading: "unread",
        aheadMs: hourMs,
      },
      `refuse: ${mayHaveArrived}`,
    ],
    [
      "sends a changed date after a lost response if the campaign shows that nothing was sent",
      { step: { old: lost, props: { ...props, ignoreChecks: letPass } }, reading: row("draft") },
      "send: after unsent",
    ],
    [
      "refuses to record if the campaign has another date",
      {
        step: {
          old: { ...lost, scheduledAt: declared },
          props: { ...past, ignoreChecks: letPass },
        },
        reading: row("scheduled", other),
      },
      `refuse: ${mayHaveArrived}`,
    ],
    [
      "keeps the date that a scheduled campaign has",
      { step: { props }, reading: row("scheduled", "2027-01-20T09:00:00") },
      "keep",
    ],
    [
      "keeps a date that has passed by now if the campaign has it",
      { step: { props: past }, reading: row("scheduled", passed) },
      "keep",
    ],
    [
      "keeps the date that the first attempt has set, in any form",
      { step: { props }, reading: row("scheduled", "20.1.2027"), first: row("draft") },
      "keep",
    ],
    [
      "sends another date to a scheduled campaign",
      { step: { props }, reading: row("scheduled", other) },
      "send",
    ],
    [
      "keeps a campaign paused that has the date",
      { step: { props }, reading: row("paused", declared, 0) },
      "keep: paused",
    ],
    [
      "keeps a campaign paused that was paused after the first attempt",
      { step: { props }, reading: row("paused", "20.1.2027", 0), first: row("draft") },
      "keep: paused",
    ],
    [
      "sends another date to a paused campaign of which nothing was sent",
      { step: { old: sent, props }, reading: row("paused", other, 0) },
      "send: after unsent",
    ],
    [
      "refuses a paused campaign of which a part was sent",
      { step: { old: sent, props }, reading: row("paused", other, 7) },
      "refuse: is paused, and was sent",
    ],
    [
      "refuses a paused campaign if the service gives no count",
      { step: { old: sent, props }, reading: row("paused", other) },
      "refuse: is paused, and the service",
    ],
    [
      "refuses a campaign that is being sent",
      { step: { props }, reading: row("processing", declared) },
      "refuse: is being sent",
    ],
    [
      "refuses a campaign that was aborted",
      { step: { props }, reading: row("aborted", declared) },
      "refuse: was aborted",
    ],
    [
      "refuses an unknown status",
      { step: { props }, reading: row("archived") },
      'refuse: has the status "archived"',
    ],
    [
      "refuses a new date that lies ahead for a campaign that was sent",
      { step: { props }, reading: row("finished", other) },
      "refuse: was sent",
    ],
    [
      "leaves a campaign that was sent on the new date",
      { step: { props }, reading: row("finished", declared) },
      "leave: sent",
    ],
    [
      "leaves a campaign that was sent if the new date has passed",
      { step: { props: past }, reading: row("finished", other) },
      "leave: sent",
    ],
    [
      "refuses a changed date for a campaign that was sent, and says that its old date is past",
      { step: { old: wentOut, props }, reading: row("finished", passed) },
      `refuse: was sent: ${alreadySent}`,
    ],
    [
      "reports no doubt about a changed date if the campaign was sent on that date",
      { step: { old: wentOut, props: past }, reading: row("finished", passed) },
      "refuse: was sent",
    ],
    [
      "sends a moved date back to a scheduled campaign",
      { step: { old: moved, props }, reading: row("scheduled", other) },
      "send",
    ],
    [
      "leaves a moved date in a paused campaign",
      { step: { old: moved, props }, reading: row("paused", other, 0) },
      "leave: moved",
    ],
    [
      "leaves a moved date in a campaign that is a draft again",
      { step: { old: moved, props }, reading: row("draft") },
      "leave: moved",
    ],
    [
      "leaves a moved date if the campaign can't be read",
      { step: { old: moved, props }, reading: "unread" },
      "leave: unread",
    ],
    [
      "keeps a moved date that somebody has moved back",
      { step: { old: moved, props }, reading: row("scheduled", declared) },
      "keep",
    ],
    [
      "refuses a date that may have passed if the service's zone is not set",
      {
        step: { props: { ...props, scheduledAt: "2027-01-11 23:00:00" } },
        reading: "unread",
        timeZone: "",
      },
      "refuse: may be past in the",
    ],
    [
      "sends a date that is past nowhere if the service's zone is not set",
      {
        step: { props: { ...props, scheduledAt: "2027-01-12 02:30:00" } },
        reading: "unread",
        timeZone: "",
      },
      "send",
    ],
    [
      "sends a date that may have passed if the campaign shows that nothing was sent",
      {
        step: { props: { ...props, scheduledAt: "2027-01-11 23:00:00" } },
        reading: row("draft"),
        timeZone: "",
      },
      "send: after unsent",
    ],
  ] as const satisfies readonly (readonly [string, World, string])[]) {
    it(title, () => {
      expect(inShort(decided(world))).to.equal(expected);
    });
  }

  it("reports the times of the machine's and the service's clock if they differ", () => {
    const step = { props: { ...props, scheduledAt: "2027-01-11 12:30:00" } };
    expect(decided({ step, reading: "unread", aheadMs: hourMs })).to.deep.equal({
      is: "refuse",
      doubt:
        "is in the past by now, so it is not sent. Set a later time, and run pulumi up. The clocks differ",
    });
  });
});

describe("a new date after a date whose request got no response", function () {
  const { newRun, requests, emulator } = useDatedCampaign(this);
  const unconfirmedTimes = ["2020-01-01 09:00:00"];
  const state = { ...ahead, ...asSent, unconfirmedTimes, account: "loopback" };
  const later = { ...ahead, scheduledAt: "2098-04-01 09:00:00", ignoreChecks: letPass };

  it("is checked by the guards even if the state has the date as only recorded, because the campaign may be a draft", async () => {
    const guarded = newRun({ sending: "refuse" });
    expect(await rejection(guarded.update("campaign-2", state, later))).to.include(
      'the setting sending is "refuse"',
    );
    expect(requests()).to.not.include("PUT /campaign/campaign-2");
    expect(emulator().snapshot().campaigns[1]?.status).to.equal("Draft");
  });
});
