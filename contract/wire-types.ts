import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPart, type Part, part } from "./document";
import { inOrderOfUse } from "./schema-use";

const doc = "/**\n * Schemas of the contract that this folder uses, by name.\n * @public\n */\n";

/** Generates the TypeScript types of the named schemas and of all schemas that they use. */
export async function wireTypes(document: Part, names: readonly string[]): Promise<string> {
  const schemas = part(part(document, "components"), "schemas");
  const users = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const used = inOrderOfUse(schemas, users).sort();
  const pruned = {
    openapi: document.openapi,
    info: document.info,
    paths: {},
    components: {
      schemas: Object.fromEntries(used.map((name) => [name, withoutRules(schemas[name])])),
    },
  };
  // Imported dynamically, because the package's declarations for CommonJS lack the named exports.
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const ast = await openapiTS(JSON.stringify(pruned), { silent: true });
  const [, members = ""] = /^ {4}schemas: \{\n([\s\S]*?)^ {4}\};/m.exec(astToString(ast)) ?? [];
  const shown = members
    .replaceAll('components["schemas"]', "Schemas")
    // The types say the same as these lines of a comment.
    .replace(/^ *\* (?:Format:|@default|@enum) .*\n|^ *\/\*\* (?:Format:|@enum) .*\n/gm, "")
    .replace(/^ *\/\*\*\n *\*\/\n/gm, "")
    .replace(/\/\*\*\n *\* (@description .*)\n *\*\//g, "/** $1 */")
    .replaceAll("@description ", "");
  return `${doc}export interface Schemas {\n${shown}}\n`;
}

/**
 * Finds the names of schemas in the sources of a folder, such as `Schemas["Domain"]`. A hand-written list could become
 * outdated.
 */
export function schemasNamedIn(folder: string): string[] {
  const sources = readdirSync(folder).filter((file) => file.endsWith(".ts") && file !== "wire.ts");
  const text = sources.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  const names = [...text.matchAll(/\bSchemas\["(\w+)"\]/g)];
  return [...new Set(names.map(([, name = ""]) => name))].sort();
}

/** A schema without the rules that make its type hard to use. */
function withoutRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRules);
  if (!isPart(value)) return value;
  const named = isPart(value.properties);
  // `allOf` would make the type a union that code can't build step by step. `additionalProperties` would let the type
  // accept a misspelt name.
  const kept = Object.entries(value).filter(
    ([key, inner]) => !(named && (key === "allOf" || (key === "additionalProperties" && inner))),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutRules(inner)]));
}
