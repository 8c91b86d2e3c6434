/** The property names of a contract schema, or of the nested schema at `path`. */
export function fieldsIn(schema: unknown, ...path: readonly string[]): string[] {
  const [next, ...rest] = path;
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
  return next === undefined ? Object.keys(properties) : fieldsIn(properties[next], ...rest);
}
