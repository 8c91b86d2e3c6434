import { ofAccount } from "../account/account";
import { sharedName } from "../account/claims";
import { noteObject, noteReplacement } from "../account/seen-object";
import { type Finding, isError, labelled, withoutIgnored } from "../input/finding";
import { type Properties, withoutNull } from "../input/plain";
import { isUnknown } from "../input/unknown";
import type { Settings } from "../settings/settings";
import { withMovedInputs } from "./extra-fields";
import { forbidsUnasked, recordsClosed } from "./forbids";
import { changesOf, judgeChange, judgeInputs, judgeKeys, startOfChange } from "./judge";
import type { AnyLifecycle } from "./lifecycle";
import { judgeScheduled } from "./replacement";
import { subjectOf } from "./state";

/** What a check found. */
export interface Checked {
  readonly inputs: Properties;
  /** What fails every resource of the account, each in one sentence. */
  readonly settingsProblems: readonly string[];
  /** What fails the resource. */
  readonly problems: readonly Finding[];
  /** What is shown while nothing fails it. */
  readonly warnings: readonly string[];
}

/** What is checked. */
export interface Given {
  /** Empty for an object yet to be created. */
  readonly old: Properties;
  readonly props: Properties;
  /** The logical name, where it is known. */
  readonly name?: string;
}

/** Judges inputs. */
export function check(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { old: recorded, props: given, name }: Given,
): Checked {
  const props = withoutNull(given);
  const old = withoutNull(recorded);
  const shared = sharedName(settings);
  const ofSettings = [...settings.problems(), ...(shared === undefined ? [] : [shared])];
  // Rules that depend on an invalid setting would report problems that go away when the setting is fixed.
  const usable = ofSettings.length > 0 ? undefined : settings;
  const changes = changesOf(lifecycle, usable, old);
  const context = {
    old: startOfChange(changes, old, props),
    settings: usable,
  };
  const { existingId } = props;
  const isAdopted = "existingId" in lifecycle.fields && typeof existingId === "string";
  const replaced =
    usable && lifecycle.mailPart === "content" && Object.keys(old).length === 0
      ? noteReplacement(usable, lifecycle.kind, props[lifecycle.namedBy]).filter(
          ({ id }) => id !== existingId,
        )
      : [];
  // What is adopted has its id before a create.
  if (usable && !context.old && isAdopted && !isUnknown(existingId))
    noteObject(usable, lifecycle.kind, { id: existingId, props });
  const judged = [
    ...judgeInputs(lifecycle, props, context),
    // Only the state says that a campaign was sent, and a check is not given it: then the diff judges.
    ...(recordsClosed(lifecycle, props)
      ? []
      : judgeChange(changes, old, withMovedInputs(lifecycle.fields, old, props))),
    ...judgeKeys(props, settings.keys),
  ];
  const isRight = usable !== undefined && !judged.some(isError);
  const forbidden = isRight ? forbidsUnasked(lifecycle, usable, { old: context.old, props }) : [];
  const findings = [...judged, ...forbidden, ...replaced.flatMap(judgeScheduled)];
  const reported = withoutIgnored(findings, props);
  const problems = reported.filter(isError);
  const isFailing = problems.length + ofSettings.length > 0;
  const subject = ofAccount(settings, subjectOf(lifecycle, props, name));
  const warnings = reported
    .filter((one) => !isError(one))
    .map((one) => `${subject}: ${labelled(one)}`);
  return {
    inputs: props,
    settingsProblems: ofSettings,
    problems,
    // The engine checks again once the errors are fixed, and the warnings come then.
    warnings: isFailing ? [] : warnings,
  };
}
