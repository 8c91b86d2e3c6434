/** The names of the properties of a schema of the contract; `path` leads to a schema within it. */
export function fieldsIn(schema: unknown, ...path: readonly string[]): string[] {
  const [next, ...rest] = path;
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
  return next === undefined ? Object.keys(properties) : fieldsIn(properties[next], ...rest);
}
