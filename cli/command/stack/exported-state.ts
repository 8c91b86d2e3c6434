import {
  isDefaultName,
  ownType,
  type ResourceForm,
  urnParts,
} from "../../../provider/engine/resource";
import { EmailMarketingError } from "../../../provider/errors/error";
import { mark, objectIn, type Properties, secretMark } from "../../../provider/plain/value";
import {
  configKey,
  explicitMarker,
  type ReadConfig,
  settingNames,
} from "../../../provider/settings/table";
import { type Resource, resourceIn } from "../../engine/resource";
import { listIn, readJson } from "../../engine/text-file";

export const exportAdvice = "Use a file written by pulumi stack export.";

const pluginProvider = "pulumi:providers:emailmarketing";

export interface StateObject {
  readonly urn: string;
  readonly form: ResourceForm;
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  /** The settings of the object's explicit provider; undefined for the default provider. */
  readonly explicit: Properties | undefined;
  /** Secrets are in plain text if the export was made with --show-secrets, otherwise undefined. */
  readonly outputs: Properties;
  readonly secrets: readonly string[];
  /** True if the object, or a setting of its explicit provider, has an encrypted value. */
  readonly isEncrypted: boolean;
}

export interface StateProvider {
  readonly urn: string;
  readonly form: ResourceForm;
  readonly name: string;
  /**
   * The provider's settings. Secrets are in plain text if the export was made with --show-secrets, otherwise undefined.
   */
  readonly inputs: Properties;
  readonly isEncrypted: boolean;
}

export interface Exported {
  readonly text: string;
  /** The file or command that the text comes from, for error messages. */
  readonly source: string;
}

export function objectsIn(exported: Exported): StateObject[] {
  const resources = resourcesIn(exported);
  const providers = new Map(resources.map((one) => [`${one.urn ?? ""}::${one.id ?? ""}`, one]));
  return resources.flatMap((resource) => {
    const { urn = "", type = "", id, provider = "" } = resource;
    const own = ownType(type);
    // Skip objects marked `delete`, because the engine has already replaced them and will delete them next.
    if (own === undefined || id === undefined || resource.delete) return [];
    const { outputs = {} } = resource;
    const explicit = explicitInputs(providers.get(provider));
    return [
      {
        urn,
        ...own,
        name: urnParts(urn).name,
        id,
        explicit: decrypted(explicit, exported.source) as typeof explicit,
        outputs: objectIn(decrypted(outputs, exported.source)) ?? {},
        secrets: Object.keys(outputs).filter((name) => containsSecret(outputs[name], () => true)),
        isEncrypted: containsSecret([outputs, explicit], isSealed),
      },
    ];
  });
}

/** The explicit `Provider`s of this package in the output of `pulumi stack export`. */
export function providersIn(exported: Exported): StateProvider[] {
  const providers = resourcesIn(exported).flatMap((resource): StateProvider[] => {
    const inputs = explicitInputs(resource);
    if (inputs === undefined || resource.delete) return [];
    const { urn = "", type } = resource;
    const form = type === pluginProvider ? "plugin" : "dynamic";
    const isEncrypted = containsSecret(inputs, isSealed);
    const shown = decrypted(inputs, exported.source) as Properties;
    return [{ urn, form, name: urnParts(urn).name, inputs: shown, isEncrypted }];
  });
  return providers.toSorted((one, other) => one.name.localeCompare(other.name));
}

/**
 * The inputs of an explicit `Provider`, under config keys such as `emailmarketing:apiKey`. Undefined for any other
 * resource.
 */
export function explicitInputs({
  urn = "",
  type,
  inputs = {},
}: Resource = {}): Properties | undefined {
  if (type !== pluginProvider) return inputs[explicitMarker] === undefined ? undefined : inputs;
  if (isDefaultName(urnParts(urn).name)) return undefined;
  const given = settingNames
    .filter((name) => (inputs[name] ?? undefined) !== undefined)
    .map((name) => [configKey(name), inputs[name]] as const);
  return { ...Object.fromEntries(given), [explicitMarker]: urnParts(urn).name };
}

/** Returns a function that reads a setting from the inputs of an explicit `Provider`, as the provider process does. */
export function configOf(inputs: Properties): ReadConfig {
  return (key) => {
    const value = inputs[key];
    // Settings are read as texts, but a YAML program may pass a number.
    return typeof value === "number" || typeof value === "string" ? String(value) : undefined;
  };
}

/** The config for an object: the inputs of its explicit provider, or else the stack config. */
export function configFor({ explicit }: StateObject, config: ReadConfig): ReadConfig {
  return explicit === undefined ? config : configOf(explicit);
}

/**
 * The resources in the output of `pulumi stack export`. `deployment` is null in a new stack, and `resources` is absent
 * in an empty one.
 */
export function resourcesIn({ source, text }: Exported): readonly Resource[] {
  return readJson({ source, text, advice: exportAdvice }, (state) => {
    const { deployment } = objectIn(state) ?? {};
    if (deployment === undefined) return undefined;
    return (listIn(objectIn(deployment)?.resources) ?? []).map((one) => resourceIn(one) ?? {});
  });
}

/** The resources, with secret inputs in plain text. An input with an encrypted part is left unchanged. */
export function decryptedResourcesIn(exported: Exported): readonly Resource[] {
  return resourcesIn(exported).map((resource) => {
    const inputs = Object.entries(resource.inputs ?? {}).map(([name, value]) => [
      name,
      containsSecret(value, isSealed) ? value : decrypted(value, exported.source),
    ]);
    return { ...resource, inputs: Object.fromEntries(inputs) as Properties };
  });
}

/**
 * Replaces each secret in a value with its decrypted value, or with undefined if it is encrypted. `source` is used in
 * error messages.
 */
function decrypted(value: unknown, source: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => decrypted(item, source));
  if (isSecret(value)) return isSealed(value) ? undefined : plainValue(value.plaintext, source);
  const members = Object.entries(value).map(
    ([name, member]) => [name, decrypted(member, source)] as const,
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

/** Parses a secret, which the engine stores as a JSON string. */
function plainValue(text: unknown, source: string): unknown {
  try {
    return readJson({ source, text: String(text), advice: "" }, (value) => ({ value })).value;
  } catch {
    // Say that a secret is wrong, not the whole state, and don't repeat the secret.
    throw new EmailMarketingError(
      "config",
      `${source} has a secret that is not JSON. ${exportAdvice}`,
    );
  }
}
