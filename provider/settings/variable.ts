import { editsBetween, nearest } from "../input/nearest";
import { otherVariables } from "../plain/package";
import { environmentName, foldedName, isBlank, ownPrefix } from "./source";
import {
  accountGuards,
  protectiveNames,
  type SettingName,
  settingNames,
  settingRow,
} from "./table";

/** An environment variable that looks like one of this package's settings, but isn't one. */
export interface SuspectVariable {
  readonly name: string;
  /** The severity. A `note` may be about a variable of the program, so only the command `doctor` shows it. */
  readonly level: "error" | "warning" | "note";
  readonly problem: string;
}

const settingsReadFromEnvironment = settingNames.filter(
  (name) => !settingRow(name).ignoresEnvironment,
);
const knownVariables: readonly string[] = [
  ...settingsReadFromEnvironment.map(environmentName),
  ...Object.keys(otherVariables),
];
const nameWithoutPrefix = (name: SettingName) =>
  environmentName(name).slice("EMAIL_MARKETING_".length);
/**
 * The settings that a misspelt name may mean. Omits names of three letters, because too many other words resemble them:
 * `EMAIL_MARKETING_LOGO` isn't a misspelt `EMAIL_MARKETING_LOG`.
 */
const longNames = settingsReadFromEnvironment.filter((name) => name.length > 3);

/** Names of similar guards in other tools. In this package, an environment variable with such a name has no effect. */
const namesElsewhere: readonly (readonly [SettingName, words: string])[] = [
  [
    "sending",
    "SEND SEND_EMAIL SEND_MAIL SEND_MODE SEND_ENABLED SENDING_MODE SENDING_ENABLED ALLOW_SEND ALLOW_SENDING ENABLE_SENDING DISABLE_SENDING NO_SEND NO_SENDING REFUSE_SENDING SCHEDULING DELIVERY DRY_RUN TEST_MODE SANDBOX_MODE",
  ],
  [
    "maxRecipients",
    "MAX_CONTACTS MAX_SUBSCRIBERS MAX_EMAILS MAX_MAILS MAX_SENDS MAX_AUDIENCE MAXIMUM_RECIPIENTS MAXIMUM_CONTACTS RECIPIENT_LIMIT RECIPIENTS_LIMIT RECIPIENTS_MAX CONTACT_LIMIT CONTACTS_LIMIT SUBSCRIBER_LIMIT SEND_LIMIT SENDING_LIMIT LIMIT",
  ],
  [
    "sendWindow",
    "WINDOW SENDING_WINDOW SCHEDULE_WINDOW DELIVERY_WINDOW SEND_HOURS SENDING_HOURS SEND_TIMES SEND_TIME_WINDOW BUSINESS_HOURS WORKING_HOURS QUIET_HOURS",
  ],
  ["accountDomain", "EXPECTED_DOMAIN REQUIRED_DOMAIN REQUIRE_DOMAIN"],
];

/** The variables that look like settings of this package, but aren't. Skips empty variables, which count as not set. */
export function suspectVariables(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): SuspectVariable[] {
  // On Windows, the names of variables are case-insensitive.
  const isSetting = (name: string) =>
    knownVariables.includes(platform === "win32" ? name.toUpperCase() : name);
  return Object.keys(variables).flatMap((name) => {
    // Reads only values that may count, because each resource asks for this, and reading a variable is slow.
    if (!mayBeMeant.test(foldedName(name)) || isSetting(name)) return [];
    const value = variables[name];
    return isBlank(value) ? [] : judgeVariable(name, value?.trim() ?? "");
  });
}

function judgeVariable(name: string, value: string): SuspectVariable[] {
  const letters = foldedName(name);
  if (letters === ownPrefix) return [];
  const behind = (count: number) => restBehind(name, count);
  const isOwn = letters.startsWith(ownPrefix);
  if (isOwn && !hasLongerPrefix.test(name)) {
    return [judgePrefixedVariable(name, behind(ownPrefix.length), value)];
  }
  const meant = [0, -1, 1]
    .map((more) => ownPrefix.length + more)
    .filter((count) => editsBetween(letters.slice(0, count), ownPrefix) === 1)
    .flatMap((count) => settingLike(behind(count)) ?? []);
  const guard = meant.find((one) => accountGuards.includes(one));
  if (guard !== undefined) return [variableResembling(name, "error", guard)];
  if (isOwn) return [judgePrefixedVariable(name, behind(ownPrefix.length), value)];
  // The prefix isn't this package's, and the setting is no guard, so the variable may belong to another tool.
  return meant.length > 0 ? [variableResembling(name, "note")] : [];
}

/** Matches the prefix with one letter more at its end, as in `EMAIL_MARKETINGS_SENDING`. */
const hasLongerPrefix = /^[-_.]*(?:pulumi[-_.]*)?(?:[^-_.][-_.]*){13}[^-_.][a-z][-_.]/i;

/** Matches the prefix, and every prefix with a single typo, because its beginning or its end is still right. */
const mayBeMeant = /^(emai|.{9,11}ting)/;

/** The part of a name after this number of letters, not counting separators and a leading `pulumi`. */
function restBehind(name: string, letters: number): string {
  const pattern = `^[-_.]*(?:pulumi[-_.]*)?(?:[^-_.][-_.]*){${letters}}(.*?)[-_.]*$`;
  return new RegExp(pattern, "is").exec(name)?.[1] ?? "";
}

/** The setting with this or a similar name. A longer name that contains a setting's name doesn't match. */
function settingLike(rest: string): SettingName | undefined {
  const equal = settingsReadFromEnvironment.find((name) => foldedName(name) === foldedName(rest));
  if (equal !== undefined) return equal;
  const near = nearest(rest, longNames.map(nameWithoutPrefix));
  if (near === undefined || `_${rest}_`.toUpperCase().includes(`_${near}_`)) return undefined;
  return longNames.find((name) => nameWithoutPrefix(name) === near);
}

function judgePrefixedVariable(name: string, rest: string, value: string): SuspectVariable {
  const setting = settingLike(rest);
  if (setting !== undefined) {
    return variableResembling(
      name,
      protectiveNames.includes(setting) ? "error" : "warning",
      setting,
    );
  }
  const isNamed = (words: string) =>
    words.split(" ").some((word) => singular(word) === singular(rest));
  const [guard] = namesElsewhere.find(([, words]) => isNamed(words)) ?? [];
  if (guard === undefined) return variableResembling(name, "note");
  // Only the guard `sending` accepts the word "refuse", so the variable must be meant as this guard.
  const isRefused = guard === "sending" && value.toLowerCase() === "refuse";
  return variableResembling(name, isRefused ? "error" : "warning", guard);
}

function singular(name: string): string {
  return foldedName(name).replace(/s$/, "");
}

function variableResembling(
  name: string,
  level: SuspectVariable["level"],
  meant?: SettingName,
): SuspectVariable {
  const suggestion = meant === undefined ? "" : `; did you mean ${environmentName(meant)}?`;
  const advice = level === "error" ? " Rename it or unset it." : "";
  const problem = `environment variable ${name}: not the name of a setting, so it has no effect${suggestion}${advice}`;
  return { name, level, problem };
}
