import type { Kind } from "./account";
import { kinds } from "./kind";

/** The kinds whose objects have ids that the service assigns. */
export const kindsWithIds: readonly Kind[] = Object.keys(kinds).filter(hasIds);

/** Whether the text names a kind whose objects have ids. */
export function hasIds(kind: string): kind is Kind {
  return Object.hasOwn(kinds, kind) && "id" in kinds[kind as keyof typeof kinds].fields;
}

/** The id of a kind's object with this number: `sender-1` for the first sender. */
export function idOf(kind: Kind, number: number): string {
  return `${kinds[kind].fields.id.idPrefix}-${number}`;
}
