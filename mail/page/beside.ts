import type { MailFinding } from "./mail";

/** The parts of a campaign's page that a finding can be about. */
export type Part =
  | "inbox"
  | "from"
  | "replyTo"
  | "schedule"
  | "lists"
  | "size"
  | "html"
  | "plainText"
  | "links"
  | "images";

const byName: Readonly<Record<string, Part>> = {
  "audience-again": "schedule",
  "campaign-audience": "lists",
  "campaign-sender-unknown": "from",
  "campaign-sender-unverified": "from",
  "element-unclosed": "html",
  "html-too-large": "size",
  "image-without-alt": "images",
  "link-empty": "links",
  "link-not-https": "links",
  "list-empty": "lists",
  "list-unknown": "lists",
  "merge-tag-unknown": "html",
  "plain-text-missing": "plainText",
  "preheader-is-subject": "inbox",
  "recipients-unknown": "lists",
  "reply-to-unknown": "replyTo",
  "reply-to-unverified": "replyTo",
  "schedule-past": "schedule",
  "schedule-pause": "schedule",
  "schedule-time-repeated": "schedule",
  "schedule-time-skipped": "schedule",
  "schedule-undeclared": "schedule",
  "sender-domain-failed": "from",
  "sender-domain-unknown": "from",
  "sender-domain-unverified": "from",
  "unsubscribe-missing": "links",
  // Rules of axe-core.
  "color-contrast": "html",
  "empty-heading": "html",
  "heading-order": "html",
  "html-has-lang": "html",
  "html-lang-valid": "html",
  "image-alt": "images",
  "image-redundant-alt": "images",
  "layout-table-role": "html",
  "link-in-text-block": "links",
  "link-name": "links",
  "role-img-alt": "images",
  "svg-img-alt": "images",
  "valid-lang": "html",
};

const byInput: Readonly<Record<string, Part>> = {
  subject: "inbox",
  preheader: "inbox",
  sender: "from",
  replyTo: "replyTo",
  scheduledAt: "schedule",
  listIds: "lists",
  segmentId: "lists",
  html: "html",
  plainText: "plainText",
};

/** What a finding is about, by its name or by the input that its sentence begins with; else the campaign as a whole. */
export function partOf({ check = "", text }: MailFinding): Part | undefined {
  if (Object.hasOwn(byName, check)) return byName[check];
  const [, input = ""] = /^(?:\w+ "[^"]*": )?(\w+)(?:[.[\]][.[\]\w]*)?: /.exec(text) ?? [];
  return Object.hasOwn(byInput, input) ? byInput[input] : undefined;
}
