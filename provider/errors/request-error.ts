import type { Sent } from "./call-failure";
import { EmailMarketingError } from "./error";

/** A reply that came whole and good but lacks what the contract promises. */
export function incompleteReply(route: string, sent: Sent = "no"): EmailMarketingError {
  return new EmailMarketingError(
    "unexpected-reply",
    `the reply to ${route} is missing required fields. Check that the address in the settings is that of the API.`,
    { route, sent },
  );
}

/** A reply that is about another object than the request. */
export function otherObjectReply(route: string): EmailMarketingError {
  return new EmailMarketingError(
    "unexpected-reply",
    `the reply to ${route} is about another object: its id is not the requested one, so it was not used. Check what is between this machine and the service, such as a cache.`,
    { route },
  );
}

/** A page of a search that may be empty, or none at all. */
export function incompleteSearchReply(route: string): EmailMarketingError {
  return new EmailMarketingError(
    "unexpected-reply",
    `the reply to ${route} has neither rows nor a total, so it is not known what the account has.`,
    { route },
  );
}

/** How many rows a search gave, and how many the service says there are: what is missing may be anything. */
export interface Shortfall {
  readonly rows: number;
  readonly total: number;
  /** The objects that it lacks since their ids can't be used, each with the reason. */
  readonly unusable?: readonly string[];
}

/** An object without an id that can be used, with the reason. */
export function unusableId(which: string, sent: Sent = "no"): EmailMarketingError {
  return new EmailMarketingError("unexpected-reply", unusableIds([which]), { sent });
}

function unusableIds(which: readonly string[]): string {
  return `the service sends the id of ${which.join(", ")}.`;
}

const incomplete = new WeakSet<Error>();

/** What the user is told of a search that lacks rows, whatever it was for. */
export function incompleteNotice(what: string, { rows, total, unusable }: Shortfall): string {
  const why = unusable
    ? unusableIds(unusable)
    : `the service reports ${total}, but returned ${rows}, even when read a second time. Run the command again; if it ` +
      "happens again, ask the service why the search returns fewer rows than its total.";
  return `the search for ${what} is incomplete: ${why}`;
}

/** The error for a decision that would hang on the rows that a search lacks. */
export function incompleteSearch(what: string, shortfall: Shortfall): EmailMarketingError {
  const error = new EmailMarketingError(
    "unexpected-reply",
    `${incompleteNotice(what, shortfall)} It is not known whether the object exists, so nothing was changed. To apply the ` +
      "rest of the program meanwhile, add --exclude with the URN of this resource.",
  );
  incomplete.add(error);
  return error;
}

/** Whether a look-up failed for nothing but an incomplete search: it has neither found its object nor missed it. */
export function isIncompleteSearch(error: unknown): boolean {
  return error instanceof Error && incomplete.has(error);
}
