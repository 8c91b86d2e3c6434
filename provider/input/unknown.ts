/** What the engine sends in a preview in place of a value that is known only after apply. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value is known only after apply; its type does not show it. */
export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}

/** Whether a value is, or at any depth contains, something that is known only after apply. */
export function containsUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(containsUnknown);
}
