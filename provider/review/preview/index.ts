import type { Resource } from "../../engine/resource";
import { ownType, urnParts } from "../../engine/urn";
import { redact } from "../../errors/redact";
import { isSameContent } from "../../input/asset";
import { type Properties, present } from "../../input/plain";
import type { MailPart } from "../../mailing/part";
import type { Reading, ReviewedKind } from "./context";
import { findingOf, type PreviewFinding } from "./finding";
import { containsHidden } from "./hidden";
import type { Preview, PreviewStep } from "./input";

/** What becomes of a resource that does not stay as it is. */
export type Change = "delete" | "replace" | "create" | "update" | "import";

/** A resource of a preview: one, however many steps it has. */
export interface PreviewedResource {
  readonly urn: string;
  /** What it is to a mail; absent for one of another package, or that no mail is made of. */
  readonly mailPart?: MailPart;
  /** The last part of its type, such as `Campaign`; redacted, as is the name. */
  readonly kind: string;
  readonly name: string;
  /** Absent for an unchanged one. */
  readonly change?: Change;
  /** Names of inputs that differ. */
  readonly inputs: readonly string[];
  /** Names of secret inputs of which the engine does not say whether they differ. */
  readonly mayDiffer: readonly string[];
  /** Names of inputs that a refresh in the same preview has found changed in the service. */
  readonly drifted: readonly string[];
  /** What has become of a campaign, such as `finished`, as of the last refresh; redacted. */
  readonly status?: string;
  /** As the state has it, and as it will be, with values. */
  readonly old?: Resource;
  readonly now?: Resource;
}

/** Takes keys and addresses out of a value before it is shown. */
export type Clean = (text: string) => string;

/** How a resource is read. */
interface Cleaning extends Pick<Reading, "kindOf"> {
  readonly clean: Clean;
}

/** What all commands read of a preview. Texts to show are redacted: no key and no address is in them. */
export interface PreviewModel {
  /** By its project. */
  readonly stack: string;
  readonly resources: readonly PreviewedResource[];
  /** Whether unchanged ones are among them: a preview leaves these out, unless it is asked for them. */
  readonly isWhole: boolean;
  /** The stack config, as far as it is texts. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly clean: Clean;
  readonly zoneOf: Reading["zoneOf"];
  readonly findings: readonly PreviewFinding[];
  /** What deletes and replacements leave as it is. */
  readonly left: readonly PreviewFinding[];
}

/** The ops that change something, those that a reviewer fears most first. */
const changes: Readonly<Record<string, Change>> = {
  delete: "delete",
  // A replacement has several steps. This one has both states.
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  create: "create",
  update: "update",
  import: "import",
};
const ops = Object.keys(changes);

/** Reads a preview for those who show it. */
export function previewModel(preview: Preview, reading: Reading): PreviewModel {
  const { steps = [], diagnostics = [] } = preview;
  const { zoneOf } = reading;
  const clean = (text: string) => redact(text, reading.keys);
  const cleaning = { clean, kindOf: reading.kindOf };
  const byUrn = stepsByUrn(steps.filter(({ urn = "" }) => !isStack(urn)));
  const { urn = "" } = [...steps, ...diagnostics].find((one) => one.urn) ?? {};
  const findings = diagnostics.flatMap((diagnostic) => findingOf(diagnostic, clean));
  const resources = [...byUrn].map(([of, own]) => resourceOf(of, own, cleaning));
  return {
    stack: clean(stackOf(urn)),
    resources: resources.map((one) => withCampaign(one, resources, findings)),
    isWhole: isWhole(preview),
    config: preview.config ?? {},
    clean,
    zoneOf,
    findings,
    left: [...byUrn].flatMap(([of, own]) => leftBy(of, own, cleaning)),
  };
}

/** The CLI's events don't say what an input comes from; of a new schedule's campaign, preflight's note has the name. */
function withCampaign(
  resource: PreviewedResource,
  resources: readonly PreviewedResource[],
  findings: readonly PreviewFinding[],
): PreviewedResource {
  const { urn, mailPart, now } = resource;
  if (mailPart !== "date" || now === undefined || now.propertyDependencies) return resource;
  const note = findings.find((one) => one.urn === urn && one.note)?.note;
  const campaign = resources.find(
    (one) =>
      one.mailPart === "content" &&
      urnParts(one.urn).name === note?.campaign &&
      one.now?.provider === now.provider,
  );
  if (campaign === undefined) return resource;
  return { ...resource, now: { ...now, propertyDependencies: { campaignId: [campaign.urn] } } };
}

/** Reads a state as a preview in which nothing changes. */
export function stateModel(
  resources: readonly Resource[],
  config: PreviewModel["config"],
  reading: Reading,
): PreviewModel {
  const steps = resources
    .filter((one) => !one.delete)
    .map((newState) => ({ op: "same", urn: newState.urn ?? "", newState }));
  return previewModel({ config, changeSummary: { same: steps.length }, steps }, reading);
}

/**
 * The summary counts unchanged resources, the stack among them, whether they are shown or not. Without one, a step of any of them
 * stands for all: with one, it does not, because a changed `protect` makes a step of its own.
 */
function isWhole({ steps = [], changeSummary = {} }: Preview): boolean {
  const same = steps.filter(({ op }) => op === "same");
  // What there is none of has no count.
  const isCounted = Object.keys(changeSummary).length > 0;
  const { same: number = isCounted ? 0 : undefined } = changeSummary;
  if (typeof number === "number") return same.length >= number;
  return same.some(({ urn = "" }) => !isStack(urn));
}

function isStack(urn: string): boolean {
  return urnParts(urn).type === "pulumi:pulumi:Stack";
}

function stackOf(urn: string): string {
  const { stack, project } = urnParts(urn);
  return project === "" ? stack : `${project}/${stack}`;
}

/** The steps of each resource, the one that says what becomes of it first: a refresh comes before what follows from it. */
function stepsByUrn(steps: readonly PreviewStep[]): Map<string, PreviewStep[]> {
  const byUrn = new Map<string, PreviewStep[]>();
  for (const step of steps) {
    const own = byUrn.get(step.urn ?? "");
    if (own) own.push(step);
    else byUrn.set(step.urn ?? "", [step]);
  }
  for (const own of byUrn.values()) own.sort((one, other) => rankOf(one) - rankOf(other));
  return byUrn;
}

function rankOf({ op = "" }: PreviewStep): number {
  const rank = ops.indexOf(op);
  if (rank !== -1) return rank;
  return op === "refresh" ? ops.length + 1 : ops.length;
}

function resourceOf(
  urn: string,
  steps: readonly PreviewStep[],
  { clean, kindOf }: Cleaning,
): PreviewedResource {
  const { type, kind, name } = urnParts(urn);
  const [{ op = "", oldState: old, newState: now } = {}] = steps;
  const change = changes[op];
  const own = ownType(type)?.kind;
  const mailPart = own === undefined ? undefined : kindOf(own)?.mailPart;
  const status = mailPart && old?.outputs?.status;
  // A refresh has the state as it was.
  const refresh = steps.find((step) => step.op === "refresh");
  return present({
    urn,
    mailPart,
    kind: clean(kind),
    name: clean(name),
    change,
    inputs: steps.map(changedInputs).find(({ length }) => length > 0) ?? [],
    mayDiffer: change === "update" ? unsaidInputs(steps) : [],
    drifted: refresh ? differingInputs(refresh.oldState, old) : [],
    status: typeof status === "string" ? clean(status) : undefined,
    old,
    now,
  });
}

/** The names of inputs that the engine says differ, and of those of which the step shows two values. */
function changedInputs(step: PreviewStep): string[] {
  const { op = "", oldState, newState } = step;
  const isCompared = changes[op] === "update" || changes[op] === "replace";
  // Of an input that is added to a dynamic resource, and of all others beside it, the engine says nothing.
  const differing = isCompared && newState ? differingInputs(oldState, newState) : [];
  return [...new Set([...namedInputs(step), ...differing])];
}

/** The inputs that paths such as `rules.limit` and `listIds[0]` lie in. */
function namedInputs({ diffReasons = [], detailedDiff = {} }: PreviewStep): string[] {
  const paths = [...diffReasons, ...Object.keys(detailedDiff)];
  const names = paths.map((path) => /^[\w$-]+/.exec(path)?.[0] ?? "");
  return names.filter((name) => name !== "" && !isInternal(name));
}

/** Two different secrets look the same, so only the engine knows whether one has changed. */
function unsaidInputs(steps: readonly PreviewStep[]): string[] {
  const [{ oldState, newState } = {}] = steps;
  if (steps.some((step) => namedInputs(step).length > 0)) return [];
  const { inputs: before = {} } = oldState ?? {};
  return Object.entries(newState?.inputs ?? {})
    .filter(([name, value]) => containsHidden(value) && containsHidden(before[name]))
    .map(([name]) => name);
}

function differingInputs(before: Resource | undefined, after: Resource | undefined): string[] {
  if (before === undefined) return [];
  const [{ inputs: one = {} }, { inputs: other = {} }] = [before, after ?? {}];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isInternal(name) && !isSameContent(one[name], other[name]));
}

/** Whether an input is one that this package adds to those of the program, such as the code of a dynamic provider. */
function isInternal(name: string): boolean {
  return name.startsWith("__");
}

const removing = ["delete", "replace", "delete-replaced"];

function leftBy(
  urn: string,
  steps: readonly PreviewStep[],
  { clean, kindOf }: Cleaning,
): PreviewFinding[] {
  const { oldState } = steps.find(({ op = "" }) => removing.includes(op)) ?? {};
  const kind = ownType(urnParts(urn).type)?.kind;
  if (oldState === undefined || kind === undefined) return [];
  const replaceReasons = steps.flatMap((step) => step.replaceReasons ?? []);
  // A schedule that is replaced for the same campaign leaves no mail behind: its date is the new one's.
  const { campaignId } = oldState.inputs ?? {};
  const isItsOwn =
    typeof campaignId === "string" &&
    steps.some(({ newState }) => newState?.inputs?.campaignId === campaignId);
  if (kind === "CampaignSchedule" && isItsOwn && !replaceReasons.includes("account")) return [];
  const left = leftBehind({ kind: kindOf(kind), state: oldState.outputs ?? {}, replaceReasons });
  if (left === undefined) return [];
  // The one that reaches readers.
  const severity = kind === "CampaignSchedule" ? "warning" : "note";
  return [{ severity, text: clean(left), urn }];
}

/** A resource that a preview deletes or replaces. */
interface Removed {
  readonly kind: ReviewedKind | undefined;
  /** Its outputs in the state. */
  readonly state: Properties;
  /** The inputs and outputs because of which it is replaced. */
  readonly replaceReasons: readonly string[];
}

/** What the delete leaves as it is, in words that follow the resource; undefined where it leaves nothing. */
function leftBehind({ kind, state, replaceReasons }: Removed): string | undefined {
  // The delete of what belongs to another account sends nothing.
  if (replaceReasons.includes("account")) {
    return `it stays unchanged in account "${textOr("unknown", state.account)}".`;
  }
  return kind?.leaves?.({
    ...state,
    campaignId: textOr("(unknown)", state.campaignId),
    scheduledAt: textOr("an unknown time", state.scheduledAt),
  })?.before;
}

/** A preview that another program wrote may have anything in place of a text. */
function textOr(other: string, value: unknown): string {
  return typeof value === "string" ? value : other;
}
