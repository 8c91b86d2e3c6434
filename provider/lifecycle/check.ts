import { withAccountLabel } from "../account/account";
import { sharedName } from "../account/claims";
import { recordOf } from "../account/program-record";
import { redactSecretInputs } from "../account/step";
import { holdsKey } from "../errors/redact";
import { content } from "../input/asset";
import { type Finding, isError, withCode, withoutIgnored, withTag } from "../input/finding";
import { judgeOutputs, judgeTexts } from "../input/text-mistakes";
import { checkInputs, hasMembers, withInputs } from "../input/validation";
import { withLineFeeds } from "../plain/text";
import { isUnknown, mapMembers, type Properties, unknownValue, withoutNull } from "../plain/value";
import type { Settings } from "../settings/settings";
import { changesOf, isReplaced, judgeChange, recordsClosed } from "./change";
import { judgeExtraFields } from "./extra-fields";
import type { AnyLifecycle, CheckContext } from "./lifecycle";
import { labelOf, type ObjectChange } from "./object-state";
import { guardViolationsInCheck } from "./preflight";

/** Checks the inputs of a resource. `old` is empty for a new object. `name` is the logical name if messages need it. */
export function check(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { old: recorded, props: given }: Pick<ObjectChange, "old" | "props">,
  name?: string,
) {
  // Content gets LF, as in requests, because a program may read it from a file with CRLF.
  const props = mapMembers(withoutNull(given), (value, name) =>
    lifecycle.fields[name]?.check === content && typeof value === "string"
      ? withLineFeeds(value)
      : value,
  ) as Properties;
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
    /** Findings that fail the resource. */
    problems,
    /** The warnings to show; none if there are problems. */
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
  const old = changes && !isReplaced(changes, recorded, props) ? recorded : undefined;
  const { existingId } = props;
  const isAdopted = "existingId" in lifecycle.fields && typeof existingId === "string";
  // Records the object that the create will adopt, so that the steps of other resources find it.
  if (settings && !old && isAdopted && !isUnknown(existingId)) {
    recordOf(settings).noteObject({ kind: lifecycle.kind, id: existingId, props });
  }
  const { findings: ofInputs, rest } = judgeInputs(lifecycle, props, { old, settings });
  // A campaign with `recordsClosed` is judged by its diff instead, because a check doesn't get the campaign's status.
  const ofChange =
    changes === undefined || recordsClosed(lifecycle, props)
      ? []
      : judgeChange(lifecycle, changes, { old: recorded, props: rest });
  const judged = withoutIgnored([...ofInputs, ...ofChange], props);
  if (!settings || judged.some(isError)) return judged;
  const violations = guardViolationsInCheck(lifecycle, settings, { old, props });
  return [...judged, ...withoutIgnored(violations, props)];
}

/** Findings about the inputs. In `rest`, the unknown value replaces each text that has a value put in by mistake. */
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
