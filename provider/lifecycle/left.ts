/** What a removal leaves as it is, in words. */
export interface Left {
  /** What a preview says of it, in words that follow the resource; nothing where it need not be told beforehand. */
  readonly before?: string | undefined;
  /** What the removal says, behind "was removed from the Pulumi state". */
  readonly after: string;
}

/** An object that stays in the account. */
export function leftInAccount(
  why = "the service has no delete operation",
  before = `it stays in the account, because ${why}.`,
): Left {
  return { before, after: `but still exists in the account: ${why}.` };
}
