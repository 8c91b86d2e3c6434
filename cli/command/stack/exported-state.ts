import { isDefaultName, ownType, type ResourceForm, urnParts } from "../../../provider/engine/urn";
import { listIn, objectIn, readWritten } from "../../../provider/engine/written";
import { EmailMarketingError } from "../../../provider/errors/error";
import { mark, type Properties, secretMark } from "../../../provider/input/plain";
import { configKey, explicitMarker, type ReadConfig } from "../../../provider/settings/source";
import { settingNames } from "../../../provider/settings/table";
import { type Resource, resourceIn } from "../../engine/resource";

/** Where an exported state comes from, as a sentence. */
export const origin = "Use a file written by pulumi stack export.";

const pluginProvider = "pulumi:providers:emailmarketing";

export interface StateObject {
  readonly urn: string;
  readonly form: ResourceForm;
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  /** The settings of its provider where that is an explicit one. */
  readonly explicit: Properties | undefined;
  /** Secrets are opened where the export shows them. */
  readonly outputs: Properties;
  readonly secrets: readonly string[];
  /** True where something of it, or of its explicit provider's settings, is encrypted. */
  readonly isEncrypted: boolean;
}

export interface StateProvider {
  readonly urn: string;
  readonly form: ResourceForm;
  readonly name: string;
  /** What its processes are given, secrets opened where the export shows them. */
  readonly inputs: Properties;
  readonly isEncrypted: boolean;
}

export interface Exported {
  readonly text: string;
  /** What it is called in an error: the file, or the command. */
  readonly source: string;
}

export function objectsIn(exported: Exported): StateObject[] {
  const resources = resourcesIn(exported);
  const providers = new Map(resources.map((one) => [`${one.urn ?? ""}::${one.id ?? ""}`, one]));
  return resources.flatMap((resource) => {
    const { urn = "", type = "", id, provider = "" } = resource;
    const own = ownType(type);
    // An object whose replacement is there already is on its way out.
    if (own === undefined || id === undefined || resource.delete) return [];
    const { outputs = {} } = resource;
    const explicit = explicitInputs(providers.get(provider));
    return [
      {
        urn,
        ...own,
        name: urnParts(urn).name,
        id,
        explicit: opened(explicit, exported.source) as typeof explicit,
        outputs: opened(outputs, exported.source) as Properties,
        secrets: Object.keys(outputs).filter((name) => containsSecret(outputs[name], () => true)),
        isEncrypted: containsSecret([outputs, explicit], isSealed),
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
    const form = type === pluginProvider ? "plugin" : "dynamic";
    const isEncrypted = containsSecret(inputs, isSealed);
    const shown = opened(inputs, exported.source) as Properties;
    return [{ urn, form, name: urnParts(urn).name, inputs: shown, isEncrypted }];
  });
  return providers.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The inputs of an explicit provider of either form under the names that the dynamic one uses; undefined for another. */
export function explicitInputs({
  urn = "",
  type,
  inputs = {},
}: Resource = {}): Properties | undefined {
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

/** The config of an object's own provider: that of the stack, or of its explicit one. */
export function configFor({ explicit }: StateObject, config: ReadConfig): ReadConfig {
  return explicit === undefined ? config : configOf(explicit);
}

/** The resources in what `pulumi stack export` wrote. A new stack has no deployment, one without resources no list. */
export function resourcesIn({ source, text }: Exported): readonly Resource[] {
  return readWritten({ source, text, origin }, (state) => {
    const { deployment } = objectIn(state) ?? {};
    if (deployment === undefined) return undefined;
    return (listIn(objectIn(deployment)?.resources) ?? []).map((one) => resourceIn(one) ?? {});
  });
}

/** The same with secret inputs in clear, where the export shows all of them. */
export function openedResourcesIn(exported: Exported): readonly Resource[] {
  return resourcesIn(exported).map((resource) => {
    const inputs = Object.entries(resource.inputs ?? {}).map(([name, value]) => [
      name,
      containsSecret(value, isSealed) ? value : opened(value, exported.source),
    ]);
    return { ...resource, inputs: Object.fromEntries(inputs) as Properties };
  });
}

/** A value with its secrets in clear, as far as the export shows them; `source` names the export in an error. */
function opened(value: unknown, source: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => opened(item, source));
  if (isSecret(value)) return isSealed(value) ? undefined : plainValue(value.plaintext, source);
  const members = Object.entries(value).map(
    ([name, member]) => [name, opened(member, source)] as const,
  );
  return Object.fromEntries(members);
}

function containsSecret(value: unknown, isIt: (secret: Secret) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isSecret(value)) return isIt(value);
  return Object.values(value).some((member) => containsSecret(member, isIt));
}

const isSealed = ({ plaintext }: Secret): boolean => plaintext === undefined;

interface Secret {
  readonly plaintext?: unknown;
}

function isSecret(value: object): value is Secret {
  return (value as Readonly<Record<string, unknown>>)[mark] === secretMark;
}

/** The engine stores a secret as JSON in a text. */
function plainValue(text: unknown, source: string): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    // Its error repeats the secret.
    throw new EmailMarketingError("config", `${source} has a secret that is not JSON. ${origin}`);
  }
}
