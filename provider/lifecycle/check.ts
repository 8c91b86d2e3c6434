import { isDeepStrictEqual } from "node:util";
import { withAccountLabel } from "../account/account";
import { sharedName } from "../account/claims";
import { recordOf } from "../account/program-record";
import { redactSecretInputs } from "../account/step";
import { ownNow } from "../email/date";
import { holdsKey } from "../errors/redact";
import { content, isAsset, isSameInput } from "../input/asset";
import {
  type Finding,
  isError,
  isIgnored,
  withCode,
  withoutIgnored,
  withTag,
} from "../input/finding";
import { judgeOutputs, judgeTexts } from "../input/text-mistakes";
import {
  type AnyFields,
  anyObject,
  checkInputs,
  type Field,
  hasMembers,
  members,
  withInputs,
} from "../input/validation";
import { withLineFeeds } from "../plain/text";
import {
  containsUnknown,
  isObject,
  isRecord,
  isUnknown,
  mapMembers,
  type Properties,
  unknownValue,
  withoutNull,
} from "../plain/value";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle, CheckContext } from "./lifecycle";
import { labelOf, type ObjectChange } from "./object-state";
import { knownViolations, requireAllowed } from "./preflight";

/** Checks the inputs of a resource. `old` is empty for a new object. `name` is the logical name if messages need it. */
export function check(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { old: recorded, props: given }: Pick<ObjectChange, "old" | "props">,
  name?: string,
) {
  // Content gets LF, as in requests, because a program may read it from a file with CRLF.
  const props: Record<string, unknown> = withoutNull(given);
  for (const [name, value] of Object.entries(props)) {
    const isContent = lifecycle.fields[name]?.check === content;
    if (isContent && typeof value === "string") props[name] = withLineFeeds(value);
  }
  const settingsProblems = [...settings.problems(), sharedName(settings) ?? []].flat();
  // With an invalid setting, rules could report problems that disappear once the user corrects the setting.
  const usable = settingsProblems.length > 0 ? undefined : settings;
  const findings = [
    ...judgeAll(lifecycle, usable, { old: withoutNull(recorded), props }),
    ...withInputs(lifecycle.fields, judgeKeys(props, settings.keys)),
  ];
  const problems = findings.filter(isError);
  const label = withAccountLabel(settings, labelOf(lifecycle, props, name));
  // Errors suppress warnings, because the engine checks again once the errors are corrected.
  const warnings = problems.length + settingsProblems.length > 0 ? [] : findings;
  return {
    inputs: props,
    /** Problems with settings, which fail every resource of the account. */
    settingsProblems: settingsProblems.map((one) => redactSecretInputs(withCode(one, "config"))),
    problems,
    warnings: warnings.map((one) => `${label}: ${withTag(one)}`),
  };
}

/** Findings about inputs and their changes. If settings are valid and there are no errors, adds guard violations. */
function judgeAll(
  lifecycle: AnyLifecycle,
  settings: Settings | undefined,
  { old: recorded, props }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  const isNew = Object.keys(recorded).length === 0;
  const changes = isNew ? undefined : changesOf(lifecycle, settings, { old: recorded, props });
  const replaces = changes ? changedNames(changes.replaceOn, recorded, props) : [];
  // An unknown value may turn out to equal the old one, so it doesn't make a replacement certain.
  const isReplaced = replaces.some((name) => !containsUnknown(props[name]));
  const old = isNew || isReplaced ? undefined : recorded;
  const { existingId } = props;
  const isAdopted = "existingId" in lifecycle.fields && typeof existingId === "string";
  // Records the object that the create will adopt, so that the steps of other resources find it.
  if (settings && !old && isAdopted && !isUnknown(existingId)) {
    recordOf(settings).noteObject({ kind: lifecycle.kind, id: existingId, props });
  }
  const { findings: ofInputs, rest } = judgeInputs(lifecycle, props, { old, settings });
  // With `recordsClosed`, a finished campaign accepts any change. Only the diff gets its status, so the diff judges it.
  const ofChange =
    changes === undefined || recordsClosed(lifecycle, props)
      ? []
      : judgeChange(lifecycle, changes, { old: recorded, props: rest });
  const judged = withoutIgnored([...ofInputs, ...ofChange], props);
  if (!settings || judged.some(isError)) return judged;
  const email = lifecycle.emailSentBy?.({ settings, now: ownNow }, { old, props });
  // Only a request can check `maxRecipients`, and a check sends none. A later step reports all violations together.
  if (email?.accountViolations && settings.value("maxRecipients") !== undefined) return judged;
  return [...judged, ...withoutIgnored(knownViolations(lifecycle, settings, email), props)];
}

/** Findings about the inputs. In `rest`, the unknown value replaces texts with a printed value or source code. */
export function judgeInputs(
  lifecycle: AnyLifecycle,
  props: Properties,
  context?: CheckContext<Properties>,
) {
  const { findings: ofTexts, rest } = judgeOutputs(props, context?.old);
  const ofFields = checkInputs(lifecycle.fields, rest);
  const findings = [...ofTexts, ...ofFields];
  if (hasMembers(rest)) {
    const judged = ofFields.length === 0 ? rest : withoutJudged(rest, ofFields);
    findings.push(
      ...(lifecycle.rules?.(judged, context) ?? []),
      ...judgeExtraFields(lifecycle.fields, judged, context?.old),
    );
  }
  return { findings: withInputs(lifecycle.fields, findings), rest };
}

/** Replaces each input that is invalid by itself with the unknown value, so that checks of other resources skip it. */
export function withoutInvalid({ fields }: AnyLifecycle, props: Properties): Properties {
  return withoutJudged(props, checkInputs(fields, props).filter(isError));
}

/** Replaces each input that has a finding with the unknown value, which later checks skip. */
function withoutJudged(props: Properties, findings: readonly Finding[]): Properties {
  const judged = new Set(findings.map(({ path }) => path.split(/[.[]/)[0]));
  return mapMembers(props, (value, name) =>
    judged.has(name) ? unknownValue : value,
  ) as Properties;
}

/** Findings about API keys in inputs. The state, diffs and previews would show these keys. */
export function judgeKeys(props: unknown, keys: readonly string[]): Finding[] {
  const problem =
    "must not contain an API key, because inputs are stored in the state. Set keys as settings only. " +
    "Run: pulumi config set --secret emailmarketing:apiKey";
  return judgeTexts(props, (text) => (holdsKey(text, keys) ? problem : undefined));
}

/** Groups the inputs by what changing them does. Without `settings`, skips computed effects, which may need them. */
export function changesOf(
  { fields }: AnyLifecycle,
  settings: Settings | undefined,
  { old, props }: Pick<ObjectChange, "old" | "props">,
) {
  const terms = settings && { isExtended: settings.isExtended, old, props };
  const meanings = (of: "replaces" | "immutable" | "notRemovable") =>
    Object.entries(fields).flatMap(([name, { [of]: given }]) => {
      const meaning = typeof given === "function" ? terms && given(terms) : given;
      return meaning === undefined ? [] : [[name, String(meaning)] as const];
    });
  const replaces = meanings("replaces");
  return {
    replaceOn: replaces.map(([name]) => name),
    deleteFirst: replaces.flatMap(([name, how]) => (how === "deleted first" ? name : [])),
    immutable: meanings("immutable"),
    notRemovable: meanings("notRemovable"),
  };
}

/** Findings about changes for which the service has no operation; empty if the object is or may be replaced. */
export function judgeChange(
  { fields }: Pick<AnyLifecycle, "fields">,
  { immutable, notRemovable, replaceOn }: ReturnType<typeof changesOf>,
  { old, props: declared }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  // A replacement is a create, which can send any value.
  if (changedNames(replaceOn, old, declared).length > 0) return [];
  const props = withMovedInputs(fields, old, declared);
  const moved = immutable
    .filter(([name]) => !containsUnknown(props[name]) && !isSameInput(old[name], props[name]))
    .map(([path, hint]) => ({
      path,
      problem: `can't be changed after creation: the service has no operation for it. ${hint}`,
    }));
  const back = notRemovable.flatMap(([name, hint]) =>
    lostPaths(name, old[name], props[name]).map((path) => ({
      path,
      problem: `can't be removed once set: the service has no operation for it. ${hint}`,
    })),
  );
  return withInputs(fields, [...moved, ...back]);
}

/** True for a campaign with `campaign-closed` in `ignoreChecks`. Once it is sent, changes only go to the state. */
export function recordsClosed({ emailRole }: AnyLifecycle, props: Properties): boolean {
  return emailRole === "content" && isIgnored("campaign-closed", props);
}

/** Judges a change that `check` skipped because of `recordsClosed`. Fails if the service has no operation for it. */
export function requireChangeable(
  lifecycle: AnyLifecycle,
  settings: Settings,
  old: Properties,
  props: Properties,
  label?: string,
): void {
  if (!recordsClosed(lifecycle, props)) return;
  const change = { old, props };
  requireAllowed(judgeChange(lifecycle, changesOf(lifecycle, settings, change), change), label);
}

/** The names of the inputs whose values differ or are unknown. */
export function changedNames(names: readonly string[], old: Properties, props: Properties) {
  // An unknown value counts as a change, so that a preview shows a replacement that it may cause.
  return names.filter(
    (name) => containsUnknown(props[name]) || !isSameInput(old[name], props[name]),
  );
}

/** True if the state lacks a declared value, for example after a create that failed halfway. */
export function lacksDeclared(state: Record<string, unknown>, props: Record<string, unknown>) {
  return lostPaths("", props, state).length > 0;
}

/** The paths of the values that `one` has and `other` lacks, at any depth of nested objects. */
function lostPaths(path: string, one: unknown, other: unknown): string[] {
  if (one === undefined || isUnknown(other)) return [];
  if (other === undefined) return [path];
  if (!isRecord(one) || !isRecord(other) || isAsset(one) || isAsset(other)) return [];
  return Object.entries(one).flatMap(([name, member]) =>
    lostPaths(`${path}.${name}`, member, other[name]),
  );
}

/** Fields to send in addition to the inputs, under the names that the service uses. */
export interface ExtraFields {
  readonly create?: Properties;
  readonly update?: Properties;
}

interface Extensible {
  readonly extraFields?: ExtraFields;
}

export const createdFields = {
  check: members<Pick<ExtraFields, "create">>({ create: { check: anyObject } }),
} satisfies Field;

export const createdAndUpdatedFields = {
  check: members<ExtraFields>({ create: { check: anyObject }, update: { check: anyObject } }),
} satisfies Field;

/** Findings about `extraFields` that conflict with inputs or would send a campaign, and about their changes. */
export function judgeExtraFields(fields: AnyFields, props: Extensible, old?: Extensible) {
  const found: Finding[] = [];
  for (const part of ["create", "update"] as const) {
    for (const name of namesIn(props.extraFields?.[part])) {
      found.push(...judgeName(fields, props, { part, name }));
    }
  }
  return old ? [...found, ...judgeChangedFields(fields, props, old)] : found;
}

function judgeName(
  fields: AnyFields,
  props: object,
  { part, name }: { readonly part: keyof ExtraFields; readonly name: string },
): Finding[] {
  const path = `extraFields.${part}.${name}`;
  if (normalizedName(name) === "scheduledat") {
    const problem =
      "must not be set, because it would send the campaign. Declare a CampaignSchedule with the date instead";
    return [{ path, problem }];
  }
  const input = inputGiven(fields, props, name);
  if (input === undefined || (fields[input]?.wire ?? input) !== name) return [];
  const problem = `must not be set together with the input ${input}: both name the same field of the request. Remove one of the two`;
  return [{ path, problem }];
}

/** Findings about changes of `extraFields` that no request would send. */
function judgeChangedFields(fields: AnyFields, props: Extensible, old: Extensible): Finding[] {
  if (containsUnknown(props.extraFields)) return [];
  // Fields that an input now sets don't count as removed. A later version of the package may have added that input.
  const kept = ({ extraFields }: Extensible) =>
    Object.entries(extraFields?.create ?? {}).filter(
      ([name]) => inputGiven(fields, props, name) === undefined,
    );
  if (isDeepStrictEqual(Object.fromEntries(kept(old)), Object.fromEntries(kept(props)))) return [];
  const problem =
    "can't be changed after creation, because it is only sent with the create. Restore the old value, or add extraFields.create to ignoreChanges.";
  return [{ path: "extraFields.create", problem }];
}

export function changedExtraFields(old: ExtraFields | undefined, now: ExtraFields | undefined) {
  const changed = Object.entries(now?.update ?? {}).filter(
    ([name, value]) => !isDeepStrictEqual(old?.update?.[name], value),
  );
  return Object.fromEntries(changed);
}

/** The paths of the extra fields that a step sends. Only a create without `existingId` sends `extraFields.create`. */
export function extraFieldsSent(
  old: Extensible | undefined,
  props: Extensible & { readonly existingId?: unknown },
): string[] {
  const { existingId, extraFields } = props;
  const isCreated = old === undefined && existingId === undefined;
  const parts = {
    "extraFields.create": isCreated ? namesIn(extraFields?.create) : [],
    "extraFields.update": Object.keys(changedExtraFields(old?.extraFields, extraFields)),
  };
  return Object.entries(parts).flatMap(([part, names]) => names.map((name) => `${part}.${name}`));
}

/** The inputs, with the old value of each input that moved to `extraFields`, because a move isn't a removal. */
function withMovedInputs(fields: AnyFields, old: Properties, props: Properties) {
  const { extraFields = {} } = props as Extensible;
  const names = [...namesIn(extraFields.create), ...namesIn(extraFields.update)];
  const moved = names
    .map((name) => inputFor(fields, name) ?? "")
    .filter((input) => input in old && props[input] === undefined);
  return { ...props, ...Object.fromEntries(moved.map((input) => [input, old[input]])) };
}

function namesIn(part: unknown): string[] {
  return isObject(part) && !isUnknown(part) ? Object.keys(part) : [];
}

/** A name in lower case without `_` and `-`, so that `reply_to` and `replyTo` are equal. */
const normalizedName = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

/** Finds an input that is sent by its name in the program or in the request, ignoring case, `_` and `-`. */
function inputFor(fields: AnyFields, name: string): string | undefined {
  const found = Object.entries(fields).find(
    ([input, { wire, required }]) =>
      (wire !== undefined || required) &&
      [wire ?? input, input].map(normalizedName).includes(normalizedName(name)),
  );
  return found?.[0];
}

/** The input that is sent under this name or a similar one, if it is set. */
function inputGiven(fields: AnyFields, props: object, name: string): string | undefined {
  const input = inputFor(fields, name);
  return input !== undefined && Reflect.get(props, input) !== undefined ? input : undefined;
}
