import type { MailFinding } from "./mail";
import { type Markup, markup } from "./markup";

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
