import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { redactSecretInputs, warnOnce } from "../account/step";
import { configInFiles } from "../engine/project";
import { isDefaultName, urnParts } from "../engine/resource";
import { quoted } from "../errors/redact";
import { withCode } from "../input/finding";
import { isUnknown, omitUndefined, type Properties, stringIn } from "../plain/value";
import {
  keysOfConfig,
  settingsWarnings,
  stackProblems,
  unknownConfig,
  unknownSettings,
} from "../settings/problem";
import {
  inheritedGuards,
  inheritedSetting,
  providerSettings,
  type Settings,
} from "../settings/settings";
import {
  argumentText,
  explicitMarker,
  inheritedMarker,
  isBlank,
  type ReadConfig,
  type SettingName,
  secretNames,
  settingNames,
  settingRows,
} from "../settings/table";
import { decode, encode } from "./value";

/** The prefix of this package's keys in the stack config. Provider inputs don't have it. */
const namespace = "emailmarketing:";

/** Inputs that the engine may add to a provider. */
const engineInputs = ["version", "pluginDownloadURL", "pluginChecksums", "parameterization"];

/** The name of an explicit provider; undefined for the engine's default provider. */
function explicitName(urn: string): string | undefined {
  const { name } = urnParts(urn);
  return name === "" || isDefaultName(name) ? undefined : name;
}

/** Checks the settings of a provider, adds inherited ones, and marks keys as secrets for the engine. */
export function checkConfig(request: rpc.CheckRequest, stackConfig: StackConfig) {
  const urn = request.getUrn();
  const { value, secrets } = decode(request.getNews());
  const given = withPlainWords(value);
  const name = explicitName(urn);
  // The engine passes the stack config only to the default provider. An explicit provider gets only its own arguments.
  const unset = name === undefined ? [] : settingNames.filter((one) => isBlank(given[one]));
  const inherited = unset.map((one) => [one, inheritedSetting(one, stackConfig.read)]);
  const inputs: Properties = { ...given, ...omitUndefined(Object.fromEntries(inherited)) };
  const names = Object.keys(given).filter(
    // Names that begin with two underscores belong to the engine and the SDKs.
    (one) => !engineInputs.includes(one) && !one.startsWith("__"),
  );
  const ofStack =
    name === undefined ? names.map((one) => namespace + one) : (stackConfig.keys ?? []);
  const { project, stack } = urnParts(urn);
  const ofProject = keysOfConfig(configInFiles(process.cwd(), { stack, project }));
  const keys = [...new Set([...ofStack, ...ofProject])];
  const problems = [
    // The plugin would take this Provider for the default one, and send the environment's key to this one's `baseUrl`.
    ...(name === undefined && isNamedByProgram(given, stackConfig)
      ? [
          `Provider ${quoted(urnParts(urn).name)}: the engine uses this name for the provider that it makes of the stack config. Give this Provider another name.`,
        ]
      : []),
    ...(name === undefined ? [] : unknownSettings(names)),
    ...stackProblems([], unknownConfig(keys, project)),
    ...settingsOf(inputs, urn, stackConfig.read).problems(),
  ];
  const isOwn = (setting: SettingName) => !isBlank(given[setting]);
  const warned = { keys, project, read: stackConfig.read, ...(name !== undefined && { isOwn }) };
  // A refresh or a destroy without the program doesn't get here, because it uses the settings in the state.
  settingsWarnings(warned).forEach(warnOnce);
  // API keys are always marked as secrets, because a program may forget to mark them.
  const secret = secretNames.filter((name) => inputs[name] !== undefined);
  // `CheckFailure` gets no property name, because the engine would print the property's value, which may be a key.
  return new rpc.CheckResponse()
    .setInputs(encode(inputs, secrets.withNames(secret)))
    .setFailuresList(
      problems.map((reason) =>
        new rpc.CheckFailure().setReason(redactSecretInputs(withCode(reason, "config"))),
      ),
    );
}

/** Recognizes a program's Provider with the default name by its inputs, because these differ from the stack config. */
function isNamedByProgram(given: Properties, { read, keys }: StackConfig): boolean {
  // A plugin to which an engine attaches has no stack config to compare.
  return keys !== undefined && settingNames.some((name) => given[name] !== read(namespace + name));
}

/** Removes quotes from enumeration values, because the SDKs of Java and .NET send these values as JSON. */
function withPlainWords(given: Properties): Properties {
  const words = settingNames.flatMap((name) => {
    const value = given[name];
    const word = typeof value === "string" ? /^"([a-z]+)"$/.exec(value)?.[1] : undefined;
    if (word === undefined) return [];
    const { parse } = settingRows[name];
    return "problem" in parse(String(value)) && !("problem" in parse(word)) ? [[name, word]] : [];
  });
  return { ...given, ...(Object.fromEntries(words) as Properties) };
}

export function configured(request: rpc.ConfigureRequest, { read }: StackConfig): Settings {
  const settings = settingsOf(decode(request.getArgs()).value, request.getUrn() ?? "", read);
  const conflict = settings.apiKeyConflict();
  if (conflict !== undefined) warnOnce(conflict);
  return settings;
}

/** The settings of a provider. Converts values to text, because YAML sends numbers, but other SDKs send text. */
function settingsOf(value: Properties, urn: string, stackConfig: ReadConfig): Settings {
  const name = explicitName(urn);
  // An argument that equals the stack config's value counts as inherited, because the two cases can't be distinguished.
  const isOwn = (setting: SettingName) =>
    String(value[setting]) !== stackConfig(namespace + setting);
  return providerSettings((key) => {
    if (key === explicitMarker) return name;
    if (key === inheritedMarker) return inheritedGuards(isOwn, stackConfig);
    const given = value[key.slice(namespace.length)];
    // An unknown value counts as not set here. It is checked once it is known.
    return isBlank(given) || isUnknown(given) ? undefined : argumentText(given);
  });
}

export type StackConfig = ReturnType<typeof stackConfigOf>;

/** This package's stack config, which the engine passes to the process. Without one, the result has no `keys`. */
export function stackConfigOf(environment: Readonly<Record<string, string | undefined>>) {
  const { PULUMI_CONFIG: text } = environment;
  const entries = Object.entries(JSON.parse(text ?? "{}") as Properties);
  const config = new Map(entries.map(([name, value]) => [namespace + name, value]));
  return {
    read: (key: string) => stringIn(config.get(key)),
    ...(text !== undefined && { keys: [...config.keys()] }),
  };
}
