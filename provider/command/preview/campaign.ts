import { isUnknown } from "../../input/unknown";
import { isDefaultName, urnParts } from "../../urn";
import type { Preview, PreviewStep, Resource } from "../stack/written-schema";

/** Properties as a preview or a state has them. */
export type Values = Readonly<Record<string, unknown>>;

/** A campaign of a preview or a state, before its content is read. */
export interface ShownCampaign {
  readonly urn: string;
  /** The logical name. */
  readonly name: string;
  /** Absent in a state. */
  readonly op?: string;
  readonly inputs: Values;
  readonly before?: Values;
  readonly schedules: readonly ShownSchedule[];
  /** Whether it may have a schedule that does not change: a preview leaves such out, unless it is asked for them. */
  readonly mayBeScheduled?: boolean;
  /** Whether the settings of the stack are its settings: an explicit `Provider` has a time zone of its own. */
  readonly isDefault: boolean;
}

/** A schedule of a campaign. */
export interface ShownSchedule {
  readonly urn: string;
  /** As the program has it; absent where it is deleted, or known only after apply. */
  readonly time?: string;
  /** As it was before a change. */
  readonly before?: string;
  readonly isDeleted: boolean;
}

const ops: Readonly<Record<string, string>> = {
  create: "create",
  import: "import",
  update: "update",
  replace: "replace",
  "create-replacement": "replace",
  delete: "delete",
};

/** The campaigns that a preview changes, or whose schedule it changes. */
export function campaignsOfPreview(preview: Preview): ShownCampaign[] {
  const steps = lastWords(preview.steps ?? []);
  const hasSames = steps.some(
    ({ op, urn = "" }) => op === "same" && !/::pulumi:pulumi:Stack::/.test(urn),
  );
  const schedules = steps.filter((step) => isKind(step.urn, "CampaignSchedule"));
  return steps.flatMap((step): ShownCampaign[] => {
    const { op = "", urn = "", oldState, newState } = step;
    if (!isKind(urn, "Campaign")) return [];
    const own = schedules.filter((one) =>
      isScheduleOf(one.newState ?? one.oldState, urn, (newState ?? oldState)?.id ?? oldState?.id),
    );
    const isRescheduled = own.some((one) => ops[one.op ?? ""] !== undefined);
    const change = ops[op] ?? (isRescheduled ? "schedule" : undefined);
    if (change === undefined) return [];
    const isCompared = change === "update" || change === "replace";
    return [
      {
        urn,
        name: urnParts(urn).name,
        op: change,
        inputs: (newState ?? oldState)?.inputs ?? {},
        ...(isCompared && oldState?.inputs ? { before: oldState.inputs } : {}),
        schedules: own.map(scheduleOf),
        mayBeScheduled: isCompared && !hasSames,
        isDefault: isDefault(newState ?? oldState),
      },
    ];
  });
}

/** The changed schedules of a preview whose campaigns are not in it. */
export function schedulesWithoutCampaign(
  preview: Preview,
  campaigns: readonly ShownCampaign[],
): string[] {
  const known = new Set(campaigns.flatMap(({ schedules }) => schedules.map(({ urn }) => urn)));
  return lastWords(preview.steps ?? []).flatMap(({ op = "", urn = "" }) =>
    isKind(urn, "CampaignSchedule") && ops[op] !== undefined && !known.has(urn) ? [urn] : [],
  );
}

/** One step for each resource: a replacement has several, and a refresh comes before what follows from it. */
function lastWords(steps: readonly PreviewStep[]): PreviewStep[] {
  const chosen = new Map<string, PreviewStep>();
  for (const step of steps) {
    const { urn = "", op = "" } = step;
    const known = chosen.get(urn)?.op ?? "";
    const isPart = op === "delete-replaced" || op === "refresh";
    if (known === "" || known === "refresh" || (!isPart && ops[known] === undefined)) {
      chosen.set(urn, step);
    }
  }
  return [...chosen.values()];
}

/** The campaigns in what `pulumi stack export` wrote. */
export function campaignsOfState(resources: readonly Resource[]): ShownCampaign[] {
  const kept = resources.filter((one) => !one.delete);
  const schedules = kept.filter(({ urn }) => isKind(urn, "CampaignSchedule"));
  return kept.flatMap((campaign) => {
    const { urn = "", id, inputs = {} } = campaign;
    if (!isKind(urn, "Campaign")) return [];
    const own = schedules.filter((one) => isScheduleOf(one, urn, id));
    const shown = own.map((one) => scheduleOf({ urn: one.urn ?? "", newState: one }));
    return [
      { urn, name: urnParts(urn).name, inputs, schedules: shown, isDefault: isDefault(campaign) },
    ];
  });
}

function isKind(urn = "", kind: string): boolean {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return type.includes("emailmarketing:") && type.split(/[:/]/).at(-1) === kind;
}

/** A schedule's campaign is known by its id, or, before that exists, by the resource that it will come from. */
function isScheduleOf(
  { inputs = {}, propertyDependencies = {} }: Resource = {},
  urn: string,
  id: string | undefined,
): boolean {
  if (id !== undefined && inputs.campaignId === id) return true;
  return propertyDependencies.campaignId?.includes(urn) === true;
}

function scheduleOf({ urn = "", oldState, newState }: PreviewStep): ShownSchedule {
  const [time, before] = [timeOf(newState), timeOf(oldState)];
  return {
    urn,
    isDeleted: newState === undefined,
    ...(time !== undefined && { time }),
    ...(before !== undefined && { before }),
  };
}

function timeOf(state: Resource | undefined): string | undefined {
  const time = state?.inputs?.scheduledAt;
  return typeof time === "string" && !isUnknown(time) ? time : undefined;
}

function isDefault({ provider = "" }: Resource = {}): boolean {
  // A reference is a URN with the id behind it.
  return provider === "" || isDefaultName(urnParts(provider.replace(/::[^:]*$/, "")).name);
}
