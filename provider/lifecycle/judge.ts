import { isAsset } from "../input/asset";
import { checkInputs, hasMembers } from "../input/check";
import { type ChangeTerms, checksOf, type Field, type UnderTerms } from "../input/field";
import type { Finding } from "../input/finding";
import type { Properties } from "../input/plain";
import { isSameInput } from "../input/same-input";
import { containsUnknown, isUnknown, unknownValue } from "../input/unknown";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle, CheckContext } from "./lifecycle";

/** What is wrong with the inputs of one resource: each by itself, then together. */
export function judgeInputs(
  lifecycle: AnyLifecycle,
  props: object,
  context?: CheckContext<Properties>,
): Finding[] {
  const ofFields = checkInputs(checksOf(lifecycle.fields), props);
  const rules = lifecycle.rules;
  if (!rules || !hasMembers(props)) return ofFields;
  return [...ofFields, ...rules(withoutJudged(props, ofFields), context)];
}

/** Rules judge only inputs of the right form: one with a problem of its own counts as unknown. */
function withoutJudged(props: object, findings: readonly Finding[]): object {
  const names = findings.map(({ path }) => path.split(/[.[]/)[0] ?? "");
  const judged = names.filter((name) => name in props);
  return judged.length === 0
    ? props
    : { ...props, ...Object.fromEntries(judged.map((name) => [name, unknownValue])) };
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
  const having = <Meaning extends string | true>(
    column: (row: Field) => UnderTerms<Meaning> | undefined,
  ) =>
    Object.entries(fields).flatMap(([name, row]) => {
      const meaning = underTerms(column(row), terms);
      return meaning === undefined ? [] : [[name, meaning] as const];
    });
  const replacing = having(({ replaces }) => replaces);
  const namesOf = (rows: typeof replacing) => rows.map(([name]) => name);
  return {
    replaceOn: namesOf(replacing),
    deleteFirst: namesOf(replacing.filter(([, how]) => how === "deleted first")),
    fixed: Object.fromEntries(having(({ fixed }) => fixed)),
    lasting: Object.fromEntries(having(({ lasting }) => lasting)),
  };
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
  { fixed, lasting, replaceOn }: ChangeRules,
  old: Properties,
  props: Properties,
): Finding[] {
  // A create may send any value, and a replacement is a create.
  if (Object.keys(old).length === 0 || changed(replaceOn, old, props).length > 0) return [];
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

/** Findings for what was set before, at any depth of an object, and is not set now. */
export function takenBack(
  path: string,
  given: { readonly old: unknown; readonly now: unknown; readonly waysOut: string },
): Finding[] {
  const problem = `can't be removed once set: the service has no operation for it. ${given.waysOut}`;
  return lost(path, given.old, given.now).map((at) => ({ path: at, problem }));
}

/** Whether something that is declared is missing from the state: a create that failed halfway left it undone. */
export function lacksDeclared(
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

/** So few characters may stand in a text by chance. */
const shortestKeyInText = 8;

/** Whether a text is a key, or has one in it. */
export function holdsKey(text: string, keys: readonly string[]): boolean {
  return keys.some(
    (key) => text === key || (key.length >= shortestKeyInText && text.includes(key)),
  );
}

/** A resource must not hold a key: its inputs are shown in the state, in diffs and in previews. */
export function judgeKeys(props: unknown, keys: readonly string[], path = ""): Finding[] {
  if (typeof props === "string") {
    const problem =
      "must not contain an API key, because inputs are stored in the state. Set keys as settings only. " +
      "Run: pulumi config set --secret emailmarketing:apiKey";
    return holdsKey(props, keys) ? [{ path, problem }] : [];
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
    (name) => containsUnknown(props[name]) || !isSameInput(old[name], props[name]),
  );
}
