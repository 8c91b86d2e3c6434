import type { MailFinding } from "./mail";
import { type Markup, markup } from "./page";

/** The parts of a campaign's page, with the names of findings and axe-core rules about each. */
const parts = [
  ["inbox", /^preheader-/],
  ["from", /^(?:campaign-sender|sender-domain)-/],
  ["replyTo", /^reply-to-/],
  ["schedule", /^(?:audience-again$|schedule-(?!duplicate))/],
  ["lists", /^(?:campaign-audience$|list-(?:empty|unknown)|recipients-)/],
  ["size", /^html-too-large/],
  ["html", /^(?:element-|html-|merge-tag-|color-|empty-heading|heading-|layout-|valid-)/],
  ["plainText", /^plain-text-/],
  ["links", /^(?:link|unsubscribe)-/],
  ["images", /^(?:image-|role-img-|svg-img-)/],
] as const;
export type Part = (typeof parts)[number][0];

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

/**
 * The part of the page that a finding is about, by the finding's name or input. Undefined for the campaign as a whole.
 */
export function partOf({ check = "", text }: MailFinding): Part | undefined {
  const named = parts.find(([, names]) => names.test(check));
  if (named !== undefined) return named[0];
  const [, input = ""] = /^(?:\w+ "[^"]*": )?(\w+)(?:[.[\]][.[\]\w]*)?: /.exec(text) ?? [];
  return Object.hasOwn(byInput, input) ? byInput[input] : undefined;
}

/** Findings as a list, or undefined if there are none. */
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
