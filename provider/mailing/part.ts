/**
 * What the objects of a kind are to a mail: the whole of one, which a step sends at once; its content; its date; or a list of those
 * who get it.
 */
export type MailPart = "whole" | "content" | "date" | "list";

/** Whether an object of the kind, in another account, would be sent to people again. */
export function isMailed({ mailPart }: { readonly mailPart?: MailPart }): boolean {
  return mailPart === "content" || mailPart === "date";
}
