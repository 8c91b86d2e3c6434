import { expect } from "chai";
import {
  type DateReading,
  type Decision,
  dateChange,
  decide,
  isOnlyRecorded,
  isOtherTime,
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
/** A state after somebody has moved the sent date in the service. */
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

describe("a date that is past by only one of two clocks", () => {
  // By the service's clock, which is two days ahead, all these dates are past.
  const now = () => ({ earlier: noon, later: noon + 48 * hourMs, words: "The clocks differ" });

  it("isn't only recorded, because by the other clock it may still be sent", () => {
    const at = { settings: argumentSettings({ timeZone: "UTC" }), now };
    const scheduledAt = "2027-01-11 13:00:00";
    expect(isOnlyRecorded(at, { scheduledAt, ignoreChecks: letPass })).to.equal(false);
    expect(isOnlyRecorded(at, { scheduledAt: long, ignoreChecks: letPass })).to.equal(true);
  });

  it("is sent again after a change of the time zone, because by the other clock it is ahead", () => {
    const at = { settings: argumentSettings({ timeZone: "America/New_York" }), now };
    const scheduledAt = "2027-01-12T12:00:00Z";
    const state = {
      campaignId: "campaign-2",
      scheduledAt,
      sent: true,
      sentTime: "2027-01-12 12:00:00",
    };
    expect(isOtherTime(at, state, { campaignId: "campaign-2", scheduledAt })).to.equal(true);
  });
});

describe("a CampaignSchedule's create or update", () => {
  for (const [title, world, expected] of [
    [
      "sends a new date to a draft",
      { step: { props }, reading: row("draft") },
      "send: after unsent",
    ],
    [
      "sends a new future date if the campaign can't be read",
      { step: { props }, reading: "unread" },
      "send",
    ],
    [
      "refuses a new past date if the campaign can't be read",
      { step: { props: past }, reading: "unread" },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a new past date even if the campaign is a draft",
      { step: { props: past }, reading: row("draft") },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a date that is past only by the service's clock",
      {
        step: { props: { ...props, scheduledAt: "2027-01-11 12:30:00" } },
        reading: "unread",
        aheadMs: hourMs,
      },
      `refuse: ${isPast}`,
    ],
    [
      "records a new date and sends nothing if the date is past by days and ignoreChecks has schedule-past",
      {
        step: { props: { ...props, scheduledAt: long, ignoreChecks: letPass } },
        reading: "unread",
      },
      "record: long past",
    ],
    [
      "refuses a change to a date that is past by days even if ignoreChecks has schedule-past",
      {
        step: { old: sent, props: { ...props, scheduledAt: long, ignoreChecks: letPass } },
        reading: "unread",
      },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a local time that occurs twice if the first occurrence is past",
      {
        step: { props: { ...props, scheduledAt: "2026-11-01 01:30:00" } },
        reading: "unread",
        timeZone: "America/New_York",
        aheadMs: Date.UTC(2026, 10, 1, 6) - noon,
      },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a new date that is past by less than a day even if ignoreChecks has schedule-past",
      { step: { props: { ...past, ignoreChecks: letPass } }, reading: "unread" },
      `refuse: ${isPast}`,
    ],
    [
      "refuses a date if the campaign is missing from the service's list",
      { step: { props }, reading: "missing" },
      "refuse: is missing from the service's",
    ],
    [
      "refuses to restore a date that was moved in the service if the service's list lacks the campaign",
      { step: { old: moved, props }, reading: "missing" },
      "refuse: is missing from the service's",
    ],
    [
      "refuses a changed date if the old date is past and the campaign can't be read",
      { step: { old: wentOut, props }, reading: "unread" },
      `refuse: ${alreadySent}`,
    ],
    [
      "sends a changed date if the old date is past and the campaign is still a draft",
      { step: { old: wentOut, props }, reading: row("draft") },
      "send: after unsent",
    ],
    [
      "refuses to change a draft's date on a retry if the old date is past",
      { step: { old: wentOut, props }, reading: row("draft"), first: row("draft") },
      `refuse: ${alreadySent}`,
    ],
    [
      "refuses to change a past date on a retry if the first attempt couldn't read the campaign",
      { step: { old: wentOut, props }, reading: row("draft"), first: "unread" },
      `refuse: ${alreadySent}`,
    ],
    [
      "sends a new date on a retry if the campaign has another date and the first attempt couldn't read the campaign",
      { step: { props }, reading: row("scheduled", other), first: "unread" },
      "send",
    ],
    [
      "sends a changed date if the old date is past but was never sent",
      { step: { old: neverSent, props }, reading: "unread" },
      "send",
    ],
    [
      "refuses a changed date if an earlier, unconfirmed date is past and the campaign can't be read",
      { step: { old: lost, props }, reading: "unread" },
      `refuse: ${mayHaveArrived}`,
    ],
    [
      "records a changed date and sends nothing if an earlier, unconfirmed date is past, the campaign can't be read and ignoreChecks has schedule-past",
      { step: { old: lost, props: { ...props, ignoreChecks: letPass } }, reading: "unread" },
      "record: unconfirmed",
    ],
    [
      "refuses a changed date, even with schedule-past in ignoreChecks, if an earlier, unconfirmed date is past only by the service's clock",
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
      "sends a changed date to a draft even if an earlier, unconfirmed date is past",
      { step: { old: lost, props: { ...props, ignoreChecks: letPass } }, reading: row("draft") },
      "send: after unsent",
    ],
    [
      "refuses a past date, even with schedule-past in ignoreChecks, if an earlier date is unconfirmed and the service has a third date",
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
      "sends nothing if the scheduled campaign already has the date",
      { step: { props }, reading: row("scheduled", "2027-01-20T09:00:00") },
      "keep",
    ],
    [
      "sends nothing if the scheduled campaign already has the declared past date",
      { step: { props: past }, reading: row("scheduled", passed) },
      "keep",
    ],
    [
      "sends nothing on a retry if the former draft is now scheduled with a date in an unknown format",
      { step: { props }, reading: row("scheduled", "20.1.2027"), first: row("draft") },
      "keep",
    ],
    [
      "sends a new date if the campaign is scheduled for another date",
      { step: { props }, reading: row("scheduled", other) },
      "send",
    ],
    [
      "sends nothing if the paused campaign already has the date",
      { step: { props }, reading: row("paused", declared, 0) },
      "keep: paused",
    ],
    [
      "sends nothing on a retry if the campaign was paused after the first attempt",
      { step: { props }, reading: row("paused", "20.1.2027", 0), first: row("draft") },
      "keep: paused",
    ],
    [
      "sends a changed date if the campaign is paused and no email was sent",
      { step: { old: sent, props }, reading: row("paused", other, 0) },
      "send: after unsent",
    ],
    [
      "refuses a date if the campaign is paused and some emails were sent",
      { step: { old: sent, props }, reading: row("paused", other, 7) },
      "refuse: is paused, and was sent",
    ],
    [
      "refuses a date if the campaign is paused and the service doesn't count sent emails",
      { step: { old: sent, props }, reading: row("paused", other) },
      "refuse: is paused, and the service",
    ],
    [
      "refuses a date if the campaign is being sent",
      { step: { props }, reading: row("processing", declared) },
      "refuse: is being sent",
    ],
    [
      "refuses a date if the campaign was aborted",
      { step: { props }, reading: row("aborted", declared) },
      "refuse: was aborted",
    ],
    [
      "names only the status of an aborted campaign if the new date is past, too",
      { step: { props: past }, reading: row("aborted", other) },
      "refuse: was aborted",
    ],
    [
      "refuses a date if the campaign has an unknown status",
      { step: { props }, reading: row("archived") },
      'refuse: has the status "archived"',
    ],
    [
      "refuses a new future date if the campaign was sent",
      { step: { props }, reading: row("finished", other) },
      "refuse: was sent",
    ],
    [
      "accepts a new date and sends nothing if the campaign was already sent on the same date",
      { step: { props }, reading: row("finished", declared) },
      "leave: sent",
    ],
    [
      "accepts a new past date and sends nothing if the campaign was sent",
      { step: { props: past }, reading: row("finished", other) },
      "leave: sent",
    ],
    [
      "refuses another future date for a sent campaign, and reports that the old date is past",
      { step: { old: wentOut, props }, reading: row("finished", passed) },
      `refuse: was sent: ${alreadySent}`,
    ],
    [
      "refuses to send the unchanged past date of a sent campaign, without a message about the old date",
      { step: { old: wentOut, props: past }, reading: row("finished", passed) },
      "refuse: was sent",
    ],
    [
      "sends the declared date if somebody has moved the date of the scheduled campaign",
      { step: { old: moved, props }, reading: row("scheduled", other) },
      "send",
    ],
    [
      "sends nothing if somebody has moved the date and the campaign is paused",
      { step: { old: moved, props }, reading: row("paused", other, 0) },
      "leave: moved",
    ],
    [
      "sends nothing if somebody has moved the date and the campaign is a draft again",
      { step: { old: moved, props }, reading: row("draft") },
      "leave: moved",
    ],
    [
      "sends nothing if somebody has moved the date and the campaign can't be read",
      { step: { old: moved, props }, reading: "unread" },
      "leave: unread",
    ],
    [
      "sends nothing if somebody has moved the date back to the declared one",
      { step: { old: moved, props }, reading: row("scheduled", declared) },
      "keep",
    ],
    [
      "refuses a date that is past in some time zones if timeZone is unset and the campaign can't be read",
      {
        step: { props: { ...props, scheduledAt: "2027-01-11 23:00:00" } },
        reading: "unread",
        timeZone: "",
      },
      "refuse: may be past in the",
    ],
    [
      "sends a date that is past in no time zone if timeZone is unset",
      {
        step: { props: { ...props, scheduledAt: "2027-01-12 02:30:00" } },
        reading: "unread",
        timeZone: "",
      },
      "send",
    ],
    [
      "sends a date that is past in some time zones if timeZone is unset and the campaign is a draft",
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

  it("reports that the clocks differ if a date is past only by the service's clock", () => {
    const step = { props: { ...props, scheduledAt: "2027-01-11 12:30:00" } };
    expect(decided({ step, reading: "unread", aheadMs: hourMs })).to.deep.equal({
      is: "refuse",
      doubt:
        "is in the past by now, so it is not sent. Set a later time, and run pulumi up. The clocks differ",
    });
  });
});

describe("an update with a new date after a lost response", function () {
  const { newRun, requests, emulator } = useDatedCampaign(this);
  const unconfirmedTimes = ["2020-01-01 09:00:00"];
  const state = { ...ahead, ...asSent, unconfirmedTimes, account: "loopback" };
  const later = { ...ahead, scheduledAt: "2098-04-01 09:00:00", ignoreChecks: letPass };

  it("sends no date if the setting is sending=refuse", async () => {
    const guarded = newRun({ sending: "refuse" });
    expect(await rejection(guarded.update("campaign-2", state, later))).to.include(
      'the setting sending is "refuse"',
    );
    expect(requests()).to.not.include("PUT /campaign/campaign-2");
    expect(emulator().snapshot().campaigns[1]?.status).to.equal("Draft");
  });
});
