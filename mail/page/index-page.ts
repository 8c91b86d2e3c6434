import { count } from "../inspect/count";
import { type Calendar, calendarSection } from "./calendar";
import { findingList, warningList } from "./finding-list";
import type { Mail, MailFinding } from "./mail";
import { type Markup, markup, page } from "./page";
import { type Column, tableOf } from "./part-table";

export interface Entry {
  readonly mail: Pick<Mail, "title" | "change" | "subject" | "schedule" | "findings">;
  readonly href: string;
}

/** The content of the index page apart from the campaigns. */
export interface IndexHead {
  readonly title: string;
  /** Warnings about objects that a delete keeps in the account, shown first. */
  readonly warnings: readonly string[];
  /** Findings of the stack, or of resources other than campaigns. */
  readonly findings: readonly MailFinding[];
  readonly calendar: Calendar;
}

export function indexPage(
  { title, warnings, findings, calendar }: IndexHead,
  entries: readonly Entry[],
) {
  const rows = entries.map(({ mail, href }) => [
    markup`<a href="${href}">${mail.title}</a>`,
    mail.change && markup`<span class="pill ${mail.change}">${mail.change}</span>`,
    mail.subject,
    mail.schedule[0] ?? "not scheduled",
    counted(mail.findings),
  ]);
  const table = tableOf("Campaigns", columns, rows) ?? markup`<p>No campaign changes.</p>`;
  return page(
    title,
    markup`<main>
<h1>${title}</h1>
${warningList(warnings)}${findingList(findings)}
<section><h2>${summary(entries)}</h2>
${table}</section>
${calendarSection(calendar)}
</main>`,
  );
}

const columns: readonly Column[] = [
  { name: "campaign", look: "text" },
  { name: "change" },
  { name: "subject", look: "text" },
  { name: "sent", look: "text" },
  { name: "findings" },
];

function summary(entries: readonly Entry[]): string {
  const changes = entries.flatMap(({ mail }) => mail.change ?? []);
  const total = count(entries.length, "campaign");
  const parts = [...new Set(changes)].map(
    (change) => `${changes.filter((one) => one === change).length} to ${change}`,
  );
  return parts.length === 0 ? total : `${total}: ${parts.join(", ")}`;
}

function counted(findings: readonly MailFinding[]): Markup {
  const markClasses = ["error", "warning", "note"].flatMap((severity) => {
    const number = findings.filter((one) => one.severity === severity).length;
    if (number === 0) return [];
    return markup`<span class="pill ${severity}">${count(number, severity)}</span> `;
  });
  return markup`${markClasses}`;
}
