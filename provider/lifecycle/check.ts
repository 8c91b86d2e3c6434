import { ofAccount } from "../account/account";
import { sharedName } from "../account/claims";
import { noteGone, noteObject } from "../account/seen-object";
import { content } from "../input/asset";
import { type Finding, isError, labelled, withoutIgnored } from "../input/finding";
import { isUnknown, type Properties, withoutNull } from "../input/plain";
import { withLineFeeds } from "../input/text-bytes";
import type { Settings } from "../settings/settings";
import { forbidsUnasked, recordsClosed } from "./forbidden";
import { changesOf, judgeChange, judgeInputs, judgeKeys, startOfChange } from "./judge";
import type { AnyLifecycle } from "./lifecycle";
import { type ObjectChange, subjectOf } from "./object-state";

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
  /** The id of the object that a new one takes the place of, as far as a way in can tell. */
  readonly replaced?: string | undefined;
}

/** Checks the inputs of one resource. */
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
    ...judge(lifecycle, usable, { old: withoutNull(recorded), props }),
    ...judgeKeys(props, settings.keys),
  ];
  const problems = findings.filter(isError);
  const subject = ofAccount(settings, subjectOf(lifecycle, props, name));
  // The engine checks again once the errors are fixed, and the warnings come then.
  const warnings = problems.length + settingsProblems.length > 0 ? [] : findings;
  return {
    inputs: props,
    settingsProblems,
    problems,
    warnings: warnings.map((one) => `${subject}: ${labelled(one)}`),
  };
}

/** The inputs with the texts of a mail as they are sent: a program that reads a file may have it with the line ends of Windows. */
function withUnixTexts({ fields }: AnyLifecycle, props: Properties): Properties {
  const texts = Object.entries(props).filter(([name]) => fields[name]?.check === content);
  const sent = texts.map(([name, text]) => [
    name,
    typeof text === "string" ? withLineFeeds(text) : text,
  ]);
  return { ...props, ...Object.fromEntries(sent) };
}

/** What is wrong with the inputs, with their change, and by the settings with what a step would mail. */
function judge(
  lifecycle: AnyLifecycle,
  settings: Settings | undefined,
  { old: recorded, props }: Pick<ObjectChange, "old" | "props">,
): Finding[] {
  const changes = changesOf(lifecycle, settings, recorded);
  const old = startOfChange(changes, recorded, props);
  const { existingId } = props;
  const isAdopted = "existingId" in lifecycle.fields && typeof existingId === "string";
  // What is adopted has its id before a create.
  if (settings && !old && isAdopted && !isUnknown(existingId)) {
    noteObject(settings, lifecycle.kind, { id: existingId, props });
  }
  const { findings: ofInputs, rest } = judgeInputs(lifecycle, props, { old, settings });
  // Only the state says that a campaign was sent, and a check is not given it: then the diff judges.
  const ofChange = recordsClosed(lifecycle, props)
    ? []
    : judgeChange(lifecycle, changes, { old: recorded, props: rest });
  const judged = withoutIgnored([...ofInputs, ...ofChange], props);
  if (!settings || judged.some(isError)) return judged;
  return [
    ...judged,
    ...withoutIgnored(forbidsUnasked(lifecycle, { settings }, { old, props }), props),
  ];
}
