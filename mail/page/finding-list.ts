import type { MailFinding } from "./mail";
import { type Markup, markup } from "./page";

/**
 * The parts of a campaign's page. Each part has a pattern for names of findings and axe-core rules, and a pattern for
 * inputs.
 */
const parts = [
  ["inbox", /^preheader-/, /^(?:subject|preheader)$/],
  ["from", /^(?:campaign-sender|sender-domain)-/, /^sender$/],
  ["replyTo", /^reply-to-/, /^replyTo$/],
  ["schedule", /^(?:audience-again$|schedule-(?!duplicate))/, /^scheduledAt$/],
  [
    "lists",
    /^(?:campaign-audience$|list-(?:empty|unknown)|recipients-)/,
    /^(?:listIds|segmentId)$/,
  ],
  ["size", /^html-too-large/, undefined],
  ["html", /^(?:element-|html-|merge-tag-|color-|empty-heading|heading-|layout-|valid-)/, /^html$/],
  ["plainText", /^plain-text-/, /^plainText$/],
  ["links", /^(?:link|unsubscribe)-/, undefined],
  ["images", /^(?:image-|role-img-|svg-img-)/, undefined],
] as const;
export type Part = (typeof parts)[number][0];

/** The part of the page that a finding is about. Undefined for the campaign as a whole. */
export function partOf({ check = "", text }: MailFinding): Part | undefined {
  const [, input = ""] = /^(?:\w+ "[^"]*": )?(\w+)(?:[.[\]][.[\]\w]*)?: /.exec(text) ?? [];
  const named = parts.find(([, names]) => names.test(check));
  return (named ?? parts.find(([, , inputs]) => inputs?.test(input)))?.[0];
}

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
