import { containsUnknown, isUnknown } from "../../input/plain";

/** What a preview prints in place of a secret; a state has an object. */
export const hidden = "[secret]";

/** Whether a value is what a preview prints in place of a secret. */
export function isHidden(value: unknown): boolean {
  return value === hidden;
}

/** Whether a value is, or at any depth contains, something that a preview prints in place of a secret. */
export function containsHidden(value: unknown): boolean {
  if (isHidden(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(containsHidden);
}

/** Whether a preview shows all of a value: nothing in it is a secret, or known only after apply. */
export function isShown(value: unknown): boolean {
  return !containsHidden(value) && !containsUnknown(value);
}

/** A text that a preview shows: neither a secret nor one that only the update knows. */
export function shownText(value: unknown): string | undefined {
  return typeof value === "string" && !isHidden(value) && !isUnknown(value) ? value : undefined;
}
