import { step } from "../support/preview-fixtures";

/** A preview with an email whose only link isn't requested, because these tests don't use the network. */
export const linkedPreview = JSON.stringify({
  steps: [step("create", "spring", { html: '<a href="https://acme.example/unsubscribe">out</a>' })],
}).replace("urn:pulumi:prod::mail::", "urn:pulumi:production::email-marketing-quickstart::");

/** The comment's line about the link. */
export const answer =
  '- ℹ️ **spring**: not checked: `acme.example/unsubscribe` (its path or query has "unsub", so a request may change something)';
