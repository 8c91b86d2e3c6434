import type { Sent } from "./call-failure";
import { EmailMarketingError } from "./error";

/** Why a value can't be a part of a path. */
export type ParameterProblem = "empty" | "path-step" | "lone-surrogate";

const problems: Readonly<Record<ParameterProblem, string>> = {
  empty: "must not be empty",
  "path-step": 'must not be "." or ".."',
  "lone-surrogate": "must be valid Unicode",
};

/** A parameter of a path by which the call would be another one. */
export function invalidParameter(
  name: string,
  route: string,
  problem: ParameterProblem,
): EmailMarketingError {
  const sentence = `the ${name} in ${route} ${problems[problem]}.`;
  return new EmailMarketingError("validation", sentence);
}

/** A proxy of the environment that no call can go through; its value may hold a password and is never shown. */
export function invalidProxy(): EmailMarketingError {
  return new EmailMarketingError(
    "config",
    "HTTPS_PROXY (or ALL_PROXY) must be the URL of an http or https proxy, such as http://host:port.",
  );
}

export function lateLook(what: string): EmailMarketingError {
  return new EmailMarketingError(
    "timeout",
    `the search for ${what} did not end within the deadline, so it is not known whether the object exists. Try again ` +
      "later, or raise emailmarketing:deadlineSeconds.",
  );
}

/** A write with no one to report to: the engine that asked for it is gone. */
export function engineGone(): EmailMarketingError {
  return new EmailMarketingError(
    "network",
    "the request was not sent, because the pulumi command that asked for it is no longer running.",
  );
}

/** A reply that came whole and good but lacks what the contract promises. */
export function incompleteReply(route: string, sent: Sent = "no"): EmailMarketingError {
  return new EmailMarketingError(
    "unexpected-reply",
    `the reply to ${route} is missing required fields. Check that the address in the settings is that of the API.`,
    { route, sent },
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

/** How many rows a search gave, and how many the service says there are. */
interface Numbers {
  readonly rows: number;
  readonly total: number;
  /** The objects that it lacks since their ids can't be read exactly. */
  readonly inexact?: readonly string[];
}

/** An id that is rounded may be that of another object. */
export function inexactId(name: string, sent: Sent = "no"): EmailMarketingError {
  return new EmailMarketingError("unexpected-reply", `${inexactWords([name])}.`, { sent });
}

function inexactWords(names: readonly string[]): string {
  return `the service sends the id of ${names.join(", ")} as a number that can't be read exactly`;
}

const incomplete = new WeakSet<Error>();

/** What the user is told of a search that lacks rows, whatever it was for. */
export function incompleteNotice(what: string, { rows, total, inexact }: Numbers): string {
  if (inexact) return `the search for ${what} is incomplete: ${inexactWords(inexact)}.`;
  return (
    `the search for ${what} is incomplete: the service reports ${total}, but returned ${rows}, even when read a second ` +
    "time. Run the command again; if it happens again, ask the service why the search returns fewer rows than its total."
  );
}

/** The error for a decision that would hang on the rows that a search lacks. */
export function incompleteSearch(
  what: string,
  { rows, total, inexact }: Numbers,
): EmailMarketingError {
  const why = inexact
    ? inexactWords(inexact)
    : `the service reports ${total}, but returned ${rows}`;
  const again = inexact
    ? ""
    : " If it happens again, ask the service why the search returns fewer rows than its total.";
  const error = new EmailMarketingError(
    "unexpected-reply",
    `the search for ${what} is incomplete (${why}). It is not known whether the object exists, so nothing was changed. ` +
      `${inexact ? "" : "Run the command again. "}To apply the rest of the program meanwhile, add --exclude with the URN ` +
      `of this resource.${again}`,
  );
  incomplete.add(error);
  return error;
}

/** Whether a look-up failed for nothing but an incomplete search: it has neither found its object nor missed it. */
export function isIncompleteSearch(error: unknown): boolean {
  return error instanceof Error && incomplete.has(error);
}
