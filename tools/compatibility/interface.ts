import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectSpec, PackageSpec, PropertySpec, TypeSpec } from "../schema/spec";

const root = join(__dirname, "..", "..");

/** Where the interface of the last release is recorded; before the first one, there is no such file. */
export const recordedFile = join(root, "etc", "last-release.json");

/**
 * What programs are written against: each name by its path, with what a program relies on. Of an input whether it must be set,
 * of a result whether it is always there.
 */
export type Interface = Readonly<Record<string, string>>;

/** The interface of the last release: nothing before the first one. */
export function recordedInterface(file = recordedFile): Interface {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Interface) : {};
}

/** The interface as the repository has it: the schema of the plugin, and the names that the npm package exports. */
export function currentInterface(): Interface {
  const schema = JSON.parse(readFileSync(join(root, "provider", "schema.json"), "utf8")) as unknown;
  const report = readFileSync(join(root, "etc", "pulumi-email-marketing.api.md"), "utf8");
  return { ...interfaceOf(schema as PackageSpec), ...exportsIn(report) };
}

/** What a schema offers. */
export function interfaceOf({
  provider,
  types,
  resources,
  functions,
}: Pick<PackageSpec, "provider" | "types" | "resources" | "functions">): Interface {
  const entries: [string, string][] = [];
  const note = (path: string, { properties, required = [] }: ObjectSpec) => {
    entries.push([path, ""]);
    for (const [name, spec] of Object.entries(properties)) {
      entries.push([`${path} ${name}`, `${typeOf(spec)} ${mark(spec, required.includes(name))}`]);
    }
  };
  note("settings", { properties: provider.inputProperties });
  for (const [token, one] of Object.entries(resources)) {
    const required = one.requiredInputs ?? [];
    note(`${token} inputs`, { properties: one.inputProperties, required });
    note(`${token} outputs`, one);
  }
  for (const [token, { inputs, outputs }] of Object.entries(functions)) {
    note(`${token} inputs`, inputs);
    note(`${token} outputs`, outputs);
  }
  for (const [token, type] of Object.entries(types)) {
    if ("properties" in type) note(`${token} type`, type);
    else for (const { value } of type.enum) entries.push([`${token} word ${value}`, ""]);
  }
  return Object.fromEntries(entries);
}

function mark({ secret }: PropertySpec, isRequired: boolean): string {
  return `${isRequired ? "required" : "optional"}${secret ? " secret" : ""}`;
}

function typeOf({ type, $ref, items, additionalProperties, oneOf }: TypeSpec): string {
  if (oneOf) return oneOf.map(typeOf).join("|");
  if (items) return `${typeOf(items)}[]`;
  if (additionalProperties) return `map<${typeOf(additionalProperties)}>`;
  return $ref ?? type ?? "any";
}

/** The exported names of an API report, and the members of each. */
export function exportsIn(report: string): Interface {
  const blocks = report.split(/^export /m).slice(1);
  return Object.fromEntries(
    blocks.flatMap((block) => {
      const [, name = ""] =
        /^(?:abstract )?(?:class|interface|type|const|function) (\w+)/.exec(block) ?? [];
      const body = block.split(/^\}/m)[0] ?? "";
      const members = body.matchAll(/^ {4}(?:readonly )?(\w+)(\??)[:(]/gm);
      return [
        [`npm ${name}`, ""],
        ...[...members].map(([, member = "", mark]) => [
          `npm ${name} ${member}`,
          mark ? "optional" : "required",
        ]),
      ];
    }),
  );
}

/** What of one interface a program can't rely on in the next one, each in a sentence. */
export function breaking(before: Interface, now: Interface): string[] {
  const lost = Object.entries(before).flatMap(([path, terms]) => {
    const next = now[path];
    if (next === undefined) return [`${path} is gone`];
    return next === terms || isWider(path, terms, next) ? [] : [`${path} was ${terms}, is ${next}`];
  });
  const added = Object.entries(now)
    .filter(([path, terms]) => !(path in before) && isInput(path) && terms.endsWith(" required"))
    // Of a type or a function that is new as a whole, programs know nothing.
    .filter(([path]) => path.slice(0, path.lastIndexOf(" ")) in before)
    .map(([path]) => `${path} is new and required`);
  return [...lost, ...added];
}

/** What a program gives; of a type in the schema it isn't known whether it is given or got. */
function isInput(path: string): boolean {
  return /^npm \w+(Props|Args) |^settings | (inputs|type) /.test(path);
}

/** An input that no longer must be set, and a result that is always there from now on. */
function isWider(path: string, before: string, now: string): boolean {
  if (/ type /.test(path)) return false;
  const [from, to] = isInput(path) ? ["required", "optional"] : ["optional", "required"];
  return before.replace(from, to) === now;
}
