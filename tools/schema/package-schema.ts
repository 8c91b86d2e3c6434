import { typeToken } from "../../provider/engine/resource";
import { exampleOf } from "./example";
import { languages, metadata, type Published } from "./metadata";
import type { FunctionModel, PackageModel, ResourceModel } from "./model";
import type { FunctionSpec, ObjectSpec, PackageSpec, ResourceSpec } from "./spec";
import { joined, pluginText, text } from "./text";
import { objectOf, packageName, token } from "./types";

/** The schema of the provider plugin, which `pulumi package get-schema` prints and from which SDKs are generated. */
export function packageSchema(
  { provider, resources, functions, types }: PackageModel,
  published: Published,
  example: (name: string) => string = exampleOf,
): PackageSpec & Readonly<Record<string, unknown>> {
  const settings = objectOf(provider.inputs).properties;
  return {
    name: packageName,
    ...metadata(published),
    config: { variables: asConfig(settings) },
    provider: { description: text(provider.doc.text), inputProperties: settings },
    types,
    resources: Object.fromEntries(
      resources.map((one) => [token(one.kind), resourceSpec(one, example(one.kind))]),
    ),
    functions: Object.fromEntries(
      functions.map((one) => [token(one.name), functionSpec(one, example(one.name))]),
    ),
    language: languages(published),
  };
}

/**
 * Settings for the stack config, without enumerations. SDKs would parse an enumeration's value as JSON, but a word such
 * as `error` is not JSON.
 */
function asConfig(settings: ObjectSpec["properties"]): ObjectSpec["properties"] {
  const entries = Object.entries(settings).map(
    ([name, { $ref, ...rest }]) => [name, rest] as const,
  );
  return Object.fromEntries(entries);
}

function resourceSpec(resource: ResourceModel, example: string): ResourceSpec {
  const { kind, doc, inputs, outputs, isListed } = resource;
  const { required: requiredInputs } = objectOf(inputs);
  const replacing = inputs.map((input) =>
    input.onChange.effect === "replace"
      ? { ...input, spec: { ...input.spec, willReplaceOnChanges: true as const } }
      : input,
  );
  return {
    description: joined([text(doc.text), example, ...sections(resource)]),
    inputProperties: objectOf(replacing).properties,
    ...(requiredInputs && { requiredInputs }),
    ...objectOf([...inputs, ...outputs]),
    // `pulumi do` offers `list` only for resources with `listInputs`.
    ...(isListed !== "none" && { listInputs: { properties: {} } }),
    // Lets a stack move from dynamic resources to the plugin without replacements.
    aliases: [{ type: typeToken("dynamic", kind) }],
  };
}

function sections({ kind, doc, isFound }: ResourceModel): string[] {
  return [...doc.sections].flatMap(([title, comment]) => {
    const isImport = title === "Import" && isFound !== "none";
    const command = `\`\`\`sh\n$ pulumi import ${token(kind)} name id\n\`\`\``;
    return [`## ${title}`, ...(isImport ? [command] : []), text(comment)];
  });
}

function functionSpec({ doc, args, result }: FunctionModel, example: string): FunctionSpec {
  return {
    description: joined([text(doc.text), pluginText(doc), example]),
    inputs: objectSpec(objectOf(args)),
    outputs: objectSpec(objectOf(result)),
  };
}

function objectSpec(spec: ObjectSpec): ObjectSpec & { readonly type: "object" } {
  return { type: "object", ...spec };
}
