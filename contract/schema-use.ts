import { isPart, type Part } from "./document";

const componentPrefix = "#/components/schemas/";

/**
 * The components that `users` refer to, directly or indirectly. A component comes after the components that it uses.
 */
export function inOrderOfUse(schemas: Part, users: readonly Part[]): string[] {
  const ordered = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (schemas[name] === undefined) throw new Error(`there is no schema named ${name}`);
    if (path.includes(name))
      throw new Error(`${[...path, name].join(" -> ")} is a circular reference`);
    for (const used of referencesIn(schemas[name])) visit(used, [...path, name]);
    ordered.add(name);
  };
  for (const name of users.flatMap(referencesIn)) visit(name, []);
  return [...ordered];
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isPart(value)) return [];
  const reference = value.$ref;
  if (typeof reference === "string") return [componentName(reference)];
  return Object.values(value).flatMap(referencesIn);
}

export function componentName(reference: string): string {
  if (!reference.startsWith(componentPrefix))
    throw new Error(`${reference} is not a reference to a schema`);
  return reference.slice(componentPrefix.length);
}
