/** What a delete says that leaves the object in the account. */
export function keptInAccount(
  subject: string,
  why = "the service has no delete operation",
): string {
  return `${subject} was removed from the Pulumi state but still exists in the account: ${why}.`;
}

/** What a preview says of such a delete, in words that follow the resource. */
export const staysInAccount = (): string =>
  "it stays in the account, because the service has no delete operation.";
