import { typePrefix } from "../dynamic-kind";
import { EmailMarketingError } from "../errors/error";
import { explicitMarker } from "../settings/explicit-provider";

/** One object of this package in a stack's state. */
export interface StateObject {
  readonly urn: string;
  readonly type: string;
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

/** Properties as the state has them, secrets opened where the export shows them. */
export type Properties = Readonly<Record<string, unknown>>;

interface Resource {
  readonly urn?: string;
  readonly type?: string;
  readonly id?: string;
  readonly provider?: string;
  readonly delete?: boolean;
  readonly inputs?: Properties;
  readonly outputs?: Properties;
}

/** The objects of this package in what `pulumi stack export` wrote. */
export function objectsIn(exported: string): StateObject[] {
  const resources = resourcesIn(exported);
  const providers = new Map(
    resources.map((resource) => [`${resource.urn ?? ""}::${resource.id ?? ""}`, resource]),
  );
  return resources.flatMap((resource) => {
    const { urn = "", type = "", id, provider = "" } = resource;
    // An object whose replacement is there already is on its way out.
    if (!type.startsWith(typePrefix) || id === undefined || resource.delete) return [];
    const { outputs = {} } = resource;
    const settings = providers.get(provider)?.inputs;
    const explicit = settings?.[explicitMarker] === undefined ? undefined : settings;
    return [
      {
        urn,
        type,
        kind: type.slice(typePrefix.length),
        name: urn.slice(urn.lastIndexOf("::") + 2),
        id,
        explicit: opened(explicit) as Properties | undefined,
        outputs: opened(outputs) as Properties,
        secrets: Object.keys(outputs).filter((name) => holds(outputs[name], () => true)),
        isEncrypted: holds([outputs, explicit], isSealed),
      },
    ];
  });
}

function resourcesIn(exported: string): readonly Resource[] {
  const fault = (problem: string) =>
    new EmailMarketingError("config", `${problem}. Use a file written by pulumi stack export.`);
  let state: unknown;
  try {
    state = JSON.parse(exported);
  } catch {
    throw fault("the state file is not JSON");
  }
  if (typeof state !== "object" || state === null || !("deployment" in state)) {
    throw fault("the state file has no deployment");
  }
  // A new stack has none, and one without resources no list of them.
  const { resources = [] } = (state.deployment ?? {}) as { resources?: unknown };
  if (!Array.isArray(resources)) throw fault("the resources in the state file are not a list");
  return resources as Resource[];
}

/** Marks, on the engine's wire and in the state, what is not a plain value. */
const mark = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

function isSecret(value: object): value is { readonly plaintext?: string } {
  return (value as Properties)[mark] === secretMark;
}

/** The same with secrets in clear, as far as the export shows them. */
function opened(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(opened);
  if (isSecret(value)) {
    return value.plaintext === undefined ? undefined : (JSON.parse(value.plaintext) as unknown);
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
