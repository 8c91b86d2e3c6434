import { cut } from "./inbox";
import type { Inspection } from "./inspect";
import type { Mail, Unsupported } from "./mail";
import { type Markup, markup } from "./markup";

/** A data image of a page's length helps no one. */
const longestAddress = 200;

/** The links of a mail, and what there is to say of each. */
export function linkTable({ links }: Inspection, { remarks }: Mail): Markup | undefined {
  // Shown as text: a page for a review is no place to follow a campaign's links from.
  const rows = links.map(({ text, target, line }) => [
    text === "" ? markup`<span class="quiet">(no text)</span>` : text,
    cut(target, longestAddress),
    ...(remarks ? [remarkOf(remarks, target)] : []),
    line,
  ]);
  const columns = [textColumn, addressColumn("target"), ...remarkColumn(remarks), lineColumn];
  return tableOf("Links", columns, rows);
}

/** The images of a mail with their alternative texts. */
export function imageTable({ images }: Inspection, { remarks }: Mail): Markup | undefined {
  const rows = images.map(({ alt, address, line }) => [
    altText(alt),
    cut(address, longestAddress),
    ...(remarks ? [remarkOf(remarks, address)] : []),
    line,
  ]);
  const alt = { name: "alternative text", look: "text" } as const;
  const columns = [alt, addressColumn("address"), ...remarkColumn(remarks), lineColumn];
  return tableOf("Images", columns, rows);
}

/** The features of a mail that some email clients don't support. */
export function unsupportedTable(unsupported: readonly Unsupported[]): Markup {
  const rows = unsupported.map(({ feature, clients, line, url }) => [
    url === undefined ? feature : markup`<a href="${url}">${feature}</a>`,
    clients.join(", "),
    line,
  ]);
  const columns = [{ name: "feature" }, { name: "not supported by" }, lineColumn];
  return tableOf("Unsupported features", columns, rows) ?? markup`<p>Nothing in this email.</p>`;
}

type Cell = Markup | string | number | undefined;

/** A column of a table. */
export interface Column {
  readonly name: string;
  /** How its cells are set. */
  readonly look?: "text" | "address" | "number";
}

const textColumn = { name: "text", look: "text" } as const;
const lineColumn = { name: "line", look: "number" } as const;
const addressColumn = (name: string) => ({ name, look: "address" }) as const;
const remarkColumn = (remarks: Mail["remarks"]): readonly Column[] =>
  remarks ? [{ name: "preflight", look: "text" }] : [];

/** A table that scrolls where it is too wide; nothing without rows. */
export function tableOf(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Markup | undefined {
  if (rows.length === 0) return undefined;
  const lookOf = (at: number) => columns[at]?.look ?? "";
  const lines = rows.map(
    (cells) =>
      markup`<tr>${cells.map((cell, at) => markup`<td class="${lookOf(at)}">${cell}</td>`)}</tr>\n`,
  );
  const heads = columns.map(
    ({ name, look = "" }) => markup`<th scope="col" class="${look}">${name}</th>`,
  );
  return markup`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${heads}</tr></thead>
<tbody>${lines}</tbody></table></div>`;
}

function remarkOf(remarks: Readonly<Record<string, string>>, address: string): Cell {
  const remark = Object.hasOwn(remarks, address) ? remarks[address] : undefined;
  return remark === undefined ? "nothing" : markup`<span class="warning">${remark}</span>`;
}

function altText(alt: string | undefined): Markup | string {
  if (alt === undefined) return markup`<span class="warning">none</span>`;
  return alt === "" ? "(decoration)" : alt;
}
