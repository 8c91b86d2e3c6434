import { urnParts } from "../../../provider/engine/urn";
import type { CampaignFacts } from "../../../provider/input/campaign-reading";
import { endingOf, hasOtherTime, isRecordedOnly } from "../../../provider/input/mailing-date";
import { isSameTime, momentOf } from "../../../provider/input/moment";
import { isUnknown, present } from "../../../provider/input/plain";
import type { Resource } from "../../engine/resource";
import type { PreviewedResource } from "./index";
import { isHidden, shownText } from "./input";
import { listsToCreate } from "./known-list";
import {
  dateOf,
  type Mailing,
  type MailParts,
  recordedOnly,
  scheduleProps,
  sentDate,
  valuesOf,
} from "./mailing-change";
import { accountOf, explicitProvider, isSameAccount } from "./preview-account";
import { closedBy, dateRead, pausedInService, readOf, standingOf } from "./read-campaign";
import { changesContent, isAdopted, isScheduleOf, secretSubject } from "./shown-campaign";

/** What becomes of the mails of a schedule that changes. */
export function mailingsOfSchedule(schedule: PreviewedResource, parts: MailParts): Mailing[] {
  const { change, old, now } = schedule;
  if (change === undefined) {
    return now && isInOtherZone(schedule, parts.model) ? [newMailing(schedule, now, parts)] : [];
  }
  const isGone = change === "delete" || change === "replace";
  return [
    ...(now === undefined ? [] : [newMailing(schedule, now, parts)]),
    ...(isGone && old && !isTakenOver(schedule, parts) ? [removed(schedule, old, parts)] : []),
  ];
}

/** What is known of a mailing by the resource of its schedule, as it is or as it was. */
function aboutOf(schedule: PreviewedResource, state: Resource, { model, campaigns }: MailParts) {
  const campaign = campaigns.find((one) => isScheduleOf({ ...schedule, now: state }, one));
  const note = model.findings.find((one) => one.urn === schedule.urn && one.note)?.note;
  const { zone = note?.zone, provider } = accountOf(state, model);
  const read = readOf(model, [schedule.urn, campaign?.urn]);
  const closed = closedBy(read) ?? closedIn(model, [schedule.urn, campaign?.urn]);
  const id = shownText(valuesOf(state).campaignId);
  const isLater = isUnknown(valuesOf(state).campaignId);
  const absent = `a campaign that ${isLater ? "only the update knows" : "is not in the preview"}`;
  const unnamed = note?.campaign ?? id ?? absent;
  const about = present({
    urn: schedule.urn,
    campaign: campaign?.urn,
    name: campaign === undefined ? unnamed : urnParts(campaign.urn).name,
    provider,
    note,
    read,
    inputs: (campaign?.now ?? campaign?.old)?.inputs,
    secretSubject: campaign && secretSubject(campaign),
    created: campaign?.now && listsToCreate(campaign.now, model),
  });
  return { campaign, zone, about, closed };
}

/** The same by the words of a finding, for a schedule whose campaign nobody else has read. */
function closedIn(
  { findings }: MailParts["model"],
  urns: readonly (string | undefined)[],
): string | undefined {
  const of = findings.find(
    ({ check, urn }) => check === "campaign-closed" && urn !== undefined && urns.includes(urn),
  );
  const [words] = /the campaign (?:is being sent|was sent|was aborted)/.exec(of?.text ?? "") ?? [];
  return words && `${words}.`;
}

function newMailing(schedule: PreviewedResource, now: Resource, parts: MailParts): Mailing {
  const { change } = schedule;
  const isSame = change === "update" || change === undefined;
  const before = isSame ? schedule.old : oldOfSame(schedule, parts);
  const old = change === "import" ? undefined : before;
  const { campaign, zone, about, closed } = aboutOf(schedule, now, parts);
  const date = dateOf(now, zone);
  const inputsBefore = campaign?.change === "update" ? campaign.old?.inputs : undefined;
  const shown = present({ ...about, date, inputsBefore });
  if (isRecorded(now, zone)) return { ...shown, change: "new", ending: recordedOnly };
  const isOld = old !== undefined || change === "import";
  if (closed !== undefined) return { ...shown, change: isOld ? "stays" : "new", ending: closed };
  if (old === undefined && change !== "import") {
    return campaign && isAdopted(campaign)
      ? adoptedMailing({ ...shown, change: "new" }, zone)
      : { ...shown, change: "new" };
  }
  const contentChanges = campaign !== undefined && changesContent(campaign);
  const { read } = about;
  const isElsewhere = isInOtherZone(schedule, parts.model);
  if (old !== undefined && (isElsewhere || isMoved(schedule, old, zone))) {
    const zoneBefore = isElsewhere ? zoneOfOld(old, parts.model) : zone;
    const { date: dateBefore, ending: _ending, ...rest } = standingOf(old, zoneBefore, read);
    return present({ ...shown, change: "moved", dateBefore, contentChanges, ...rest });
  }
  const standing = standingOf(old ?? now, zone, read);
  return present({ ...shown, change: "stays", contentChanges, ...standing });
}

/** The mail of a campaign that is adopted, whose schedule is new to the stack but may not be to the service. */
function adoptedMailing(mailing: Mailing, zone: string | undefined): Mailing {
  const { read, date } = mailing;
  if (read?.date === undefined || !["scheduled", "paused"].includes(read.status)) return mailing;
  const [declared, there] = [date?.time ?? "", dateRead(read, zone)];
  if (read.status === "scheduled" && isSameTime(declared, read.date, zone)) {
    return { ...mailing, change: "stays", contentChanges: true };
  }
  return { ...mailing, change: "moved", dateBefore: there, contentChanges: true };
}

/** Whether the service gets another date, or may get one: of those that are not shown, only the engine knows it. */
function isMoved(
  { now = {}, ...schedule }: PreviewedResource,
  old: Resource,
  zone: string | undefined,
): boolean {
  const dates = [old, now].map((state) => valuesOf(state).scheduledAt);
  if (dates.every(isHidden) && schedule.change === "update") {
    return [...schedule.inputs, ...schedule.mayDiffer].includes("scheduledAt");
  }
  const { time } = dateOf(now, zone);
  return time === undefined || hasOtherTime(scheduleProps(old), scheduleProps(now), zone);
}

function zoneOfOld(old: Resource, model: MailParts["model"]): string | undefined {
  return accountOf(old, model, { isOld: true }).zone;
}

/** Whether the same date is another time by the time zone of another Provider, and is still sent. */
function isInOtherZone({ old, now }: PreviewedResource, model: MailParts["model"]): boolean {
  if (old === undefined || now === undefined || isSameAccount(old, now)) return false;
  const [zoneBefore, zone] = [zoneOfOld(old, model), accountOf(now, model).zone];
  if (zoneBefore === undefined || zone === undefined) return false;
  const [before, after] = [sentDate(old, zoneBefore), dateOf(now, zone)].map(
    ({ time, zone: of }) => time && momentOf(time, of),
  );
  const isKnown = before !== undefined && after !== undefined && before !== after;
  return isKnown && standingOf(old, zoneBefore, undefined).ending === undefined;
}

function removed(schedule: PreviewedResource, old: Resource, parts: MailParts): Mailing {
  const { campaign, zone, about, closed } = aboutOf(schedule, old, parts);
  const { note: _note, ...named } = about;
  // What is sent on the date that stays is the campaign as this update leaves it.
  const inputs = campaign?.change === "replace" ? campaign.old?.inputs : about.inputs;
  const { ending, ...standing } = standingOf(old, zone, about.read);
  return present({
    ...named,
    ...standing,
    change: "removed",
    inputs,
    inputsBefore: campaign?.old?.inputs,
    contentChanges: campaign !== undefined && changesContent(campaign),
    ending: closed ?? ending,
  });
}

/** Whether a date is only noted in the state, and not sent to the service. */
function isRecorded(state: Resource, zone: string | undefined): boolean {
  const { time } = dateOf(state, zone);
  return time !== undefined && isRecordedOnly({ ...scheduleProps(state), scheduledAt: time }, zone);
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

/** The mail of a schedule that does not change, and neither does its campaign. */
export function unchangedMailing(schedule: PreviewedResource, parts: MailParts): Mailing[] {
  const state = schedule.old ?? schedule.now;
  if (state === undefined) return [];
  const { zone, about } = aboutOf(schedule, state, parts);
  if (endingOf(scheduleProps(state), zone) !== undefined) return [];
  return [{ ...about, change: "stays", date: sentDate(state, zone) }];
}

/** What becomes of the mails of a campaign that changes under schedules that do not. */
export function mailingsOfCampaign(resource: PreviewedResource, parts: MailParts): Mailing[] {
  const campaign = resource.change === "replace" ? replacementOf(resource) : resource;
  const { old, now } = campaign;
  if (!changesContent(campaign)) return [];
  const own = parts.schedules.filter((one) => isScheduleOf(one, campaign));
  const read = readOf(parts.model, [campaign.urn]);
  const shown = present({
    change: "stays" as const,
    campaign: campaign.urn,
    name: urnParts(campaign.urn).name,
    provider: explicitProvider(now ?? old ?? {}),
    contentChanges: true,
    inputs: now?.inputs,
    inputsBefore: old?.inputs,
    secretSubject: secretSubject(campaign),
    created: now && listsToCreate(now, parts.model),
    read,
  });
  if (own.length === 0) {
    const when = unscheduled(campaign, parts, read);
    return when === undefined ? [] : [{ ...shown, ...when }];
  }
  return own.flatMap((schedule): Mailing[] => {
    const sent = schedule.old ?? schedule.now;
    const isOther = schedule.change !== undefined || isInOtherZone(schedule, parts.model);
    if (isOther || sent === undefined) return [];
    const { zone, about, closed } = aboutOf(schedule, schedule.now ?? sent, parts);
    if (closed !== undefined || endingOf(scheduleProps(sent), zone) !== undefined) return [];
    const standing = standingOf(sent, zone, about.read);
    return [present({ ...about, ...shown, ...standing, read: about.read })];
  });
}

/** When a campaign may be sent that no schedule in the preview dates; undefined for a draft. */
function unscheduled(
  campaign: PreviewedResource,
  { model }: MailParts,
  read: CampaignFacts | undefined,
): Pick<Mailing, "when" | "date" | "ending"> | undefined {
  if (read !== undefined && closedBy(read) !== undefined) return undefined;
  if (read?.date !== undefined) {
    const date = dateRead(read, accountOf(campaign.now ?? campaign.old ?? {}, model).zone);
    const ending = read.status === "paused" ? pausedInService : undefined;
    return read.status === "draft" ? undefined : present({ date, ending });
  }
  if (!model.isWhole) return { when: "may be scheduled: preview with `--show-sames`" };
  if (read === undefined && isAdopted(campaign)) return { when: "may be scheduled in the service" };
  const status = read?.status ?? String(campaign.old?.outputs?.status);
  if (!["scheduled", "paused"].includes(status)) return undefined;
  const since = read === undefined ? " when it was last read" : "";
  return { when: `${status} in the service${since}, not by this stack` };
}

/** What takes the place of a campaign is another one, like one that is created; the replaced one stays as it is. */
function replacementOf({ old: _old, ...campaign }: PreviewedResource): PreviewedResource {
  return { ...campaign, change: "create" };
}
