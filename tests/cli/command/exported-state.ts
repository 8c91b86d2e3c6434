/** The two forms of resources. Each has prefixes for types and for a `Provider`'s inputs, and the `Provider`'s type. */
const forms = {
  "dynamic resources": {
    type: "pulumi-nodejs:dynamic/emailmarketing:",
    provider: "pulumi:providers:pulumi-nodejs",
    inputs: "emailmarketing:",
  },
  "the plugin": {
    type: "emailmarketing:index:",
    provider: "pulumi:providers:emailmarketing",
    inputs: "",
  },
} as const;

export type Form = keyof typeof forms;

export const bothForms = Object.keys(forms) as Form[];

export const urnOf = (type: string, name: string) => `urn:pulumi:dev::test::${type}::${name}`;

/** The parts of an exported resource that a test chooses. */
export interface Held {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly outputs: object;
  /** The name of its explicit `Provider`. */
  readonly provider?: string;
}

/** A resource as `pulumi stack export` writes it. */
export function exportedResource(form: Form, { kind, name, id, outputs, provider }: Held) {
  const type = `${forms[form].type}${kind}`;
  const reference = `${urnOf(forms[form].provider, provider ?? "default")}::1`;
  return { urn: urnOf(type, name), type, id, provider: reference, outputs };
}

/** An explicit `Provider` as `pulumi stack export` writes it. */
export function exportedProvider(form: Form, name: string, settings: object) {
  const { provider: type, inputs: prefix } = forms[form];
  const marker = form === "the plugin" ? { version: "0.1.0" } : { explicitProvider: name };
  const inputs = Object.entries({ ...marker, ...settings }).map(([key, value]) => [
    `${prefix}${key}`,
    value,
  ]);
  return { urn: urnOf(type, name), type, id: "1", inputs: Object.fromEntries(inputs) as object };
}

/** The whole output of `pulumi stack export`. Without resources, the deployment is null, as in a new stack. */
export const exportOf = (resources: readonly object[]) =>
  JSON.stringify({ version: 3, deployment: resources.length === 0 ? null : { resources } });
