import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProject } from "../../../provider/engine/project";
import { EmailMarketingError, ignoreOwnError } from "../../../provider/errors/error";
import { quoted } from "../../../provider/errors/redact";
import {
  plainTextApiKeyProblem,
  settingsWarnings,
  suspectVariables,
  type UnknownSetting,
} from "../../../provider/settings/problem";
import { environmentSettings, type Settings } from "../../../provider/settings/settings";
import {
  type Setting,
  type SettingName,
  settingNames,
  settingRows,
} from "../../../provider/settings/table";
import { openStack, type Stack, type StackOptions } from "../stack";
import { fault, fine, note, type Observation, warning } from "./observation";

/** The stack with its settings. If the stack can't be read, the settings come from environment variables only. */
export interface ExaminedSettings {
  readonly stack: Pick<Stack, "settings"> & Partial<Stack>;
  readonly observations: readonly Observation[];
}

export async function examineSettings(options: StackOptions): Promise<ExaminedSettings> {
  try {
    const stack = await openStack(options);
    return {
      stack,
      observations: [
        fine("stack config", "read"),
        ...stack.clearKeys.map(plainTextKeyFault),
        ...stack.unknown.map(unknownSettingFault),
        ...variableObservations(),
        ...stack.warnings.map((says) => warning("settings", says)),
        ...apiKeyConflict(stack),
        ...settingObservations(stack),
      ],
    };
  } catch (error) {
    // Rethrow if the user named a Provider, because environment variables can't replace its settings.
    if (!(error instanceof EmailMarketingError) || options.provider !== undefined) throw error;
    const stack = { settings: environmentSettings() };
    const hint =
      "Select a stack (pulumi stack select) or set one with --stack, and make sure that its secrets can be decrypted. " +
      "The settings below come from the environment only.";
    const unreadable = fault("stack config", error.message, hint);
    const environmentOnly = { keys: [], project: undefined, read: () => undefined };
    const warnings = settingsWarnings(environmentOnly).map((says) => warning("settings", says));
    return {
      stack,
      observations: [
        unreadable,
        ...variableObservations(),
        ...warnings,
        ...settingObservations(stack),
      ],
    };
  }
}

/** The settings that are set, each with its source, the names of the others, and the problems with settings. */
function settingObservations({ settings }: Pick<Stack, "settings">): Observation[] {
  const unset = settingNames.filter((name) => settings.origin(name) === undefined);
  const set = settingNames.flatMap((name) => {
    const setting = settings.origin(name);
    return setting ? note(name, `${safeText(name, setting)}, from ${setting.place}`) : [];
  });
  const faults = settings.problems().map((says) => fault("settings", says));
  return [...set, ...reversedZone(settings), note("not set", unset.join(", ")), ...faults];
}

/** Warns about Etc/GMT names, whose sign is the reverse of a UTC offset: Etc/GMT+5 is west of Greenwich. */
function reversedZone(settings: Settings): Observation[] {
  const [name, sign, hours] =
    /^Etc\/GMT([+-])(\d+)$/i.exec(settings.origin("timeZone")?.text ?? "") ?? [];
  if (name === undefined || Number(hours) === 0) return [];
  const opposite = sign === "+" ? "-" : "+";
  return [
    warning(
      "timeZone",
      `${name} means UTC${opposite}${hours}: the sign in these names is the opposite of that in UTC offsets`,
      `If UTC${sign}${hours} is meant, set Etc/GMT${opposite}${hours}. Better, set the name of a place, such as America/New_York.`,
    ),
  ];
}

/** Hides secrets and invalid values, because an invalid value may be a URL with a password or a misplaced key. */
function safeText(name: SettingName, { text }: Setting): string {
  const { isSecret, parse } = settingRows[name];
  return !isSecret && "value" in parse(text) ? text : "(not shown)";
}

function apiKeyConflict({ settings }: Pick<Stack, "settings">): Observation[] {
  const conflict = settings.apiKeyConflict();
  if (conflict === undefined) return [];
  const hint =
    "To use the key of the environment, run: pulumi config rm emailmarketing:apiKey (or verifyKey), then pulumi up. Until then, refresh and destroy use the stored key.";
  return [warning("key", conflict, hint)];
}

function unknownSettingFault({ name, problem }: UnknownSetting): Observation {
  const hint = `Set the setting that was meant, and run: pulumi config rm ${name}`;
  return fault("settings", problem, hint);
}

/**
 * An error for each environment variable that probably misspells a setting that protects readers, such as `sending`.
 * Also one line with the names of variables that only look like settings.
 */
function variableObservations(): Observation[] {
  const found = suspectVariables();
  const own = found.flatMap(({ level, name }) => (level === "note" ? [name] : []));
  return [
    ...found.flatMap(({ level, problem }) => (level === "error" ? fault("settings", problem) : [])),
    ...(own.length === 0
      ? []
      : [
          note(
            "other variables",
            `${own.join(", ")}: not names of settings, so the provider doesn't read them`,
          ),
        ]),
  ];
}

function plainTextKeyFault(key: string): Observation {
  const hint = `If the file was shared, treat the key as compromised and rotate it. Run: pulumi config set --secret ${key}`;
  return fault("key", plainTextApiKeyProblem(key), hint);
}

/**
 * Shown if no API key is set and the state has nothing of this package. The key may still be unnecessary, because the
 * program may have explicit `Provider`s that aren't in the state yet.
 */
const unknownYet = [
  "default provider",
  "apiKey is not set in the stack config or in the environment",
  "Run: pulumi config set --secret emailmarketing:apiKey. If every resource of the program has an explicit Provider, none is " +
    "needed: after the first pulumi up, run: npx pulumi-email-marketing doctor --provider NAME",
] as const;

/**
 * Observations about a missing API key of the default provider. The key isn't needed if every resource has an explicit
 * `Provider`.
 */
export async function examineProviders(
  { settings, provider, providers, objects }: ExaminedSettings["stack"],
  cwd: string,
): Promise<Observation[]> {
  const isSet = settings.origin("apiKey") !== undefined;
  if (isSet || provider || !providers || !objects) return [];
  // If the state can't be read, nothing shows which Providers exist, so report nothing about them.
  const state = await Promise.all([providers(), objects()]).catch(ignoreOwnError);
  if (state === undefined) return [];
  const [found, known] = state;
  const names = found.map(({ name }) => name);
  const [first] = names;
  if (first === undefined) {
    return known.length > 0 ? [] : [(mayHaveProvider(cwd) ? warning : fault)(...unknownYet)];
  }
  if (!known.every(({ explicit }) => explicit !== undefined)) return [];
  const all = names.map((name) => quoted(name)).join(", ");
  return [
    note(
      "default provider",
      `not set and not used: the resources in the state belong to the explicit Providers ${all}`,
      `To check an account of theirs, run: npx pulumi-email-marketing doctor --provider ${first}`,
    ),
  ];
}

/**
 * True if a source file of the project contains "provider" in upper or lower case, so that the program may have an
 * explicit Provider. Misses a Provider in the code of an installed component.
 */
function mayHaveProvider(cwd: string): boolean {
  const folders = [findProject(cwd)?.folder ?? cwd];
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !skippedFolder.test(entry.name)) folders.push(path);
      const isSource = entry.isFile() && sourceFile.test(entry.name);
      if (isSource && /provider/i.test(readFileSync(path, "utf8"))) return true;
    }
  }
  return false;
}

/** Names of folders with packages, tools or build output, and of hidden folders. */
const skippedFolder = /^(\..*|node_modules|venv|bin|obj|target|dist)$/;
const sourceFile = /\.([cm]?[jt]sx?|py|go|java|kt|scala|cs|fs|vb|ya?ml)$/;
