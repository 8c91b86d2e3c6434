import { editsBetween, nearest } from "../errors/nearest";
import { otherVariables } from "../errors/package";
import { folded, ownPrefix } from "./folded";
import { environmentName, isBlank } from "./source";
import {
  accountGuards,
  protectiveNames,
  type SettingName,
  settingNames,
  settingRow,
} from "./table";

/** An environment variable that looks like one of this package's and isn't. */
export interface StrangeVariable {
  readonly name: string;
  /** A `note` may be a program's own variable: only doctor names it. */
  readonly level: "error" | "warning" | "note";
  readonly problem: string;
}

const readNames = settingNames.filter((name) => !settingRow(name).isDeclared);
const known: readonly string[] = [
  ...readNames.map(environmentName),
  ...Object.keys(otherVariables),
];
const behindPrefix = (name: SettingName) => environmentName(name).slice("EMAIL_MARKETING_".length);
/** Every word of three letters has many neighbors, such as LOGO. */
const longNames = readNames.filter((name) => name.length > 3);

/** What other tools call a guard, which such a name doesn't set. */
const namesElsewhere: readonly (readonly [SettingName, words: string])[] = [
  [
    "sending",
    "SEND SENDS SEND_EMAIL SEND_EMAILS SEND_MAIL SEND_MODE SEND_ENABLED SENDING_MODE SENDING_ENABLED ALLOW_SEND ALLOW_SENDING ENABLE_SENDING DISABLE_SENDING NO_SEND NO_SENDING REFUSE_SENDING SCHEDULING DELIVERY DRY_RUN TEST_MODE SANDBOX_MODE",
  ],
  [
    "maxRecipients",
    "MAX_CONTACTS MAX_CONTACT MAX_SUBSCRIBERS MAX_EMAILS MAX_MAILS MAX_SENDS MAX_SEND MAX_AUDIENCE RECIPIENT_LIMIT RECIPIENTS_LIMIT RECIPIENTS_MAX CONTACT_LIMIT CONTACTS_LIMIT SUBSCRIBER_LIMIT SEND_LIMIT SENDING_LIMIT LIMIT",
  ],
  [
    "sendWindow",
    "WINDOW SENDING_WINDOW SCHEDULE_WINDOW DELIVERY_WINDOW SEND_HOURS SENDING_HOURS SEND_TIMES SEND_TIME_WINDOW BUSINESS_HOURS WORKING_HOURS QUIET_HOURS",
  ],
  ["accountDomain", "EXPECTED_DOMAIN REQUIRED_DOMAIN REQUIRE_DOMAIN"],
];

/** What is wrong with the variables that look like those of this package; an empty one counts as not set. */
export function strangeVariables(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): StrangeVariable[] {
  // Windows does not tell names apart that differ in case.
  const isSetting = (name: string) =>
    known.includes(platform === "win32" ? name.toUpperCase() : name);
  return Object.entries(variables).flatMap(([name, value]) =>
    isBlank(value) || isSetting(name) ? [] : judged(name, value?.trim() ?? ""),
  );
}

function judged(name: string, value: string): StrangeVariable[] {
  const letters = folded(name);
  if (letters === ownPrefix) return [];
  const behind = (count: number) => restBehind(name, count);
  if (letters.startsWith(ownPrefix)) return [judgedOwn(name, behind(ownPrefix.length), value)];
  if (!mayBeMisspelt.test(letters)) return [];
  const meant = [0, -1, 1]
    .map((more) => ownPrefix.length + more)
    .filter((count) => editsBetween(letters.slice(0, count), ownPrefix) === 1)
    .flatMap((count) => settingLike(behind(count)) ?? []);
  const guard = meant.find((one) => accountGuards.includes(one));
  if (guard !== undefined) return [strange(name, "error", guard)];
  // The rest of such a name is all that it has in common with a setting, so it may belong to another tool.
  return meant.length > 0 ? [strange(name, "note")] : [];
}

/** One typo leaves the beginning of the prefix as it is, or its end. */
const mayBeMisspelt = /^(emai|.{9,11}ting)/;

/** What follows the first letters of a name. */
function restBehind(name: string, letters: number): string {
  const pattern = `^[-_]*(?:pulumi[-_]*)?(?:[^-_][-_]*){${letters}}(.*?)[-_]*$`;
  return new RegExp(pattern, "is").exec(name)?.[1] ?? "";
}

/** The setting whose name this is, or nearly is; none whose name it has among other words. */
function settingLike(rest: string): SettingName | undefined {
  const equal = readNames.find((name) => folded(name) === folded(rest));
  if (equal !== undefined) return equal;
  const near = nearest(rest, longNames.map(behindPrefix));
  if (near === undefined || `_${rest}_`.toUpperCase().includes(`_${near}_`)) return undefined;
  return longNames.find((name) => behindPrefix(name) === near);
}

function judgedOwn(name: string, rest: string, value: string): StrangeVariable {
  const setting = settingLike(rest);
  if (setting !== undefined) {
    return strange(name, protectiveNames.includes(setting) ? "error" : "warning", setting);
  }
  const isNamed = (words: string) => words.split(" ").some((word) => folded(word) === folded(rest));
  const [guard] = namesElsewhere.find(([, words]) => isNamed(words)) ?? [];
  if (guard === undefined) return strange(name, "note");
  // No other setting takes this word, so the guard must have been meant.
  const isRefused = guard === "sending" && value.toLowerCase() === "refuse";
  return strange(name, isRefused ? "error" : "warning", guard);
}

function strange(
  name: string,
  level: StrangeVariable["level"],
  meant?: SettingName,
): StrangeVariable {
  const question = meant === undefined ? "" : `; did you mean ${environmentName(meant)}?`;
  const advice = level === "error" ? " Rename it or unset it." : "";
  const problem = `environment variable ${name}: not the name of a setting, so it has no effect${question}${advice}`;
  return { name, level, problem };
}
