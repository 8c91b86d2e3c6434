import type { MailFinding } from "./mail";
import { type Markup, markup } from "./page";

/** The parts of a campaign's page, and the findings that are about each. */
const names = {
  inbox: ["preheader-is-subject"],
  from: [
    ...["campaign-sender-unknown", "campaign-sender-unverified"],
    ...["sender-domain-failed", "sender-domain-unknown", "sender-domain-unverified"],
  ],
  replyTo: ["reply-to-unknown", "reply-to-unverified"],
  schedule: [
    ...["audience-again", "schedule-past", "schedule-pause", "schedule-time-repeated"],
    ...["schedule-time-skipped", "schedule-undeclared"],
  ],
  lists: [
    ...["campaign-audience", "list-empty", "list-unknown", "recipients-limit"],
    "recipients-unknown",
  ],
  size: ["html-too-large"],
  html: [
    ...["element-unclosed", "html-blank", "merge-tag-unknown"],
    // Rules of axe-core.
    ...["color-contrast", "empty-heading", "heading-order", "html-has-lang", "html-lang-valid"],
    ...["layout-table-role", "valid-lang"],
  ],
  plainText: ["plain-text-is-html", "plain-text-missing"],
  links: [
    ...["link-empty", "link-not-https", "link-unreachable"],
    ...["unsubscribe-broken", "unsubscribe-missing"],
    ...["link-in-text-block", "link-name"],
  ],
  images: [
    ...["image-attached", "image-without-alt"],
    ...["image-alt", "image-redundant-alt", "role-img-alt", "svg-img-alt"],
  ],
};
export type Part = keyof typeof names;

const byName = new Map<string, Part>(
  (Object.keys(names) as Part[]).flatMap((part) =>
    names[part].map((name) => [name, part] as const),
  ),
);

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
  const named = byName.get(check);
  if (named !== undefined) return named;
  const [, input = ""] = /^(?:\w+ "[^"]*": )?(\w+)(?:[.[\]][.[\]\w]*)?: /.exec(text) ?? [];
  return Object.hasOwn(byInput, input) ? byInput[input] : undefined;
}

/** Findings as a list; nothing where there are none. */
export function findingList(findings: readonly MailFinding[]): Markup | undefined {
  if (findings.length === 0) return undefined;
  const items = findings.map(
    ({ severity, text, check }) =>
      markup`<li class="${severity}"><strong>${severity}</strong>: ${text}${check && markup` <code>${check}</code>`}</li>\n`,
  );
  return markup`<ul class="findings">${items}</ul>`;
}

/** Sentences that a reader must not miss, in a box. */
export function warningList(warnings: readonly string[]): Markup | undefined {
  if (warnings.length === 0) return undefined;
  return markup`<ul class="findings first">${warnings.map((one) => markup`<li class="warning">${one}</li>`)}</ul>`;
}
