import { step } from "../support/shown";

/** A preview of the stack with a mail whose only link is not asked for, since these tests reach no other machine. */
export const linkedPreview = JSON.stringify({
  steps: [step("create", "spring", { html: '<a href="https://acme.example/unsubscribe">out</a>' })],
}).replace("urn:pulumi:prod::mail::", "urn:pulumi:production::email-marketing-quickstart::");

/** What a comment says of it. */
export const answer =
  '- ℹ️ **spring**: not checked: `acme.example/unsubscribe` (its path or query has "unsub", so a request may change something)';
