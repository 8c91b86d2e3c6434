import { quotedId } from "../errors/redact";
import { type FindingName, finding, type NamedFinding } from "../input/finding";

/** What an account may have more than once, and the name of the finding about it. */
interface Twins {
  readonly name: FindingName;
  /** What they are, such as `sender with this address and name`. */
  readonly what: string;
}

/**
 * A warning where the account has an object twice: two updates that create it in the same second don't see each other, and no
 * look before the request would close that gap. The rows are those that somebody has read anyway.
 */
export function heldTwice(
  rows: readonly { readonly id: string }[],
  { name, what }: Twins,
): NamedFinding[] {
  if (rows.length < 2) return [];
  const ids = rows
    .map(({ id }) => quotedId(id))
    .sort()
    .join(", ");
  const problem = `the account has more than one ${what} (ids ${ids}), as after two updates at the same time. Delete those that nothing uses in the service's web app.`;
  return [finding("warning", name, problem)];
}
