import type { Sent } from "./call-failure";
import { EmailMarketingError } from "./error";

/** The error for a successful response that lacks fields of the contract. */
export function incompleteResponse(route: string, sent: Sent = "no"): EmailMarketingError {
  const sentence = `the reply to ${route} is missing required fields. Check that the address in the settings is that of the API.`;
  return new EmailMarketingError("unexpected-reply", sentence, { route, sent });
}

export function otherObjectResponse(route: string): EmailMarketingError {
  const sentence = `the reply to ${route} is about another object: its id is not the requested one, so it was not used. Check what is between this machine and the service, such as a cache.`;
  return new EmailMarketingError("unexpected-reply", sentence, { route });
}

/**
 * The error for a search response with neither rows nor a total. It is unknown whether the response is an empty page.
 */
export function incompleteSearchResponse(route: string): EmailMarketingError {
  const sentence = `the reply to ${route} has neither rows nor a total, so it is not known what the account has.`;
  return new EmailMarketingError("unexpected-reply", sentence, { route });
}

/**
 * The number of rows that a search returned, and the total that the service states. Any object may be among the
 * missing rows.
 */
export interface Shortfall {
  readonly rows: number;
  readonly total: number;
  /** Objects that were left out because their ids can't be used, each with the reason. */
  readonly unusable?: readonly string[];
}

export function unusableId(which: string, sent: Sent = "no"): EmailMarketingError {
  return new EmailMarketingError("unexpected-reply", unusableIds([which]), { sent });
}

function unusableIds(which: readonly string[]): string {
  return `the service sends the id of ${which.join(", ")}.`;
}

const incompleteSearchErrors = new WeakSet<Error>();

export function incompleteNotice(what: string, { rows, total, unusable }: Shortfall): string {
  const why = unusable
    ? unusableIds(unusable)
    : `the service reports ${total}, but returned ${rows}, even when read a second time. Run the command again; if it ` +
      "happens again, ask the service why the search returns fewer rows than its total.";
  return `the search for ${what} is incomplete: ${why}`;
}

/** The error for a decision that depends on the missing rows of a search. */
export function incompleteSearch(what: string, shortfall: Shortfall): EmailMarketingError {
  const error = new EmailMarketingError(
    "unexpected-reply",
    `${incompleteNotice(what, shortfall)} It is not known whether the object exists, so nothing was changed. To apply the ` +
      "rest of the program meanwhile, add --exclude with the URN of this resource, or remove the call of this function.",
  );
  incompleteSearchErrors.add(error);
  return error;
}

/** True if a look-up is inconclusive because its search was incomplete. */
export function isIncompleteSearch(error: unknown): boolean {
  return error instanceof Error && incompleteSearchErrors.has(error);
}
