import type { Schema } from "./field";

/* What values the fields of an account take. */

export const text: Schema<string> = { type: "string" };
export const flag: Schema<boolean> = { type: "boolean" };
export const count: Schema<number> = { type: "integer", minimum: 0 };
export const percentage: Schema<number> = { type: "number", minimum: 0, maximum: 100 };
export const seconds: Schema<number> = { type: "number", minimum: 0 };
/** ISO 8601, UTC. */
export const moment: Schema<string> = { type: "string", format: "date-time" };
/** `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export const localTime: Schema<string> = {
  type: "string",
  pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]) ([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$",
};
/** `YYYY-MM-DD` */
export const day: Schema<string> = { type: "string", format: "date" };
export const id: Schema<string> = { type: "string", minLength: 1 };
export const anyObject: Schema<Readonly<Record<string, unknown>>> = { type: "object" };

export function oneOf<const Word extends string>(...words: readonly Word[]): Schema<Word> {
  return { enum: words };
}

export function listOf<Element>(items: Schema<Element>): Schema<readonly Element[]> {
  return { type: "array", items };
}
