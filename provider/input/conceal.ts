import { asName, inert, quotation, spoken, withoutSecrets } from "../errors/redact";
import { unknownValue } from "./unknown";

/** The texts in a value, at any depth, as far as they are known. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value === unknownValue ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** A sentence as it leaves us, which never shows one of these secret texts, or the host of a secret address. */
export function concealed(sentence: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [
    secret,
    // As sentences have it: what acts is taken out, and what is long is cut.
    ...[inert(secret), asName(secret)].flatMap((said) => [said, quotation(said).slice(1, -1)]),
    ...secret.split("@").slice(1),
  ]);
  const hidden = parts.filter(({ length }) => length > 2);
  return withoutSecrets(spoken(sentence), hidden, "[secret]");
}
