import { EmailMarketingError } from "../errors/error";
import { type NamedFinding, sentenceOf } from "../input/finding";

/**
 * Fails a create for what its preview reports of the object that it would take over. Asked once the account was read, before
 * anything is sent, and whatever `ignoreChecks` has: the finding can be left out of a preview, and the conflict stays.
 */
export function requireNoConflict(conflict: NamedFinding | undefined): void {
  if (!conflict) return;
  throw new EmailMarketingError("conflict", `${sentenceOf(conflict)} Nothing was sent.`);
}
