import { ofAccount } from "../account/account";
import { sharedName } from "../account/claims";
import { noteGone, noteObject } from "../account/step";
import { holdsKey } from "../errors/redact";
import { content } from "../input/asset";
import { checkInputs, hasMembers, withInputs } from "../input/check";
import { type Finding, isError, labelled, withoutIgnored } from "../input/finding";
import { type Judged, judgeOutputs } from "../input/output-in-text";
import { isObject, isUnknown, type Properties, unknownValue, withoutNull } from "../input/plain";
import { withLineFeeds } from "../input/text-bytes";
import type { Settings } from "../settings/settings";
import { changesOf, isReplaced, judgeChange, recordsClosed } from "./change";
import { judgeExtraFields } from "./extra-fields";
import { guardViolationsInCheck } from "./guard";
import type { AnyLifecycle, CheckContext } from "./lifecycle";
import { labelOf, type ObjectChange } from "./object-state";

export interface Checked {
  readonly inputs: Properties;
  /** What fails every resource of the account, each in one sentence. */
  readonly settingsProblems: readonly string[];
  /** What fails the resource. */
  readonly problems: readonly Finding[];
  /** What is shown while nothing fails it. */
  readonly warnings: readonly string[];
}

interface Given {
  /** Empty for an object yet to be created. */
  readonly old: Properties;
  readonly props: Properties;
  /** The logical name, where it is known. */
  readonly name?: string;
  /** The id of the object that a new one takes the place of, as far as a way in can tell. */
  readonly replaced?: string | undefined;
}

export function check(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { old: recorded, props: given, name, replaced }: Given,
): Checked {
  if (replaced !== undefined) noteGone(settings, lifecycle.kind, replaced);
  const props = withUnixTexts(lifecycle, withoutNull(given));
  const shared = sharedName(settings);
  const settingsProblems = [...settings.problems(), ...(shared === undefined ? [] : [shared])];
  // Rules that depend on an invalid setting would report problems that go away when the setting is fixed.
  const usable = settingsProblems.length > 0 ? undefined : settings;
  const findings = [
    ...judgeAll(lifecycle, usable, { old: withoutNull(recorded), props }),
    ...withInputs(lifecycle.fields, judgeKeys(props, settings.keys)),
  ];
  const problems = findings.filter(isError);
  const label = ofAccount(settings, labelOf(lifecycle, props, name));
  // The engine checks again once the errors are fixed, and the warnings come then.
  const warnings = problems.length + settingsProblems.length > 0 ? [] : findings;
  return {
    inputs: props,
    settingsProblems,
    problems,
    warnings: warnings.map((one) => `${label}: ${labelled(one)}`),
  };
}

/** The inputs with the texts of a mail as they are sent: a program that reads a file may have it with the line ends of Windows. */
function withUnixTexts({ fields }: AnyLifecycle, props: Properties): Properties {
  const texts = Object.entries(props).flatMap(([name, text]) =>
    fields[name]?.check === content && typeof text === "string"
      ? [[name, withLineFeeds(text)]]
      : [],
  );
  return { ...props, ...Object.fromEntries(texts) };
}

/** What is wrong with the inputs, with their change, and by the settings with what a step would mail. */
function judgeAll(
  lifecycle: AnyLifecycle,
  settings: Settings | undefined,
  { old: recorded, props }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  const isNew = Object.keys(recorded).length === 0;
  const changes = isNew ? undefined : changesOf(lifecycle, settings, recorded);
  const old = changes && !isReplaced(changes, recorded, props) ? recorded : undefined;
  const { existingId } = props;
  const isAdopted = "existingId" in lifecycle.fields && typeof existingId === "string";
  // What is adopted has its id before a create.
  if (settings && !old && isAdopted && !isUnknown(existingId)) {
    noteObject(settings, lifecycle.kind, { id: existingId, props });
  }
  const { findings: ofInputs, rest } = judgeInputs(lifecycle, props, { old, settings });
  // Only the state says that a campaign was sent, and a check is not given it: then the diff judges.
  const ofChange =
    changes === undefined || recordsClosed(lifecycle, props)
      ? []
      : judgeChange(lifecycle, changes, { old: recorded, props: rest });
  const judged = withoutIgnored([...ofInputs, ...ofChange], props);
  if (!settings || judged.some(isError)) return judged;
  const violations = guardViolationsInCheck(lifecycle, settings, { old, props });
  return [...judged, ...withoutIgnored(violations, props)];
}

/**
 * What is wrong with the inputs of one resource: with their texts, with each by itself, then together. What is judged further is
 * `rest`.
 */
export function judgeInputs(
  lifecycle: AnyLifecycle,
  props: Properties,
  context?: CheckContext<Properties>,
): Judged<Properties> {
  const { findings, rest } = judgeParts(lifecycle, props, context);
  return { findings: withInputs(lifecycle.fields, findings), rest };
}

function judgeParts(
  lifecycle: AnyLifecycle,
  props: Properties,
  context: CheckContext<Properties> | undefined,
): Judged<Properties> {
  const { findings: ofTexts, rest } = judgeOutputs(props, context?.old);
  const ofFields = checkInputs(lifecycle.fields, rest);
  const findings = [...ofTexts, ...ofFields];
  if (!hasMembers(rest)) return { findings, rest };
  const judged = ofFields.length === 0 ? rest : withoutJudged(rest, ofFields);
  const { old } = context ?? {};
  const hasExtraFields = judged.extraFields !== undefined || old?.extraFields !== undefined;
  findings.push(
    ...(lifecycle.rules?.(judged, context) ?? []),
    ...(hasExtraFields ? judgeExtraFields(lifecycle.fields, judged, old) : []),
  );
  return { findings, rest };
}

/** Rules judge only inputs of the right form: one with a problem of its own counts as unknown. */
function withoutJudged(props: Properties, findings: readonly Finding[]): Properties {
  const names = findings.map(({ path }) => path.split(/[.[]/)[0] ?? "");
  const judged = names.filter((name) => name in props);
  return { ...props, ...Object.fromEntries(judged.map((name) => [name, unknownValue])) };
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
