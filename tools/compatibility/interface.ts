import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectSpec, PackageSpec, PropertySpec, TypeSpec } from "../schema/spec";

const root = join(__dirname, "..", "..");

/** The file with the interface of the last release. The file doesn't exist before the first release. */
export const recordedFile = join(root, "etc", "last-release.json");

/** Describes each name that programs use, by path: for example `string required` for an input. */
export type Interface = Readonly<Record<string, string>>;

/** The interface of the last release, empty before the first one. */
export function recordedInterface(file = recordedFile): Interface {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Interface) : {};
}

/** The interface of this checkout: the plugin's schema, and the exports of the npm package. */
export function currentInterface(): Interface {
  const schema = JSON.parse(readFileSync(join(root, "provider", "schema.json"), "utf8")) as unknown;
  const report = readFileSync(join(root, "etc", "pulumi-email-marketing.api.md"), "utf8");
  return { ...interfaceOf(schema as PackageSpec), ...exportsIn(report) };
}

/** The names that a schema offers to programs. */
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

/** The exported names of an API report, with the members of each. */
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

/** The breaking changes between two interfaces, each as a sentence. */
export function breaking(before: Interface, now: Interface): string[] {
  const lost = Object.entries(before).flatMap(([path, terms]) => {
    const next = now[path];
    if (next === undefined) return [`${path} is gone`];
    return next === terms || isCompatible(path, terms, next)
      ? []
      : [`${path} was ${terms}, is ${next}`];
  });
  const added = Object.entries(now)
    .filter(([path, terms]) => !(path in before) && isInput(path) && terms.endsWith(" required"))
    // A new required input breaks no program if the whole type or function is new.
    .filter(([path]) => path.slice(0, path.lastIndexOf(" ")) in before)
    .map(([path]) => `${path} is new and required`);
  return [...lost, ...added];
}

/** True for inputs. A type of the schema counts as an input, because the type may be used for inputs. */
function isInput(path: string): boolean {
  return /^npm \w+(Props|Args) |^settings | (inputs|type) /.test(path);
}

/**
 * True if an input has become optional, or an output is now always set. False for a type of the schema, because inputs
 * and outputs may both use the type.
 */
function isCompatible(path: string, before: string, now: string): boolean {
  if (/ type /.test(path)) return false;
  const [from, to] = isInput(path) ? ["required", "optional"] : ["optional", "required"];
  return before.replace(from, to) === now;
}
