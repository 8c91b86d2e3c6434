import { EmailMarketingError } from "./error";

/** How many rows a search gave, and how many the service says there are. */
interface Numbers {
  readonly rows: number;
  readonly total: number;
}

const incomplete = new WeakSet<Error>();

/** What the user is told of a search that lacks rows, whatever it was for. */
export function incompleteNotice(what: string, { rows, total }: Numbers): string {
  return (
    `the search for ${what} is incomplete: the service reports ${total}, but returned ${rows}, even when read a second ` +
    "time. Run the command again; if it happens again, ask the service why the search returns fewer rows than its total."
  );
}

/** The error for a decision that would hang on the rows that a search lacks. */
export function incompleteSearch(what: string, { rows, total }: Numbers): EmailMarketingError {
  const error = new EmailMarketingError(
    "unexpected-reply",
    `can't tell whether it exists, and nothing was changed: the search for ${what} is incomplete (the service reports ` +
      `${total}, but returned ${rows}). Run the command again. To apply the rest of the program meanwhile, add ` +
      "--exclude with the URN of this resource. If it happens again, ask the service why the search returns fewer rows " +
      "than its total.",
  );
  incomplete.add(error);
  return error;
}

/** Whether a look-up failed for nothing but an incomplete search: it has neither found its object nor missed it. */
export function isIncompleteSearch(error: unknown): boolean {
  return error instanceof Error && incomplete.has(error);
}
