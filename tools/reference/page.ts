import { posix } from "node:path";
import type { ChangeEffect, Input, NameSource, PackageModel } from "../schema/model";
import type { ObjectSpec, PackageSpec, PropertySpec, TypeSpec } from "../schema/spec";
import { pluginText, text as textOf } from "../schema/text";
import { token } from "../schema/types";

const folder = "docs/reference";

/** The reference pages by path. Text and types come from the schema, and the model has what a schema can't express. */
export function pagesOf(schema: PackageSpec, model: PackageModel): ReadonlyMap<string, string> {
  const linked = linkedFrom(pathsOf(model));
  const page = (path: string, parts: readonly string[]) => {
    const text = parts.filter((part) => part !== "").join("\n\n");
    return [path, `${linked(path, text)}\n`] as const;
  };
  const resources = model.resources.map(({ kind, noun, doc, inputs, outputs, echoed }) => {
    const spec = schema.resources[token(kind)];
    const decided = outputs.map(({ name }) => name);
    return page(`${folder}/resources/${noun}.md`, [
      described(kind, spec?.description, doc.examples),
      "## Inputs",
      table(
        ["Name", "Type", "Required", "On change", "Sent as", "Description"],
        inputs.map((input) => {
          const property = spec?.inputProperties[input.name] ?? {};
          const [name = "", type = "", text = ""] = cells(schema, input.name, property);
          const isRequired = input.isRequired ? "yes" : "no";
          return [name, type, isRequired, changeInWords(input), sentInWords(input), text];
        }),
      ),
      onChange,
      "## Outputs",
      resultTable(schema, { ...spec, properties: picked(spec?.properties ?? {}, decided) }),
      `\`id\`, and these inputs, are outputs too: ${echoed.map((name) => `\`${name}\``).join(", ")}.`,
      further,
      ...supportingTypes(schema, Object.values(spec?.properties ?? {})),
    ]);
  });
  const functions = model.functions.map(({ name, doc, outputDoc }) => {
    const { description, inputs, outputs } = schema.functions[token(name)] ?? {};
    const results = Object.values(outputs?.properties ?? {});
    const ofPlugin = pluginText(doc);
    return page(`${folder}/functions/${name}.md`, [
      described(name, ofPlugin ? description?.replace(`${ofPlugin}\n\n`, "") : description, [
        ...doc.examples,
        ...outputDoc.examples,
      ]),
      ...[...doc.sections].flatMap(([title, part]) => [`## ${title}`, textOf(part)]),
      results.some(({ secret }) => secret)
        ? `The result contains ${name.startsWith("getWebhook") ? "an address that may hold a token" : "contact data"}: \`${name}Output\` returns it as a secret, \`${name}\` doesn't.`
        : "",
      "## Arguments",
      givenTable(schema, inputs),
      "## Result",
      resultTable(schema, outputs),
      ...supportingTypes(schema, [...Object.values(inputs?.properties ?? {}), ...results]),
    ]);
  });
  const { provider } = schema;
  return new Map([
    page(`${folder}/index.md`, indexOf(schema, model)),
    page(`${folder}/provider.md`, [
      described("Provider", provider.description, model.provider.doc.examples),
      "## Inputs",
      givenTable(schema, { properties: provider.inputProperties }),
      ...[...model.provider.doc.sections].flatMap(([title, text]) => [`## ${title}`, textOf(text)]),
      "How to set them: [installation and configuration](../installation-configuration.md).",
    ]),
    ...resources,
    ...functions,
  ]);
}

export function pathsOf({ resources, functions }: PackageModel): ReadonlyMap<string, string> {
  return new Map([
    ["Provider", `${folder}/provider.md`],
    ["EmailMarketingError", `${folder}/errors.md`],
    ...resources.map(({ kind, noun }) => [kind, `${folder}/resources/${noun}.md`] as const),
    ...functions.map(({ name }) => [name, `${folder}/functions/${name}.md`] as const),
  ]);
}

/** Returns a function that turns names in code style into links to their pages, except on their own page. */
export function linkedFrom(paths: ReadonlyMap<string, string>) {
  return (from: string, text: string): string =>
    text.replace(/^```.*?^```$|`(\w+)`(?!\])/gms, (code, name: string | undefined) => {
      const path = name === undefined ? undefined : paths.get(name);
      if (path === undefined || path === from) return code;
      return `[${name}](${posix.relative(posix.dirname(from), path)})`;
    });
}

function indexOf(schema: PackageSpec, { resources, functions }: PackageModel): string[] {
  const list = (rows: readonly (readonly [string, string | undefined])[]) =>
    table(
      ["Name", "Description"],
      rows.map(([name, text = ""]) => [`\`${name}\``, /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text]),
    );
  return [
    "# Reference",
    "Every resource and function of `pulumi-email-marketing`.",
    "## Resources",
    list(resources.map(({ kind }) => [kind, schema.resources[token(kind)]?.description])),
    "## Functions",
    "A function takes plain values and returns a promise; it runs at once, in previews too. Its second form, whose name " +
      "ends in `Output`, also takes outputs and returns one. It waits for them and for `dependsOn`. A preview in which " +
      "one of them isn't known yet shows the result as unknown.",
    list(functions.map(({ name }) => [name, schema.functions[token(name)]?.description])),
    "## Beside the resources",
    "- `Provider`: the settings of one account\n- `EmailMarketingError`: the one error class\n" +
      "- [Settings](settings.md), [findings](findings.md), [command line](command-line.md), [drift](drift.md) " +
      "and [emulator](emulator.md)",
  ];
}

/** A description as in the Registry. Examples for dynamic resources precede the example for the plugin. */
function described(title: string, description = "", examples: readonly string[]): string {
  const [text = "", sections = ""] = description.split("{{% /example %}}\n{{% /examples %}}");
  const [intro = "", programs = ""] = text.split("## Example Usage");
  const dynamic = examples.map((code) => `\`\`\`ts\n${code}\`\`\``);
  const [yaml = ""] = /^```yaml\n.*?^```$/ms.exec(programs) ?? [];
  const others = `With the plugin, in YAML and in [other languages](../examples/${title}.md):`;
  const plugin = yaml === "" ? [] : [others, yaml];
  // Say that the import command is for the plugin, because dynamic resources are imported in another way.
  const rest = sections.replace(/(?=^```sh\n\$ pulumi import)/m, "With the plugin:\n\n");
  return [`# ${title}`, wrapped(intro), "## Example", ...dynamic, ...plugin, wrapped(rest)]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Breaks a text into lines, so that a diff is readable. */
function wrapped(text: string): string {
  return text.replace(/(.{60,118}) (?=.{20,})/g, "$1\n");
}

const onChange =
  "**On change** is what `pulumi preview` shows. `update` changes the object or the state, **replace** creates another " +
  "object, and `error` means that the service can't make the change. Its message says what to do. **Sent as** is the field " +
  "of the request, and where its name is from. If your account knows it by another name, " +
  "[send it under that name](../service-differences.md#send-a-field-under-another-name).";

const further =
  "See [what a preview finds](../findings.md), [how to adopt what exists](../../guides/adopt.md) and " +
  "[what can't be changed or deleted](../permanence.md).\nFor [costs in requests](../cost.md#resources) and " +
  "[when something went wrong](../troubleshooting.md), there are pages, too.";

/** A table without empty columns. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isUsed = head.map((_, column) => rows.some((row) => row[column] !== ""));
  const line = (row: readonly string[]) => `| ${row.filter((_, at) => isUsed[at]).join(" | ")} |`;
  return [head, head.map(() => "---"), ...rows].map(line).join("\n");
}

function givenTable(
  schema: PackageSpec,
  { properties = {}, required = [] }: Partial<ObjectSpec> = {},
) {
  const rows = Object.entries(properties).map(([key, property]) => {
    const [name = "", type = "", text = ""] = cells(schema, key, property);
    return [name, type, required.includes(key) ? "yes" : "no", text];
  });
  return table(["Name", "Type", "Required", "Description"], rows);
}

function resultTable(
  schema: PackageSpec,
  { properties = {}, required = [] }: Partial<ObjectSpec> = {},
) {
  const rows = Object.entries(properties).map(([key, property]) => {
    const [name = "", type = "", text = ""] = cells(schema, key, property);
    return [name, required.includes(key) ? type : `${type} \\| \`undefined\``, text];
  });
  return table(["Name", "Type", "Description"], rows);
}

function cells(schema: PackageSpec, name: string, property: PropertySpec): string[] {
  const text = (property.description ?? "").replace(/\s+/g, " ").replaceAll("|", "\\|");
  return [`\`${name}\``, typeInWords(schema, property), text];
}

function picked<T>(record: Readonly<Record<string, T>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

function changeInWords({ onChange, onChangeExtended = onChange }: Input): string {
  const inWords = ({ effect, isRemovable }: ChangeEffect) =>
    effect === "replace" ? "**replace**" : isRemovable ? effect : `${effect}; can't be removed`;
  const [words, extended] = [onChange, onChangeExtended].map(inWords);
  return extended === words ? `${words}` : `${words}; extended: ${extended}`;
}

const sources: Readonly<Record<NameSource, string>> = {
  specified: "specified",
  A: "the vendor's own client",
  B: "several public clients",
  C: "one public client",
  D: "a guess",
};

function sentInWords({ sentAs }: Input): string {
  if (!sentAs) return "";
  const { name, source, inUpdates } = sentAs;
  const update = inUpdates === undefined ? "" : `; in updates: ${sources[inUpdates]}`;
  return `\`${name}\` (${sources[source]}${update})`;
}

function referred({ types }: PackageSpec, { $ref = "" }: TypeSpec) {
  const [, key = ""] = $ref.split("#/types/");
  return { type: types[key], name: key.split(":").at(-1) ?? "" };
}

function typeInWords(schema: PackageSpec, spec: TypeSpec): string {
  const { type, name } = referred(schema, spec);
  const inner = spec.items ?? spec.additionalProperties;
  if (type && "enum" in type) return type.enum.map(({ value }) => `\`"${value}"\``).join(" \\| ");
  if (type) return `[${name}](#${name.toLowerCase()})`;
  if (spec.$ref === "pulumi.json#/Asset") return "`FileAsset` \\| `StringAsset`";
  if (spec.$ref !== undefined) return "any";
  const [first, second] = spec.oneOf ?? [];
  // The schema allows any string besides the values of an enumeration, because the service may add values.
  if (first && second) {
    const words = typeInWords(schema, second);
    return words.includes('"') ? words : `${typeInWords(schema, first)} \\| ${words}`;
  }
  if (!inner) return `\`${spec.type}\``;
  const outer = spec.items ? "list" : "map";
  const words = typeInWords(schema, inner);
  return words === "any" ? outer : `${outer} of ${words}`;
}

function supportingTypes(schema: PackageSpec, properties: readonly TypeSpec[]): string[] {
  const found = objectsIn(schema, properties);
  if (found.size === 0) return [];
  const parts = [...found].flatMap(([name, { description = "", ...type }]) => [
    `### ${name}`,
    description,
    givenTable(schema, type),
  ]);
  return ["## Supporting types", ...parts];
}

type ObjectType = ObjectSpec & { readonly description?: string };

function objectsIn(
  schema: PackageSpec,
  specs: readonly TypeSpec[],
  found = new Map<string, ObjectType>(),
) {
  for (const spec of specs) {
    const { type, name } = referred(schema, spec.items ?? spec.additionalProperties ?? spec);
    if (!type || !("properties" in type) || found.has(name)) continue;
    found.set(name, type);
    objectsIn(schema, Object.values(type.properties), found);
  }
  return found;
}
