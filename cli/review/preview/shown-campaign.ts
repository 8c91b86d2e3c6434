import { isDeepStrictEqual } from "node:util";
import { urnParts } from "../../../provider/engine/resource";
import { isUnknown, omitUndefined, type Properties } from "../../../provider/plain/value";
import type { Resource } from "../../engine/resource";
import { accountOf, isSameAccount } from "./account";
import type { PreviewedResource, PreviewModel, ResourceChange } from "./index";
import { indexBy } from "./index-by";
import { isHidden, isShown, shownText } from "./input";
import { listsToCreate } from "./known-list";
import type { Mailing } from "./mailing-change";

/** A campaign of a preview or a state. Its content has not been read yet. */
export interface ShownCampaign {
  readonly urn: string;
  readonly name: string;
  /** Absent if nothing changes, as in a state; `schedule` if only the campaign's schedule changes. */
  readonly change?: ResourceChange | "schedule";
  readonly inputs: Properties;
  readonly before?: Properties;
  readonly schedules: readonly ShownSchedule[];
  /**
   * True if the campaign may have an unchanged schedule that the preview omits. Without `--show-sames`, a preview omits
   * unchanged resources.
   */
  readonly mayBeScheduled?: boolean;
  /** The time zone of the campaign's dates, if the settings of its Provider name one. */
  readonly zone?: string;
  readonly provider?: string;
  /** The names of lists that the update creates for the campaign. */
  readonly created?: readonly string[];
}

export interface ShownSchedule {
  readonly urn: string;
  /** The declared time. Absent if the schedule is deleted or the time is known only after apply. */
  readonly time?: string;
  /** The schedule's time before the update. */
  readonly before?: string;
  readonly isDeleted: boolean;
}

/** The campaigns that the previewed update changes, and campaigns whose schedule it changes. */
export function campaignsOfPreview(model: PreviewModel): ShownCampaign[] {
  return campaignsIn(model).filter(({ change }) => change !== undefined);
}

/** The campaigns of a preview, or of a state that was converted into a preview without changes. */
export function campaignsIn(model: PreviewModel): ShownCampaign[] {
  const { resources, hasUnchanged } = model;
  const dates = resources.filter(({ emailRole }) => emailRole === "schedule");
  const campaigns = resources.filter(({ emailRole }) => emailRole === "content");
  return campaigns.map((campaign) => {
    const { urn, old, now } = campaign;
    const resource = now ?? old ?? {};
    const schedules = schedulesOf(campaign, dates);
    const isRescheduled = schedules.some((one) => one.change !== undefined);
    const change = campaign.change ?? (isRescheduled ? "schedule" : undefined);
    const isCompared = change === "update" || change === "replace";
    return omitUndefined({
      urn,
      name: urnParts(urn).name,
      change,
      inputs: resource.inputs ?? {},
      before: isCompared ? old?.inputs : undefined,
      schedules: schedules.map(shownSchedule),
      mayBeScheduled: isCompared && !hasUnchanged,
      ...accountOf(resource, model),
      created: now && listsToCreate(now, model),
    });
  });
}

/** The URNs of changed schedules whose campaigns the preview doesn't contain. */
export function schedulesWithoutCampaign(
  { resources }: PreviewModel,
  campaigns: readonly ShownCampaign[],
): string[] {
  const known = new Set(campaigns.flatMap(({ schedules }) => schedules.map(({ urn }) => urn)));
  return resources
    .filter(({ emailRole, change }) => emailRole === "schedule" && change !== undefined)
    .flatMap(({ urn }) => (known.has(urn) ? [] : [urn]));
}

/**
 * True if a schedule has the campaign's id and account. Also true if its `campaignId` depends on the campaign, because
 * a new campaign has no id yet.
 */
function isScheduleOf({ old, now }: PreviewedResource, campaign: PreviewedResource): boolean {
  const state = now ?? old ?? {};
  const { inputs = {}, propertyDependencies = {} } = state;
  const id = idOf(campaign);
  // Compare with both states, because the update may change the campaign's Provider.
  const isThere = [campaign.now, campaign.old].some((one) => one && isSameAccount(state, one));
  if (id !== undefined && inputs.campaignId === id && isThere) return true;
  return propertyDependencies.campaignId?.includes(campaign.urn) === true;
}

export function campaignOf(
  schedule: PreviewedResource,
  campaigns: readonly PreviewedResource[],
): PreviewedResource | undefined {
  return campaignsByKey(campaigns, keysOfSchedule(schedule)).find((one) =>
    isScheduleOf(schedule, one),
  );
}

export function schedulesOf(
  campaign: PreviewedResource,
  schedules: readonly PreviewedResource[],
): PreviewedResource[] {
  return schedulesByKey(schedules, keysOfCampaign(campaign)).filter((one) =>
    isScheduleOf(one, campaign),
  );
}

const campaignsByKey = indexBy(keysOfCampaign);
const schedulesByKey = indexBy(keysOfSchedule);

function keysOfCampaign(campaign: PreviewedResource): string[] {
  const id = idOf(campaign);
  return id === undefined ? [campaign.urn] : [campaign.urn, id];
}

function keysOfSchedule({ old, now }: PreviewedResource): string[] {
  const { inputs = {}, propertyDependencies = {} } = now ?? old ?? {};
  const keys = [...(propertyDependencies.campaignId ?? []), inputs.campaignId];
  return keys.filter((key) => typeof key === "string");
}

function idOf({ old, now }: PreviewedResource): string | undefined {
  return now?.id ?? old?.id ?? shownText(now?.inputs?.existingId);
}

/** Inputs of a campaign that affect neither the content nor the recipients. */
const silent = ["name", "existingId", "ignoreChecks"];

/**
 * True if the update adopts the campaign, or may change its content or recipients. Also true for an update if nothing
 * shows which inputs change.
 */
export function changesContent(campaign: PreviewedResource): boolean {
  const { change, inputs, mayDiffer, old, now } = campaign;
  const names = [...inputs, ...mayDiffer];
  const hasSameLists = isSameSet(old?.inputs?.listIds, now?.inputs?.listIds);
  const isSilent =
    names.length > 0 &&
    names.every((name) => silent.includes(name) || (name === "listIds" && hasSameLists));
  return change === "update" ? !isSilent : isAdopted(campaign);
}

/** True if the preview shows both arrays completely and they have the same members in any order. */
function isSameSet(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || !isShown([one, other])) return false;
  return isDeepStrictEqual(new Set(one), new Set(other));
}

/**
 * The change of a subject that is secret before and after the update. Undefined for an unchanged or readable subject.
 */
export function secretSubject(campaign: PreviewedResource): Mailing["secretSubject"] {
  const { change, inputs, mayDiffer, old, now } = campaign;
  const isSecret = [old, now].every((state) => isHidden(state?.inputs?.subject));
  if (change !== "update" || !isSecret) return undefined;
  if (inputs.includes("subject")) return "changed";
  return mayDiffer.includes("subject") ? "may have changed" : undefined;
}

/** True if the update adopts an existing campaign, which may already have content and a date. */
export function isAdopted({ change, now }: PreviewedResource): boolean {
  return change === "create" && now?.inputs?.existingId !== undefined;
}

function shownSchedule({ urn, old, now }: PreviewedResource): ShownSchedule {
  const [time, before] = [timeOf(now), timeOf(old)];
  return omitUndefined({ urn, isDeleted: now === undefined, time, before });
}

function timeOf(state: Resource | undefined): string | undefined {
  const time = state?.inputs?.scheduledAt;
  return typeof time === "string" && !isUnknown(time) ? time : undefined;
}
