import { isDeepStrictEqual } from "node:util";
import { urnParts } from "../../../provider/engine/urn";
import { isUnknown, type Properties, present } from "../../../provider/input/plain";
import type { Resource } from "../../engine/resource";
import type { PreviewedResource, PreviewModel, ResourceChange } from "./index";
import { isHidden, isShown, shownText } from "./input";
import { listsToCreate } from "./known-list";
import type { Mailing } from "./mailing-change";
import { accountOf, isSameAccount } from "./preview-account";

/** A campaign of a preview or a state, before its content is read. */
export interface ShownCampaign {
  readonly urn: string;
  readonly name: string;
  /** Absent in a state; `schedule` where only its schedule changes. */
  readonly change?: ResourceChange | "schedule";
  readonly inputs: Properties;
  readonly before?: Properties;
  readonly schedules: readonly ShownSchedule[];
  /** Whether it may have a schedule that does not change: a preview leaves such out, unless it is asked for them. */
  readonly mayBeScheduled?: boolean;
  /** The zone in which the service reads its dates, where the settings of its own Provider name one. */
  readonly zone?: string;
  readonly provider?: string;
  /** The names of lists that the update creates for it. */
  readonly created?: readonly string[];
}

export interface ShownSchedule {
  readonly urn: string;
  /** As the program has it; absent where it is deleted, or known only after apply. */
  readonly time?: string;
  /** As it was before a change. */
  readonly before?: string;
  readonly isDeleted: boolean;
}

/** The campaigns that a preview changes, or whose schedule it changes. */
export function campaignsOfPreview(model: PreviewModel): ShownCampaign[] {
  return campaignsIn(model).filter(({ change }) => change !== undefined);
}

/** The campaigns of a preview, or of a stack's state, which is read as a preview in which nothing changes. */
export function campaignsIn(model: PreviewModel): ShownCampaign[] {
  const { resources, isWhole } = model;
  const dates = resources.filter(({ emailRole }) => emailRole === "schedule");
  const campaigns = resources.filter(({ emailRole }) => emailRole === "content");
  return campaigns.map((campaign) => {
    const { urn, old, now } = campaign;
    const resource = now ?? old ?? {};
    const schedules = dates.filter((one) => isScheduleOf(one, campaign));
    const isRescheduled = schedules.some((one) => one.change !== undefined);
    const change = campaign.change ?? (isRescheduled ? "schedule" : undefined);
    const isCompared = change === "update" || change === "replace";
    return present({
      urn,
      name: urnParts(urn).name,
      change,
      inputs: resource.inputs ?? {},
      before: isCompared ? old?.inputs : undefined,
      schedules: schedules.map(shownSchedule),
      mayBeScheduled: isCompared && !isWhole,
      ...accountOf(resource, model),
      created: now && listsToCreate(now, model),
    });
  });
}

/** The changed schedules of a preview whose campaigns are not in it. */
export function schedulesWithoutCampaign(
  { resources }: PreviewModel,
  campaigns: readonly ShownCampaign[],
): string[] {
  const known = new Set(campaigns.flatMap(({ schedules }) => schedules.map(({ urn }) => urn)));
  return resources
    .filter(({ emailRole, change }) => emailRole === "schedule" && change !== undefined)
    .flatMap(({ urn }) => (known.has(urn) ? [] : [urn]));
}

/** A schedule's campaign is known by its id in its account, or, before that exists, by the resource that it will come from. */
export function isScheduleOf(
  { old, now }: PreviewedResource,
  campaign: PreviewedResource,
): boolean {
  const state = now ?? old ?? {};
  const { inputs = {}, propertyDependencies = {} } = state;
  const id = idOf(campaign);
  // Its Provider may have another name than before.
  const isThere = [campaign.now, campaign.old].some((one) => one && isSameAccount(state, one));
  if (id !== undefined && inputs.campaignId === id && isThere) return true;
  return propertyDependencies.campaignId?.includes(campaign.urn) === true;
}

function idOf({ old, now }: PreviewedResource): string | undefined {
  return now?.id ?? old?.id ?? shownText(now?.inputs?.existingId);
}

/** Inputs of a campaign that change neither what is mailed nor to whom. */
const silent = ["name", "existingId", "ignoreChecks"];

/** Whether a step changes what is mailed, or to whom; an update of which the preview names no input may. */
export function changesContent(campaign: PreviewedResource): boolean {
  const { change, inputs, mayDiffer, old, now } = campaign;
  const names = [...inputs, ...mayDiffer];
  const hasSameLists = isSameSet(old?.inputs?.listIds, now?.inputs?.listIds);
  const isSilent =
    names.length > 0 &&
    names.every((name) => silent.includes(name) || (name === "listIds" && hasSameLists));
  return change === "update" ? !isSilent : isAdopted(campaign);
}

/** Whether two lists are shown to have the same members, in whatever order. */
function isSameSet(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || !isShown([one, other])) return false;
  return isDeepStrictEqual(new Set(one), new Set(other));
}

/** What an update makes of a subject that is secret on both sides; undefined if it stays, or is shown. */
export function secretSubject(campaign: PreviewedResource): Mailing["secretSubject"] {
  const { change, inputs, mayDiffer, old, now } = campaign;
  const isSecret = [old, now].every((state) => isHidden(state?.inputs?.subject));
  if (change !== "update" || !isSecret) return undefined;
  if (inputs.includes("subject")) return "changed";
  return mayDiffer.includes("subject") ? "may have changed" : undefined;
}

/** Whether a campaign of the service gets what the program declares, whatever it contains and whenever it is sent. */
export function isAdopted({ change, now }: PreviewedResource): boolean {
  return change === "create" && now?.inputs?.existingId !== undefined;
}

function shownSchedule({ urn, old, now }: PreviewedResource): ShownSchedule {
  const [time, before] = [timeOf(now), timeOf(old)];
  return present({ urn, isDeleted: now === undefined, time, before });
}

function timeOf(state: Resource | undefined): string | undefined {
  const time = state?.inputs?.scheduledAt;
  return typeof time === "string" && !isUnknown(time) ? time : undefined;
}
