import type { Resource } from "../../engine/resource";
import { urnParts } from "../../engine/urn";
import { present } from "../../input/plain";
import { endingOf, hasOtherTime, isRecordedOnly, pausedOf } from "../../mailing/date";
import { accountOf, isSameAccount } from "./account";
import { changesContent, isScheduleOf } from "./campaign";
import { isHidden, shownText } from "./hidden";
import type { PreviewedResource } from "./index";
import type { Mailing, MailParts, ScheduledMailing } from "./mailing-change";
import { dateOf, propsOf, sentDate, valuesOf } from "./schedule-state";

/** What becomes of the mails of a schedule that changes. */
export function mailingsOfSchedule(schedule: PreviewedResource, parts: MailParts): Mailing[] {
  const { change, old, now } = schedule;
  if (change === undefined) return [];
  const isGone = change === "delete" || change === "replace";
  return [
    ...(now === undefined ? [] : [newMailing(schedule, now, parts)]),
    ...(isGone && old && !isTakenOver(schedule, parts) ? [removed(schedule, old, parts)] : []),
  ];
}

/** What is known of a mailing by the resource of its schedule, as it is or as it was. */
export function aboutOf(
  schedule: PreviewedResource,
  state: Resource,
  { model, campaigns }: MailParts,
) {
  const campaign = campaigns.find((one) => isScheduleOf({ ...schedule, now: state }, one));
  const note = model.findings.find((one) => one.urn === schedule.urn && one.note)?.note;
  const { zone = note?.zone, provider } = accountOf(state, model);
  const id = shownText(valuesOf(state).campaignId);
  return {
    campaign,
    zone,
    about: present({
      urn: schedule.urn,
      campaign: campaign?.urn,
      name:
        campaign === undefined
          ? (note?.campaign ?? id ?? "a campaign that is not in the preview")
          : urnParts(campaign.urn).name,
      provider,
      note,
    }),
  };
}

function newMailing(schedule: PreviewedResource, now: Resource, parts: MailParts): Mailing {
  const { change } = schedule;
  const isImported = change === "import";
  const before = change === "update" ? schedule.old : oldOfSame(schedule, parts);
  const old = isImported ? undefined : before;
  const { campaign, zone, about } = aboutOf(schedule, now, parts);
  const date = dateOf(now, zone);
  const inputs = (campaign?.now ?? campaign?.old)?.inputs;
  const inputsBefore = campaign?.change === "update" ? campaign.old?.inputs : undefined;
  const shown = present({ ...about, date, inputs, inputsBefore });
  if (isRecorded(now, zone)) return { ...shown, change: "recorded" };
  if (old === undefined && !isImported) return { ...shown, change: "new" };
  const contentChanges = campaign !== undefined && changesContent(campaign);
  if (old !== undefined && isMoved(schedule, { old, now, zone })) {
    return { ...shown, change: "moved", dateBefore: sentDate(old, zone), contentChanges };
  }
  const ending = endingOf(propsOf(old ?? now), zone) ?? pausedOf(propsOf(old ?? now));
  return present({ ...shown, change: "kept", contentChanges, ending });
}

interface Compared {
  readonly old: Resource;
  readonly now: Resource;
  readonly zone: string | undefined;
}

/** Whether the service gets another date, or may get one: of those that are not shown, only the engine knows it. */
function isMoved(schedule: PreviewedResource, { old, now, zone }: Compared): boolean {
  const dates = [old, now].map((state) => valuesOf(state).scheduledAt);
  if (dates.every(isHidden) && schedule.change === "update") {
    return [...schedule.inputs, ...schedule.mayDiffer].includes("scheduledAt");
  }
  const { time } = dateOf(now, zone);
  return time === undefined || hasOtherTime(propsOf(old), propsOf(now), zone);
}

function removed(schedule: PreviewedResource, old: Resource, parts: MailParts): Mailing {
  const { campaign, zone, about } = aboutOf(schedule, old, parts);
  const { note: _note, ...named } = about;
  // What is sent on the date that stays is the campaign as this update leaves it.
  const isLeft = campaign?.change === "replace";
  const inputs = (isLeft ? campaign.old : (campaign?.now ?? campaign?.old))?.inputs;
  const ending = endingOf(propsOf(old), zone) ?? pausedOf(propsOf(old));
  return present({
    ...named,
    change: "removed",
    date: sentDate(old, zone),
    inputs,
    inputsBefore: campaign?.old?.inputs,
    contentChanges: campaign !== undefined && changesContent(campaign),
    ending,
  });
}

/** Whether a date is only noted in the state, and not sent to the service. */
function isRecorded(state: Resource, zone: string | undefined): boolean {
  const { time } = dateOf(state, zone);
  return time !== undefined && isRecordedOnly({ ...propsOf(state), scheduledAt: time }, zone);
}

/**
 * A new schedule of the same campaign takes the place of a removed one, such as after a rename or where it is replaced; but a date that is only recorded
 * leaves the one that the service has.
 */
function isTakenOver({ old }: PreviewedResource, parts: MailParts): boolean {
  return parts.schedules.some(
    (one) =>
      one.now !== undefined &&
      isSameCampaign(old, one.now) &&
      !isRecorded(one.now, aboutOf(one, one.now, parts).zone),
  );
}

/** The removed or replaced schedule whose place a new one takes. */
function oldOfSame({ now }: PreviewedResource, { schedules }: MailParts): Resource | undefined {
  return schedules.find(
    ({ change, old }) => (change === "delete" || change === "replace") && isSameCampaign(now, old),
  )?.old;
}

/** Whether two schedules are known to be of the same campaign, which is one of the same account. */
function isSameCampaign(one: Resource | undefined, other: Resource | undefined): boolean {
  const id = shownText(one?.inputs?.campaignId);
  if (id === undefined || one === undefined || other === undefined) return false;
  return other.inputs?.campaignId === id && isSameAccount(one, other);
}

/** The mail of a schedule that does not change. */
export function sameMailing(schedule: PreviewedResource, parts: MailParts): ScheduledMailing[] {
  const state = schedule.old ?? schedule.now;
  if (state === undefined) return [];
  const { campaign, zone, about } = aboutOf(schedule, state, parts);
  if (endingOf(propsOf(state), zone) !== undefined) return [];
  const inputs = (campaign?.now ?? campaign?.old)?.inputs;
  const date = sentDate(state, zone);
  return [present({ ...about, inputs, change: "same", date })];
}
