import { plannedHash } from "./asset";

/** Whether two inputs are the same; of an asset the state has the hash only, and null is the same as absent. */
export function isSameInput(one: unknown, other: unknown): boolean {
  const [hash, otherHash] = [plannedHash(one), plannedHash(other)];
  if (hash !== undefined && otherHash !== undefined) return hash === otherHash;
  if (!isObject(one) || !isObject(other)) return (one ?? undefined) === (other ?? undefined);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameInput(one[name], other[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
