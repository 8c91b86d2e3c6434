import { isDeepStrictEqual } from "node:util";
import { isAsset } from "../input/asset";
import { checkInputs, isPlainObject } from "../input/check";
import { type AnyFields, checksOf } from "../input/field";
import type { Finding } from "../input/finding";
import { holdsUnknown, isUnknown, unknownValue } from "../input/unknown";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle, ChangeRules, Known } from "./lifecycle";

type Properties = Record<string, unknown>;

/** What is wrong with the inputs of one resource: each by itself, then together. */
export function judgeInputs(
  lifecycle: AnyLifecycle,
  props: object,
  known?: Known<Properties>,
): Finding[] {
  const ofFields = checkInputs(checksOf(lifecycle.fields), props);
  const rules = lifecycle.rules;
  if (!rules || !isPlainObject(props)) return ofFields;
  return [...ofFields, ...rules(withoutJudged(props, ofFields), known)];
}

/** Rules judge only inputs of the right form: one with a problem of its own counts as unknown. */
function withoutJudged(props: object, findings: readonly Finding[]): object {
  const names = findings.map(({ path }) => path.split(/[.[]/)[0] ?? "");
  const judged = names.filter((name) => name in props);
  return judged.length === 0
    ? props
    : { ...props, ...Object.fromEntries(judged.map((name) => [name, unknownValue])) };
}

const noChanges: ChangeRules<Properties> = { replaceOn: [] };
const changesOfFields = new WeakMap<AnyFields, ChangeRules<Properties>>();

/** What changes mean under these settings, for an object in this state. */
export function changesOf(
  { fields, changes }: AnyLifecycle,
  settings: Settings | undefined,
  old: Properties,
): ChangeRules<Properties> {
  if (changes) return settings ? (changes(settings, old) as ChangeRules<Properties>) : noChanges;
  const made = changesOfFields.get(fields) ?? inRows(fields);
  changesOfFields.set(fields, made);
  return made;
}

function inRows(fields: AnyFields): ChangeRules<Properties> {
  const rows = Object.entries(fields);
  const having = (column: "fixed" | "lasting") =>
    Object.fromEntries(rows.flatMap(([name, row]) => (row[column] ? [[name, row[column]]] : [])));
  return {
    replaceOn: rows.filter(([, { replaces }]) => replaces).map(([name]) => name),
    fixed: having("fixed"),
    lasting: having("lasting"),
  };
}

/** Changes for which the service has no operation; a change that replaces the object is not among them. */
export function judgeChange(
  { fixed = {}, lasting = {}, replaceOn }: ChangeRules<Properties>,
  old: Properties,
  props: Properties,
): Finding[] {
  // A create may send any value, and a replacement is a create.
  if (Object.keys(old).length === 0 || changed(replaceOn, old, props).length > 0) return [];
  const moved = Object.entries(fixed)
    .filter(([name]) => !holdsUnknown(props[name]) && !isDeepStrictEqual(old[name], props[name]))
    .map(([path, waysOut]) => ({
      path,
      problem: `can't be changed after creation: the service has no operation for it. ${String(waysOut)}`,
    }));
  const back = Object.entries(lasting).flatMap(([name, waysOut]) =>
    takenBack(name, { old: old[name], now: props[name], waysOut: String(waysOut) }),
  );
  return [...moved, ...back];
}

/** The inputs that a change starts from; undefined where another object is certain to be created. */
export function startOfChange(
  { replaceOn }: ChangeRules<Properties>,
  old: Properties,
  props: Properties,
): Properties | undefined {
  const isReplaced = changed(replaceOn, old, props).some((name) => !holdsUnknown(props[name]));
  return isReplaced || Object.keys(old).length === 0 ? undefined : old;
}

/** Findings for what was set before, at any depth of an object, and is not set now. */
export function takenBack(
  path: string,
  given: { readonly old: unknown; readonly now: unknown; readonly waysOut: string },
): Finding[] {
  const problem = `can't be removed once set: the service has no operation for it. ${given.waysOut}`;
  return lost(path, given.old, given.now).map((at) => ({ path: at, problem }));
}

/** Whether something that is declared is missing from the state: a create that failed halfway left it undone. */
export function isUnfinished(
  state: Record<string, unknown>,
  props: Record<string, unknown>,
): boolean {
  return Object.entries(props).some(([name, prop]) => lost(name, prop, state[name]).length > 0);
}

/** The paths of what one value holds, at any depth of an object, and the other does not. */
function lost(path: string, one: unknown, other: unknown): string[] {
  if (one === undefined || isUnknown(other)) return [];
  if (other === undefined) return [path];
  if (!isBag(one) || !isBag(other)) return [];
  return Object.entries(one).flatMap(([name, member]) =>
    lost(`${path}.${name}`, member, other[name]),
  );
}

function isBag(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isAsset(value);
}

/** A resource must not hold a key: its inputs are shown in the state, in diffs and in previews. */
export function judgeKeys(props: unknown, keys: readonly string[], path = ""): Finding[] {
  if (typeof props === "string") {
    const problem =
      "must not contain an API key, because inputs are stored in the state. Set keys as settings only. " +
      "Run: pulumi config set --secret emailmarketing:apiKey";
    return keys.includes(props) ? [{ path, problem }] : [];
  }
  if (typeof props !== "object" || props === null) return [];
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
    (name) => holdsUnknown(props[name]) || !isDeepStrictEqual(old[name], props[name]),
  );
}
