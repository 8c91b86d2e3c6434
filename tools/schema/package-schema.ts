import { typeIn } from "../../provider/engine/urn";
import { environmentName } from "../../provider/settings/source";
import { type SettingName, settingRow } from "../../provider/settings/table";
import type {
  FunctionModel,
  PackageModel,
  ResourceModel,
  SealedProperty,
} from "../reference/model";
import { exampleOf } from "./example";
import { languages, metadata, type Published } from "./metadata";
import { packageName, SchemaTypes, token } from "./shapes";
import type { FunctionSpec, ObjectSpec, PackageSpec, PropertySpec, ResourceSpec } from "./spec";
import { joined, pluginText, text } from "./text";

/** The schema of the provider plugin: what `pulumi package get-schema` prints, and SDKs are generated from. */
export function packageSchema(
  model: PackageModel,
  published: Published,
  example: (name: string) => string = exampleOf,
): PackageSpec & Readonly<Record<string, unknown>> {
  const types = new SchemaTypes(model.types);
  const settings = settingsOf(model, types);
  const resources = model.resources.map(
    (one) => [token(one.kind), resourceSpec(types, one, example(one.kind))] as const,
  );
  const functions = model.functions.map(
    (one) => [token(one.name), functionSpec(types, one, example(one.name))] as const,
  );
  return {
    name: packageName,
    ...metadata(published),
    config: { variables: settings },
    provider: { description: text(model.provider.doc.text), inputProperties: settings },
    types: types.all(),
    resources: Object.fromEntries(resources),
    functions: Object.fromEntries(functions),
    language: languages(published),
  };
}

/**
 * No setting is required: the environment may have it, as the description says. No default is taken from there, since keys
 * would enter the state.
 */
function settingsOf(
  { provider }: PackageModel,
  types: SchemaTypes,
): Readonly<Record<string, PropertySpec>> {
  const { properties } = types.object("Provider", provider.inputs);
  const described = Object.entries(properties).map(([name, spec]) => {
    const variable = environmentName(name as SettingName);
    if (settingRow(name as SettingName).isDeclared) return [name, spec] as const;
    const description = `${spec.description} Environment variable: \`${variable}\`.`;
    return [name, { ...spec, description }] as const;
  });
  return secretly(Object.fromEntries(described), provider.inputs);
}

function secretly(
  properties: Readonly<Record<string, PropertySpec>>,
  members: readonly SealedProperty[],
) {
  const secrets = members.filter(({ isSecret }) => isSecret);
  return marked(properties, namesOf(secrets), { secret: true });
}

function resourceSpec(types: SchemaTypes, resource: ResourceModel, example: string): ResourceSpec {
  const { kind, doc, inputs, outputs, isListed } = resource;
  const given = types.object(kind, inputs);
  const decided = types.object(kind, outputs);
  const replacing = inputs.filter(({ onChange }) => onChange.effect === "replace");
  const required = [...(given.required ?? []), ...(decided.required ?? [])];
  return {
    description: joined([text(doc.text), example, ...sections(resource)]),
    inputProperties: marked(given.properties, namesOf(replacing), { willReplaceOnChanges: true }),
    ...(given.required && { requiredInputs: given.required }),
    properties: { ...given.properties, ...secretly(decided.properties, outputs) },
    ...(required.length > 0 && { required }),
    // The command `pulumi do` has no `list` for the others.
    ...(isListed !== "none" && { listInputs: { properties: {} } }),
    // By it a stack of dynamic resources moves to the plugin without a replacement.
    aliases: [{ type: typeIn("dynamic", kind) }],
  };
}

function sections({ kind, doc, isFound }: ResourceModel): string[] {
  return [...doc.sections].flatMap(([title, comment]) => {
    const isImport = title === "Import" && isFound !== "none";
    const command = `\`\`\`sh\n$ pulumi import ${token(kind)} name id\n\`\`\``;
    return [`## ${title}`, ...(isImport ? [command] : []), text(comment)];
  });
}

function functionSpec(types: SchemaTypes, called: FunctionModel, example: string): FunctionSpec {
  const owner = called.name.charAt(0).toUpperCase() + called.name.slice(1);
  const outputs = types.object(owner, called.result);
  return {
    description: joined([text(called.doc.text), pluginText(called.doc), example]),
    inputs: objectSpec(types.object(owner, called.args)),
    outputs: objectSpec({
      ...outputs,
      properties: called.isSecret
        ? marked(outputs.properties, namesOf(called.result), { secret: true })
        : outputs.properties,
    }),
  };
}

function objectSpec(spec: ObjectSpec): ObjectSpec & { readonly type: "object" } {
  return { type: "object", ...spec };
}

function marked(
  properties: Readonly<Record<string, PropertySpec>>,
  names: readonly string[],
  mark: Pick<PropertySpec, "secret" | "willReplaceOnChanges">,
): Readonly<Record<string, PropertySpec>> {
  const entries = Object.entries(properties);
  return Object.fromEntries(
    entries.map(([name, spec]) => [name, names.includes(name) ? { ...spec, ...mark } : spec]),
  );
}

function namesOf(members: readonly { readonly name: string }[]): string[] {
  return members.map(({ name }) => name);
}
