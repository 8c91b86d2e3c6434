import {
  hasOtherTime,
  isoInstants,
  isSameTime,
  notSentReasonOf,
} from "../../../provider/email/date";
import type { CampaignFacts } from "../../../provider/email/recipients";
import { urnParts } from "../../../provider/engine/resource";
import { isUnknown, omitUndefined } from "../../../provider/plain/value";
import type { Resource } from "../../engine/resource";
import { accountOf, explicitProvider, isSameAccount } from "./account";
import { findingsAbout } from "./finding";
import type { PreviewedResource } from "./index";
import { isHidden, shownText } from "./input";
import { listsToCreate, withAdoptedLists } from "./known-list";
import {
  dateOf,
  type EmailResources,
  isRecorded,
  type Mailing,
  propertiesOf,
  recordedOnly,
  scheduleProps,
  sentDate,
} from "./mailing-change";
import {
  closedReason,
  dateRead,
  factsAboutCampaign,
  pausedInService,
  unchangedDate,
} from "./read-campaign";
import {
  campaignOf,
  changesContent,
  isAdopted,
  schedulesOf,
  secretSubject,
} from "./shown-campaign";

/** The emails of a schedule that changes or gets another time zone. Empty for any other schedule. */
export function mailingsOfSchedule(schedule: PreviewedResource, parts: EmailResources): Mailing[] {
  const { change, old, now } = schedule;
  if (change === undefined) {
    return now && isInOtherZone(schedule, parts.model) ? [newMailing(schedule, now, parts)] : [];
  }
  const isGone = change === "delete" || change === "replace";
  return [
    ...(now === undefined ? [] : [newMailing(schedule, now, parts)]),
    ...(isGone && old && !hasSuccessor(schedule, parts)
      ? [removedMailing(schedule, old, parts)]
      : []),
  ];
}

/** The facts about the email of a schedule. `state` is the schedule before or after the update. */
function scheduleFacts(
  schedule: PreviewedResource,
  state: Resource,
  { model, campaigns }: EmailResources,
) {
  const campaign = campaignOf({ ...schedule, now: state }, campaigns);
  const note = findingsAbout(model.findings, [schedule.urn]).find((one) => one.note)?.note;
  const { zone = note?.zone, provider } = accountOf(state, model);
  const campaignFacts = factsAboutCampaign(model, [schedule.urn, campaign?.urn]);
  const closed =
    closedReason(campaignFacts) ?? closedReasonInFindings(model, [schedule.urn, campaign?.urn]);
  const id = shownText(propertiesOf(state).campaignId);
  const isLater = isUnknown(propertiesOf(state).campaignId);
  const absent = `a campaign that ${isLater ? "only the update knows" : "is not in the preview"}`;
  const unnamed = note?.campaign ?? id ?? absent;
  const about = omitUndefined({
    urn: schedule.urn,
    campaign: campaign?.urn,
    name: campaign === undefined ? unnamed : urnParts(campaign.urn).name,
    provider,
    note,
    campaignFacts,
    inputs: campaign?.now ? withAdoptedLists(campaign.now, model) : campaign?.old?.inputs,
    secretSubject: campaign && secretSubject(campaign),
    created: campaign?.now && listsToCreate(campaign.now, model),
  });
  return { campaign, zone, about, closed };
}

/**
 * The reason why a campaign can't be sent any more, from the finding `campaign-closed`. Only needed if `closedReason`
 * returns none.
 */
function closedReasonInFindings(
  { findings }: EmailResources["model"],
  urns: readonly (string | undefined)[],
): string | undefined {
  const of = findingsAbout(findings, urns).find(({ check }) => check === "campaign-closed");
  const [words] = /the campaign (?:is being sent|was sent|was aborted)/.exec(of?.text ?? "") ?? [];
  return words && `${words}.`;
}

function newMailing(schedule: PreviewedResource, now: Resource, parts: EmailResources): Mailing {
  const { change } = schedule;
  const isSame = change === "update" || change === undefined;
  const before = isSame ? schedule.old : predecessor(schedule, parts);
  const old = change === "import" ? undefined : before;
  const { campaign, zone, about, closed } = scheduleFacts(schedule, now, parts);
  const date = dateOf(now, zone);
  const inputsBefore = campaign?.change === "update" ? campaign.old?.inputs : undefined;
  const shown = omitUndefined({ ...about, date, inputsBefore });
  if (isRecorded(now, zone)) return { ...shown, change: "new", notSentReason: recordedOnly };
  const isOld = old !== undefined || change === "import";
  if (closed !== undefined)
    return { ...shown, change: isOld ? "stays" : "new", notSentReason: closed };
  if (old === undefined && change !== "import") {
    const isAdoption = campaign !== undefined && isAdopted(campaign);
    // The note about a new schedule says "paused" only if the campaign is paused and already has the declared date. The
    // update then sends no date.
    if (factsAboutCampaign(parts.model, [schedule.urn])?.status === "paused") {
      const kept = isAdoption ? ({ change: "stays", contentChanges: true } as const) : undefined;
      return { ...shown, change: "new", ...kept, notSentReason: pausedInService };
    }
    return isAdoption
      ? adoptedMailing({ ...shown, change: "new" }, zone)
      : { ...shown, change: "new" };
  }
  const contentChanges = campaign !== undefined && changesContent(campaign);
  const { campaignFacts } = about;
  const isElsewhere = isInOtherZone(schedule, parts.model);
  if (old !== undefined && (isElsewhere || isMoved(schedule, old, zone))) {
    const zoneBefore = isElsewhere ? zoneOfOld(old, parts.model) : zone;
    const {
      date: dateBefore,
      notSentReason: _reason,
      ...rest
    } = unchangedDate(old, zoneBefore, campaignFacts);
    return omitUndefined({ ...shown, change: "moved", dateBefore, contentChanges, ...rest });
  }
  const standing = unchangedDate(old ?? now, zone, campaignFacts);
  return omitUndefined({ ...shown, change: "stays", contentChanges, ...standing });
}

/**
 * The email of an adopted campaign. The schedule is new in the stack, but the campaign may already have a date in the
 * service.
 */
function adoptedMailing(mailing: Mailing, zone: string | undefined): Mailing {
  const { campaignFacts, date } = mailing;
  if (campaignFacts?.date === undefined || !["scheduled", "paused"].includes(campaignFacts.status))
    return mailing;
  const [declared, there] = [date?.time ?? "", dateRead(campaignFacts, zone)];
  if (campaignFacts.status === "scheduled" && isSameTime(declared, campaignFacts.date, zone)) {
    return { ...mailing, change: "stays", contentChanges: true };
  }
  return { ...mailing, change: "moved", dateBefore: there, contentChanges: true };
}

/**
 * True if the date changes or may change. A preview masks secret dates, so for these, the names of inputs that may have
 * changed decide.
 */
function isMoved(
  { now = {}, ...schedule }: PreviewedResource,
  old: Resource,
  zone: string | undefined,
): boolean {
  const dates = [old, now].map((state) => propertiesOf(state).scheduledAt);
  if (dates.every(isHidden) && schedule.change === "update") {
    return [...schedule.inputs, ...schedule.mayDiffer].includes("scheduledAt");
  }
  const { time } = dateOf(now, zone);
  return time === undefined || hasOtherTime(scheduleProps(old), scheduleProps(now), zone);
}

function zoneOfOld(old: Resource, model: EmailResources["model"]): string | undefined {
  return accountOf(old, model, { isOld: true }).zone;
}

/**
 * True if a schedule gets another Provider, which moves its unsent email to another instant. In the new Provider's time
 * zone, the same local time may be another instant.
 */
function isInOtherZone({ old, now }: PreviewedResource, model: EmailResources["model"]): boolean {
  if (old === undefined || now === undefined || isSameAccount(old, now)) return false;
  const [zoneBefore, zone] = [zoneOfOld(old, model), accountOf(now, model).zone];
  if (zoneBefore === undefined || zone === undefined) return false;
  const [before, after] = [sentDate(old, zoneBefore), dateOf(now, zone)].map(
    ({ time, zone: of }) => time && isoInstants(time, of)[0],
  );
  const isKnown = before !== undefined && after !== undefined && before !== after;
  return isKnown && unchangedDate(old, zoneBefore, undefined).notSentReason === undefined;
}

function removedMailing(
  schedule: PreviewedResource,
  old: Resource,
  parts: EmailResources,
): Mailing {
  const { campaign, zone, about, closed } = scheduleFacts(schedule, old, parts);
  const { note: _note, ...named } = about;
  // The service keeps the date, and would send the content that the campaign has after this update. A replacement
  // leaves the content of the old campaign unchanged.
  const inputs = campaign?.change === "replace" ? campaign.old?.inputs : about.inputs;
  const { notSentReason, ...standing } = unchangedDate(old, zone, about.campaignFacts);
  return omitUndefined({
    ...named,
    ...standing,
    change: "removed",
    inputs,
    inputsBefore: campaign?.old?.inputs,
    contentChanges: campaign !== undefined && changesContent(campaign),
    notSentReason: closed ?? notSentReason,
  });
}

/**
 * True if a schedule has the same campaign after the update, for example a schedule with another name. A date that is
 * only recorded doesn't count, because it leaves the old date in the service.
 */
function hasSuccessor({ old }: PreviewedResource, parts: EmailResources): boolean {
  return parts.schedules.some(
    (one) =>
      one.now !== undefined &&
      isSameCampaign(old, one.now) &&
      !isRecorded(one.now, scheduleFacts(one, one.now, parts).zone),
  );
}

/** The old state of a deleted or replaced schedule that has the same campaign as the given new schedule. */
function predecessor(
  { now }: PreviewedResource,
  { schedules }: EmailResources,
): Resource | undefined {
  return schedules.find(
    ({ change, old }) => (change === "delete" || change === "replace") && isSameCampaign(now, old),
  )?.old;
}

/** True if the preview shows the same campaign id and the same Provider for both schedules. */
function isSameCampaign(one: Resource | undefined, other: Resource | undefined): boolean {
  const id = shownText(one?.inputs?.campaignId);
  if (id === undefined || one === undefined || other === undefined) return false;
  return other.inputs?.campaignId === id && isSameAccount(one, other);
}

/** The email of an unchanged schedule. Empty if, according to the state, the campaign no longer waits for its date. */
export function unchangedMailing(schedule: PreviewedResource, parts: EmailResources): Mailing[] {
  const state = schedule.old ?? schedule.now;
  if (state === undefined) return [];
  const { zone, about } = scheduleFacts(schedule, state, parts);
  if (notSentReasonOf(scheduleProps(state), zone) !== undefined) return [];
  return [{ ...about, change: "stays", date: sentDate(state, zone) }];
}

/** The emails of a changed campaign whose schedules are unchanged or missing. */
export function mailingsOfCampaign(resource: PreviewedResource, parts: EmailResources): Mailing[] {
  const campaign = resource.change === "replace" ? replacementOf(resource) : resource;
  const { old, now } = campaign;
  if (!changesContent(campaign)) return [];
  const own = schedulesOf(campaign, parts.schedules);
  const campaignFacts = factsAboutCampaign(parts.model, [campaign.urn]);
  const shown = omitUndefined({
    change: "stays" as const,
    campaign: campaign.urn,
    name: urnParts(campaign.urn).name,
    provider: explicitProvider(now ?? old ?? {}),
    contentChanges: true,
    inputs: now && withAdoptedLists(now, parts.model),
    inputsBefore: old?.inputs,
    secretSubject: secretSubject(campaign),
    created: now && listsToCreate(now, parts.model),
    campaignFacts,
  });
  if (own.length === 0) {
    const when = dateWithoutSchedule(campaign, parts, campaignFacts);
    return when === undefined ? [] : [{ ...shown, ...when }];
  }
  return own.flatMap((schedule): Mailing[] => {
    const sent = schedule.old ?? schedule.now;
    const isOther = schedule.change !== undefined || isInOtherZone(schedule, parts.model);
    if (isOther || sent === undefined) return [];
    const { zone, about, closed } = scheduleFacts(schedule, schedule.now ?? sent, parts);
    if (closed !== undefined || notSentReasonOf(scheduleProps(sent), zone) !== undefined) return [];
    const standing = unchangedDate(sent, zone, about.campaignFacts);
    return [omitUndefined({ ...about, ...shown, ...standing, campaignFacts: about.campaignFacts })];
  });
}

/**
 * The date that a campaign may have although the preview contains no schedule for it. Undefined if the preview shows
 * that the campaign has no date or can't be sent any more.
 */
function dateWithoutSchedule(
  campaign: PreviewedResource,
  { model }: EmailResources,
  campaignFacts: CampaignFacts | undefined,
): Pick<Mailing, "when" | "date" | "notSentReason"> | undefined {
  if (campaignFacts !== undefined && closedReason(campaignFacts) !== undefined) return undefined;
  if (campaignFacts?.date !== undefined) {
    const date = dateRead(campaignFacts, accountOf(campaign.now ?? campaign.old ?? {}, model).zone);
    const notSentReason = campaignFacts.status === "paused" ? pausedInService : undefined;
    return campaignFacts.status === "draft" ? undefined : omitUndefined({ date, notSentReason });
  }
  if (!model.hasUnchanged) return { when: "may be scheduled: preview with `--show-sames`" };
  if (campaignFacts === undefined && isAdopted(campaign))
    return { when: "may be scheduled in the service" };
  const status = campaignFacts?.status ?? String(campaign.old?.outputs?.status);
  if (!["scheduled", "paused"].includes(status)) return undefined;
  const since = campaignFacts === undefined ? " when it was last read" : "";
  return { when: `${status} in the service${since}, not by this stack` };
}

/** The new campaign of a replacement, as if it were created. The service keeps the replaced campaign unchanged. */
function replacementOf({ old: _old, ...campaign }: PreviewedResource): PreviewedResource {
  return { ...campaign, change: "create" };
}
