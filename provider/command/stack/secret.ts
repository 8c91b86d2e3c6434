import { EmailMarketingError } from "../../errors/error";
import { mark, secretMark } from "../../input/mark";

/** Where a value stands in what `pulumi stack export` wrote. */
export interface Place {
  /** What is called in an error: the file, or the command. */
  readonly source: string;
  /** The members that lead to it, such as `deployment.resources[3].outputs`. */
  readonly path: string;
}

/** Where an exported state comes from, as a sentence. */
export const origin = "Use a file written by pulumi stack export.";

/** The place of a member. */
export function within({ source, path }: Place, name: string | number): Place {
  return { source, path: typeof name === "number" ? `${path}[${name}]` : `${path}.${name}` };
}

/** The same with secrets in clear, as far as the export shows them. */
export function opened(value: unknown, place: Place): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => opened(item, within(place, index)));
  if (isSecret(value)) {
    return isSealed(value) ? undefined : plainValue(value.plaintext, place);
  }
  const members = Object.entries(value).map(
    ([name, member]) => [name, opened(member, within(place, name))] as const,
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
function plainValue(text: unknown, { source, path }: Place): unknown {
  try {
    if (typeof text === "string") return JSON.parse(text) as unknown;
  } catch {
    // Said below.
  }
  const problem = `${path} is a secret that is not JSON`;
  throw new EmailMarketingError("config", `${source} can't be used: ${problem}. ${origin}`);
}
