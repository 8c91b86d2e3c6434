/** Throws where the code and its types name different things, which would make a page that isn't true. */
export function requireSame(
  what: string,
  inCode: readonly string[],
  inTypes: readonly string[],
): void {
  const missing = inCode.filter((name) => !inTypes.includes(name));
  const added = inTypes.filter((name) => !inCode.includes(name));
  if (missing.length + added.length === 0) return;
  const lists = [
    ...(missing.length > 0 ? [`only the code has ${missing.join(", ")}`] : []),
    ...(added.length > 0 ? [`only the types have ${added.join(", ")}`] : []),
  ];
  throw new Error(`${what}: ${lists.join("; ")}`);
}
