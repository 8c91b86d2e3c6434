// The model of docs/reference/cost.md, whose tables a test compares with it.

/**
 * Searches that find `count` senders one after another in an account with so many: one for the first, pages for the
 * rest; of more than 20 pages one for each, until a tenth as many senders as pages are wanted.
 */
export function searches(count: number, inAccount: number): number {
  if (count <= 1) return count;
  const pages = Math.max(1, Math.ceil(inAccount / 100));
  const alone = pages <= 20 ? 1 : Math.ceil(pages / 10) - 1;
  // The page that tells the total is read in any case.
  return alone >= count ? count + 1 : alone + pages;
}

/** Requests that create senders in an account that holds others already: beside the searches, its domains are read once. */
export function createRequests(count: number, alreadyThere: number): number {
  return count + searches(count, alreadyThere) + 1;
}

/** Requests that refresh senders of one stack, in an account with so many: its domains are read once here, too. */
export function refreshRequests(count: number, inAccount: number): number {
  return count === 0 ? 0 : searches(count, inAccount) + 1;
}
