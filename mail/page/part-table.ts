import type { MailImage, Place, References } from "../inspect/reference";
import { cut } from "./inbox";
import type { AddressAnswer, Mail } from "./mail";
import { type Markup, markup } from "./markup";

/** A data image of a page's length helps no one. */
const longestAddress = 200;

/** The links of a mail, and what there is to say of each. */
export function linkTable({ links }: References, mail: Mail): Markup | undefined {
  // Shown as text: a page for a review is no place to follow a campaign's links from.
  const rows = links.map((link) => [
    link.text === "" ? markup`<span class="quiet">(no text)</span>` : link.text,
    ...addressCells(link, mail),
  ]);
  return tableOf("Links", [textColumn, ...addressColumns("target", mail)], rows);
}

/** The images of a mail with their alternative texts. */
export function imageTable({ images }: References, mail: Mail): Markup | undefined {
  const rows = images.map((image) => [altText(image), ...addressCells(image, mail)]);
  const alt = { name: "alternative text", look: "text" } as const;
  return tableOf("Images", [alt, ...addressColumns("address", mail)], rows);
}

/** What else leads or loads from outside the email, such as a form or a background. */
export function addressTable({ others }: References, mail: Mail): Markup | undefined {
  // Nothing asks for them: a form, for one, acts.
  const { answers: _, ...remarks } = mail;
  const rows = others.map((other) => [other.element, ...addressCells(other, remarks)]);
  return tableOf(
    "Other addresses",
    [{ name: "element" }, ...addressColumns("address", remarks)],
    rows,
  );
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

/** What there is to say of an address. */
type Remarks = Pick<Mail, "reportsAddresses" | "answers">;

function addressColumns(name: string, { reportsAddresses, answers }: Remarks): readonly Column[] {
  const remark = { name: "preflight", look: "text" } as const;
  const answer = { name: "asked", look: "text" } as const;
  return [
    { name, look: "address" },
    ...(reportsAddresses === undefined ? [] : [remark]),
    ...(answers === undefined ? [] : [answer]),
    lineColumn,
  ];
}

/** An address, what preflight says of it, what came of asking for it, and where it stands. */
function addressCells(place: Place, { reportsAddresses, answers }: Remarks): Cell[] {
  const { address, isBroken, line } = place;
  const remark =
    reportsAddresses && isBroken
      ? markup`<span class="warning">not a full https address</span>`
      : "nothing";
  return [
    cut(address, longestAddress),
    ...(reportsAddresses === undefined ? [] : [remark]),
    ...(answers === undefined ? [] : [answerCell(answers.get(address))]),
    line,
  ];
}

function answerCell(answer: AddressAnswer | undefined): Cell {
  if (answer === undefined) return undefined;
  const text = cut(answer.text, longestAddress);
  return answer.isDead ? markup`<span class="error">${text}</span>` : text;
}

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

function altText({ alt, lacksAlt }: MailImage): Markup | string {
  if (lacksAlt) return markup`<span class="warning">none</span>`;
  if (alt === undefined) return markup`<span class="quiet">(from a token)</span>`;
  return alt === "" ? "(decoration)" : alt;
}
