import { typePrefix } from "../dynamic-kind";
import { EmailMarketingError } from "../errors/error";
import { mark, secretMark } from "../input/mark";
import { explicitMarker } from "../settings/explicit-provider";
import { configKey, type ReadConfig } from "../settings/source";
import { settingNames } from "../settings/table";
import { isDefaultName, urnParts } from "../urn";
import { readWritten } from "./written-json";
import { type Resource, stateSchema } from "./written-schema";

/** A way from the engine to the resources: dynamic providers, or the provider plugin. */
export type Door = "dynamic" | "plugin";

/** What the types of a door's resources begin with. */
const prefixes: Readonly<Record<Door, string>> = {
  dynamic: typePrefix,
  plugin: "emailmarketing:index:",
};

/** The type of the plugin's providers. */
const pluginProvider = "pulumi:providers:emailmarketing";

/** The type of a kind behind a door. */
export function typeBehind(door: Door, kind: string): string {
  return `${prefixes[door]}${kind}`;
}

/** One object of this package in a stack's state, whichever door it came by. */
export interface StateObject {
  readonly urn: string;
  readonly door: Door;
  /** The last part of the type, such as `Sender`. */
  readonly kind: string;
  /** The logical name. */
  readonly name: string;
  readonly id: string;
  /** The settings of its provider where that is an explicit one. */
  readonly explicit: Properties | undefined;
  readonly outputs: Properties;
  /** The names of outputs that are secrets. */
  readonly secrets: readonly string[];
  /** True where something of it, or of its explicit provider's settings, is encrypted. */
  readonly isEncrypted: boolean;
}

/** An explicit `Provider` of this package in a stack's state. */
export interface StateProvider {
  readonly urn: string;
  readonly door: Door;
  /** The logical name. */
  readonly name: string;
  /** What its processes are given, secrets opened where the export shows them. */
  readonly inputs: Properties;
  readonly isEncrypted: boolean;
}

/** Properties as the state has them, secrets opened where the export shows them. */
export type Properties = Readonly<Record<string, unknown>>;

/** What `pulumi stack export` wrote. */
export interface Exported {
  readonly text: string;
  /** What it is called in an error: the file, or the command. */
  readonly source: string;
}

/** The objects of this package in what `pulumi stack export` wrote. */
export function objectsIn(exported: Exported): StateObject[] {
  const resources = resourcesIn(exported);
  const providers = new Map(
    resources.map((resource) => [`${resource.urn ?? ""}::${resource.id ?? ""}`, resource]),
  );
  return resources.flatMap((resource) => {
    const { urn = "", type = "", id, provider = "" } = resource;
    const door = (["dynamic", "plugin"] as const).find((one) => type.startsWith(prefixes[one]));
    // An object whose replacement is there already is on its way out.
    if (door === undefined || id === undefined || resource.delete) return [];
    const { outputs = {} } = resource;
    const explicit = explicitInputs(providers.get(provider));
    return [
      {
        urn,
        door,
        kind: type.slice(prefixes[door].length),
        name: urnParts(urn).name,
        id,
        explicit: opened(explicit) as Properties | undefined,
        outputs: opened(outputs) as Properties,
        secrets: Object.keys(outputs).filter((name) => holds(outputs[name], () => true)),
        isEncrypted: holds([outputs, explicit], isSealed),
      },
    ];
  });
}

/** The explicit `Provider`s of this package in what `pulumi stack export` wrote, by name. */
export function providersIn(exported: Exported): StateProvider[] {
  const providers = resourcesIn(exported).flatMap((resource): StateProvider[] => {
    const inputs = explicitInputs(resource);
    if (inputs === undefined || resource.delete) return [];
    const { urn = "", type } = resource;
    const door = type === pluginProvider ? "plugin" : "dynamic";
    const isEncrypted = holds(inputs, isSealed);
    return [
      { urn, door, name: urnParts(urn).name, inputs: opened(inputs) as Properties, isEncrypted },
    ];
  });
  return providers.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The inputs of an explicit provider of either door under the names that the dynamic one uses; undefined for another. */
function explicitInputs({ urn = "", type, inputs = {} }: Resource = {}): Properties | undefined {
  if (type !== pluginProvider) return inputs[explicitMarker] === undefined ? undefined : inputs;
  // As the engine calls those that it has made itself.
  if (isDefaultName(urnParts(urn).name)) return undefined;
  const given = settingNames
    .filter((name) => (inputs[name] ?? undefined) !== undefined)
    .map((name) => [configKey(name), inputs[name]] as const);
  return { ...Object.fromEntries(given), [explicitMarker]: urnParts(urn).name };
}

/** Reads the inputs of an explicit `Provider` as its processes do. */
export function configOf(inputs: Properties): ReadConfig {
  return (key) => {
    const value = inputs[key];
    // YAML writes a number as such.
    return typeof value === "number" || typeof value === "string" ? String(value) : undefined;
  };
}

/** The resources in what `pulumi stack export` wrote. */
export function resourcesIn({ source, text }: Exported): readonly Resource[] {
  const state = readWritten<{ readonly deployment?: { readonly resources?: readonly Resource[] } }>(
    { source, text, origin: "Use a file written by pulumi stack export." },
    stateSchema,
  );
  return state.deployment?.resources ?? [];
}

/** The engine stores a secret as JSON in a text. */
function plainValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new EmailMarketingError(
      "config",
      "a secret in the state is not JSON. Use a file written by pulumi stack export.",
    );
  }
}

function isSecret(value: object): value is { readonly plaintext?: string } {
  return (value as Properties)[mark] === secretMark;
}

/** The same with secrets in clear, as far as the export shows them. */
function opened(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(opened);
  if (isSecret(value)) {
    return value.plaintext === undefined ? undefined : plainValue(value.plaintext);
  }
  const members = Object.entries(value).map(([name, member]) => [name, opened(member)] as const);
  return Object.fromEntries(members);
}

function holds(
  value: unknown,
  isIt: (secret: { readonly plaintext?: string }) => boolean,
): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isSecret(value)) return isIt(value);
  return Object.values(value).some((member) => holds(member, isIt));
}

const isSealed = ({ plaintext }: { readonly plaintext?: string }) => plaintext === undefined;
