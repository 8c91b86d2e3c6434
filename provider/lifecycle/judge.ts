import { holdsKey } from "../errors/redact";
import { isSameInput } from "../input/asset";
import { checkInputs, hasMembers } from "../input/check";
import type { ChangeTerms, UnderTerms } from "../input/field";
import type { Finding } from "../input/finding";
import { type Judged, judgeOutputs } from "../input/output-in-text";
import { containsUnknown, isObject, type Properties, unknownValue } from "../input/plain";
import type { Settings } from "../settings/settings";
import { judgeExtraFields, withMovedInputs } from "./extra-fields";
import type { AnyLifecycle, CheckContext } from "./lifecycle";
import { type ObjectChange, takenBack } from "./object-state";

/**
 * What is wrong with the inputs of one resource: with their texts, with each by itself, then together. What is judged further is
 * `rest`.
 */
export function judgeInputs(
  lifecycle: AnyLifecycle,
  props: Properties,
  context?: CheckContext<Properties>,
): Judged<Properties> {
  const { findings, rest } = judgeOutputs(props, context?.old);
  return { findings: [...findings, ...judgeForms(lifecycle, rest, context)], rest };
}

function judgeForms(
  lifecycle: AnyLifecycle,
  props: Properties,
  context?: CheckContext<Properties>,
): Finding[] {
  const ofFields = checkInputs(lifecycle.fields, props);
  if (!hasMembers(props)) return ofFields;
  const judged: Properties = ofFields.length === 0 ? props : withoutJudged(props, ofFields);
  const ofExtraFields = hasExtraFields(judged, context?.old)
    ? judgeExtraFields(lifecycle.fields, judged, context?.old)
    : [];
  return [...ofFields, ...(lifecycle.rules?.(judged, context) ?? []), ...ofExtraFields];
}

/** Most resources have none, now or before. */
function hasExtraFields(props: Properties, old: Properties = {}): boolean {
  return props.extraFields !== undefined || old.extraFields !== undefined;
}

/** Rules judge only inputs of the right form: one with a problem of its own counts as unknown. */
function withoutJudged(props: Properties, findings: readonly Finding[]): Properties {
  const names = findings.map(({ path }) => path.split(/[.[]/)[0] ?? "");
  const judged = names.filter((name) => name in props);
  return { ...props, ...Object.fromEntries(judged.map((name) => [name, unknownValue])) };
}

/** What a change of inputs means for an object. */
export interface ChangeRules {
  /** A change of one of these makes another object. */
  readonly replaceOn: readonly string[];
  /** Those of them for which the old object is deleted first. */
  readonly deleteFirst: readonly string[];
  /** Inputs that no operation changes, each with what to do instead. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Optional inputs that can't be removed once they were set, each with what to do instead. */
  readonly lasting: Readonly<Record<string, string>>;
}

/** What changes mean under these settings, for an object in this state. */
export function changesOf(
  { fields }: AnyLifecycle,
  settings: Settings | undefined,
  old: Properties,
): ChangeRules {
  const terms = settings && { isExtended: settings.isExtended, old };
  const replaceOn: string[] = [];
  const deleteFirst: string[] = [];
  const fixed: Record<string, string> = {};
  const lasting: Record<string, string> = {};
  for (const [name, row] of Object.entries(fields)) {
    const replaces = underTerms(row.replaces, terms);
    if (replaces !== undefined) replaceOn.push(name);
    if (replaces === "deleted first") deleteFirst.push(name);
    const fixedWaysOut = underTerms(row.fixed, terms);
    if (fixedWaysOut !== undefined) fixed[name] = fixedWaysOut;
    const lastingWaysOut = underTerms(row.lasting, terms);
    if (lastingWaysOut !== undefined) lasting[name] = lastingWaysOut;
  }
  return { replaceOn, deleteFirst, fixed, lasting };
}

/** Without valid settings, what turns on them is not known. */
function underTerms<Meaning extends string | true>(
  meaning: UnderTerms<Meaning> | undefined,
  terms: ChangeTerms | undefined,
): Meaning | undefined {
  if (typeof meaning !== "function") return meaning;
  return terms && meaning(terms);
}

/** Changes for which the service has no operation; a change that replaces the object is not among them. */
export function judgeChange(
  { fields }: Pick<AnyLifecycle, "fields">,
  { fixed, lasting, replaceOn }: ChangeRules,
  { old, props: declared }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  // A create may send any value, and a replacement is a create.
  if (Object.keys(old).length === 0 || changed(replaceOn, old, declared).length > 0) return [];
  // An input that is now sent as an extra field was not removed.
  const props = hasExtraFields(declared) ? withMovedInputs(fields, old, declared) : declared;
  const moved = Object.entries(fixed)
    .filter(([name]) => !containsUnknown(props[name]) && !isSameInput(old[name], props[name]))
    .map(([path, waysOut]) => ({
      path,
      problem: `can't be changed after creation: the service has no operation for it. ${waysOut}`,
    }));
  const back = Object.entries(lasting).flatMap(([name, waysOut]) =>
    takenBack(name, { old: old[name], now: props[name], waysOut }),
  );
  return [...moved, ...back];
}

/** The inputs that a change starts from; undefined where another object is certain to be created. */
export function startOfChange(
  { replaceOn }: ChangeRules,
  old: Properties,
  props: Properties,
): Properties | undefined {
  const isReplaced = changed(replaceOn, old, props).some((name) => !containsUnknown(props[name]));
  return isReplaced || Object.keys(old).length === 0 ? undefined : old;
}

/** A resource must not hold a key: its inputs are shown in the state, in diffs and in previews. */
export function judgeKeys(props: unknown, keys: readonly string[], path = ""): Finding[] {
  if (typeof props === "string") {
    const problem =
      "must not contain an API key, because inputs are stored in the state. Set keys as settings only. " +
      "Run: pulumi config set --secret emailmarketing:apiKey";
    return holdsKey(props, keys) ? [{ path, problem }] : [];
  }
  if (!isObject(props)) return [];
  return Object.entries(props).flatMap(([name, member]) =>
    judgeKeys(member, keys, path === "" ? name : `${path}.${name}`),
  );
}

/** The names among `names` whose values differ; a value that becomes unknown counts as changed. */
export function changed(
  names: readonly string[],
  old: Record<string, unknown>,
  props: Record<string, unknown>,
): string[] {
  // A preview must show the replacement that an unknown value may cause; it can't show it afterwards.
  return names.filter(
    (name) => containsUnknown(props[name]) || !isSameInput(old[name], props[name]),
  );
}
