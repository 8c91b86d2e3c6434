import { EmailMarketingError } from "../errors/error";
import { asId } from "../errors/redact";
import type { Account } from "./account";
import { seenObject } from "./program-record";

/**
 * Returns the id in the response to a create. If another resource of this run has the same id, the id can't belong to a
 * new object, and the create stays unconfirmed.
 */
export function requireNewId(
  { settings, claims }: Pick<Account, "settings" | "claims">,
  kind: string,
  id: string,
  next = "",
): string {
  const isTaken = seenObject(settings, kind, id) !== undefined || claims.isHeld(kind, id);
  if (!isTaken) return id;
  const problem = `the service gave the new object the id ${asId(id)}, which another resource of this run has already.${next && ` ${next}`}`;
  throw new EmailMarketingError("unexpected-reply", problem, { sent: "maybe" });
}
