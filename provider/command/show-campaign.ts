import { isUnknown } from "../input/unknown";

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
  /** The times of its schedules, as the program has them. */
  readonly times: readonly string[];
  /** Whether the settings of the stack are its settings: an explicit `Provider` has a time zone of its own. */
  readonly isDefault: boolean;
}

interface State {
  readonly urn?: string;
  readonly id?: string;
  readonly delete?: boolean;
  readonly provider?: string;
  readonly inputs?: Values;
  readonly outputs?: Values;
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
}

interface PreviewStep {
  readonly op?: string;
  readonly urn?: string;
  readonly oldState?: State;
  readonly newState?: State;
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
export function campaignsOfPreview(json: unknown): ShownCampaign[] {
  const { steps = [] } = json as { readonly steps?: readonly PreviewStep[] };
  const schedules = steps.filter((step) => isKind(step.urn, "CampaignSchedule"));
  return steps.flatMap((step): ShownCampaign[] => {
    const { op = "", urn = "", oldState, newState } = step;
    if (!isKind(urn, "Campaign") || op === "delete-replaced") return [];
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
        name: nameOf(urn),
        op: change,
        inputs: (newState ?? oldState)?.inputs ?? {},
        ...(isCompared && oldState?.inputs ? { before: oldState.inputs } : {}),
        times: own.flatMap(({ newState: after }) => timeOf(after)),
        isDefault: isDefault(newState ?? oldState),
      },
    ];
  });
}

/** The campaigns in what `pulumi stack export` wrote. */
export function campaignsOfState(resources: readonly State[]): ShownCampaign[] {
  const kept = resources.filter((one) => !one.delete);
  const schedules = kept.filter(({ urn }) => isKind(urn, "CampaignSchedule"));
  return kept.flatMap((campaign) => {
    const { urn = "", id, inputs = {} } = campaign;
    if (!isKind(urn, "Campaign")) return [];
    const times = schedules.filter((one) => isScheduleOf(one, urn, id)).flatMap(timeOf);
    return [{ urn, name: nameOf(urn), inputs, times, isDefault: isDefault(campaign) }];
  });
}

function isKind(urn = "", kind: string): boolean {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return type.includes("emailmarketing:") && type.split(/[:/]/).at(-1) === kind;
}

/** A schedule's campaign is known by its id, or, before that exists, by the resource that it will come from. */
function isScheduleOf(
  { inputs = {}, propertyDependencies = {} }: State = {},
  urn: string,
  id: string | undefined,
): boolean {
  if (id !== undefined && inputs.campaignId === id) return true;
  return propertyDependencies.campaignId?.includes(urn) === true;
}

function timeOf(state: State | undefined): string[] {
  const time = state?.inputs?.scheduledAt;
  return typeof time === "string" && !isUnknown(time) ? [time] : [];
}

function isDefault({ provider = "" }: State = {}): boolean {
  return provider === "" || /::default(_[^:]*)?::[^:]*$/.test(provider);
}

function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** A resource by its kind and name: `CampaignSchedule "spring"`. */
export function resourceOf(urn: string): string {
  const kind = urn.split("::")[2]?.split(/[$:/]/).at(-1) ?? "";
  return `${kind} "${nameOf(urn)}"`;
}
