import type { Mail, MailFinding } from "./mail";
import { findingList } from "./mail-page";
import { markup } from "./markup";
import { page } from "./page";

/** A campaign in the index. */
export interface Entry {
  readonly mail: Mail;
  readonly href: string;
}

/** What the index says besides its campaigns. */
export interface IndexHead {
  readonly title: string;
  /** What a delete does not do; it stands first. */
  readonly warnings: readonly string[];
  /** Findings of the stack, or of resources that are no campaign. */
  readonly findings: readonly MailFinding[];
}

/** The index of all campaigns. */
export function indexPage({ title, warnings, findings }: IndexHead, entries: readonly Entry[]) {
  const rows = entries.map(
    ({ mail, href }) => markup`<tr>
<td><a href="${href}">${mail.title}</a></td><td>${mail.change}</td><td>${mail.subject}</td>
<td>${mail.schedule[0] ?? "not scheduled"}</td><td>${counted(mail.findings)}</td></tr>\n`,
  );
  const table =
    entries.length === 0
      ? markup`<p>No campaign changes.</p>`
      : markup`<div class="wide" tabindex="0" role="region" aria-label="Campaigns"><table>
<tr><th scope="col">campaign</th><th scope="col">change</th><th scope="col">subject</th><th scope="col">sent</th><th scope="col">findings</th></tr>
${rows}</table></div>`;
  const items = warnings.map((one) => markup`<li class="warning">${one}</li>`);
  return page(
    title,
    markup`<main>
<h1>${title}</h1>
${warnings.length > 0 ? markup`<ul class="plain box">${items}</ul>` : undefined}
<p>${summary(entries)}</p>
${findingList(findings)}
${table}
</main>`,
  );
}

function summary(entries: readonly Entry[]): string {
  const counts = new Map<string, number>();
  for (const { mail } of entries) {
    const change = mail.change ?? "campaigns";
    counts.set(change, (counts.get(change) ?? 0) + 1);
  }
  const total = `${entries.length} ${entries.length === 1 ? "campaign" : "campaigns"}`;
  const parts = [...counts].filter(([change]) => change !== "campaigns");
  return parts.length === 0
    ? total
    : `${total}: ${parts.map(([change, number]) => `${number} ${change}`).join(", ")}`;
}

function counted(findings: readonly MailFinding[]): string {
  return (["error", "warning", "note"] as const)
    .map((severity) => ({
      severity,
      number: findings.filter((one) => one.severity === severity).length,
    }))
    .filter(({ number }) => number > 0)
    .map(({ severity, number }) => `${number} ${severity}${number === 1 ? "" : "s"}`)
    .join(", ");
}
