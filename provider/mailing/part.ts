/**
 * What an object of a kind is to a mail: the whole mail, which a step sends at once; the content of a mail; its date; or a list of its
 * readers.
 */
export type MailPart = "whole" | "content" | "date" | "list";

/** Whether an object of the kind, in another account, would be sent to people again. */
export function isMailed({ mailPart }: { readonly mailPart?: MailPart }): boolean {
  return mailPart === "content" || mailPart === "date";
}
