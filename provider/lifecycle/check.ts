import { ofAccount } from "../account/account";
import { noteNameChange } from "../account/left-names";
import { type Finding, finding, isError, labelled, withoutIgnored } from "../input/finding";
import { withoutNull } from "../input/plain";
import { isUnknown } from "../input/unknown";
import type { Settings } from "../settings/settings";
import { withMovedInputs } from "./extra-fields";
import { changesOf, judgeChange, judgeInputs, judgeKeys, startOfChange } from "./judge";
import type { AnyLifecycle } from "./lifecycle";
import { refusedMail } from "./mail";
import { type Change, type Properties, subjectOf } from "./properties";

/** What a check found. */
export interface Checked {
  readonly inputs: Properties;
  /** What fails every resource of the account, each in one sentence. */
  readonly settingsProblems: readonly string[];
  /** What fails the resource, each in one sentence. */
  readonly problems: readonly string[];
  /** What is shown while nothing fails it. */
  readonly warnings: readonly string[];
}

/** What is checked. */
export interface Given {
  /** Empty for an object yet to be created. */
  readonly old: Properties;
  readonly props: Properties;
  /** The logical name, where the door knows it. */
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
  const ofSettings = settings.problems();
  // Rules that depend on an invalid setting would report problems that go away when the setting is fixed.
  const usable = ofSettings.length > 0 ? undefined : settings;
  const changes = changesOf(lifecycle, usable, old);
  const known = { old: startOfChange(changes, old, props), settings: usable };
  const judged = [
    ...judgeInputs(lifecycle, props, known),
    ...judgeChange(changes, old, withMovedInputs(lifecycle.fields, old, props)),
    ...judgeName(lifecycle, usable, { old, props }),
    ...judgeKeys(props, settings.keys),
  ];
  const isRight = usable !== undefined && !judged.some(isError);
  const refused = isRight ? refusedMail(lifecycle, usable, { old: known.old, props }) : [];
  const findings = [...judged, ...refused];
  const reported = withoutIgnored(findings, props);
  const problems = reported.filter(isError).map(labelled);
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

/** A name that another object of the program leaves in this run: only the state knows, and the service keeps it. */
function judgeName(
  { uniqueBy, kind }: AnyLifecycle,
  settings: Settings | undefined,
  { old, props }: Pick<Change, "old" | "props">,
): Finding[] {
  const to = uniqueBy && props[uniqueBy];
  const isAsked = settings !== undefined && settings.value("preflight") !== "off";
  if (!isAsked || typeof to !== "string" || isUnknown(to)) return [];
  // What is adopted by its id takes no name.
  if (Object.keys(old).length === 0 && props.existingId !== undefined) return [];
  const before = old[uniqueBy ?? ""];
  const from = typeof before === "string" ? before : undefined;
  const taken = noteNameChange(`${settings.identity} ${kind}`, { from, to });
  if (taken === undefined) return [];
  const problem = `another ${kind} in this program gives up the name "${taken}" in the same update, but the account keeps it, so the update will fail. Use another name, or run pulumi up for one of the two first.`;
  return [
    finding(
      settings.value("preflight") === "error" ? "error" : "warning",
      "property-name-taken",
      problem,
    ),
  ];
}
