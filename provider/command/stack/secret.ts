import { EmailMarketingError } from "../../errors/error";
import { mark, secretMark } from "../../input/plain";

/** Where an exported state comes from, as a sentence. */
export const origin = "Use a file written by pulumi stack export.";

/** The same with secrets in clear, as far as the export shows them; `source` names the export in an error. */
export function opened(value: unknown, source: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => opened(item, source));
  if (isSecret(value)) return isSealed(value) ? undefined : plainValue(value.plaintext, source);
  const members = Object.entries(value).map(
    ([name, member]) => [name, opened(member, source)] as const,
  );
  return Object.fromEntries(members);
}

/** Whether some secret in a value is as asked. */
export function containsSecret(value: unknown, isIt: (secret: Secret) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isSecret(value)) return isIt(value);
  return Object.values(value).some((member) => containsSecret(member, isIt));
}

/** Whether the export shows nothing of a secret. */
export const isSealed = ({ plaintext }: Secret): boolean => plaintext === undefined;

interface Secret {
  readonly plaintext?: unknown;
}

function isSecret(value: object): value is Secret {
  return (value as Readonly<Record<string, unknown>>)[mark] === secretMark;
}

/** The engine stores a secret as JSON in a text. */
function plainValue(text: unknown, source: string): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    // Its error repeats the secret.
    throw new EmailMarketingError("config", `${source} has a secret that is not JSON. ${origin}`);
  }
}
