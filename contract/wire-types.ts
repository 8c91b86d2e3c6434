import openapiTS, { astToString } from "openapi-typescript";
import { isPart, type Part } from "./document";

const docs: Readonly<Record<string, string>> = {
  paths: "The operations by path and method.",
  components: "The bodies, by the name of their schema.",
  operations: "The operations by name.",
};

/** The TypeScript types of everything that both documents put on the wire. */
export async function wireTypes(document: Part): Promise<string> {
  const ast = await openapiTS(JSON.stringify(withoutRules(document)), { silent: true });
  return astToString(ast)
    .replace(/^export type \S+ = Record<string, never>;\n/gm, "")
    .replace(/^export interface (\w+)/gm, (line, name: string) => `${publicDoc(name)}${line}`);
}

/** The tag keeps the dead code check from asking who uses each of them. */
const publicDoc = (name: string): string => `/**\n * ${docs[name] ?? name}\n * @public\n */\n`;

/**
 * The document without what only a validator can use well: "at least one of" rules, which become
 * unions that no caller can build step by step, and the permission to send unnamed fields, which
 * becomes an index signature that lets a misspelt name pass.
 */
function withoutRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRules);
  if (!isPart(value)) return value;
  const named = isPart(value.properties);
  const kept = Object.entries(value).filter(
    ([key, inner]) => !(named && (key === "allOf" || (key === "additionalProperties" && inner))),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutRules(inner)]));
}
