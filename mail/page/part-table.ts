import type { MailImage, MailLink, OtherAddress, Place, References } from "../inspect/reference";
import { oneLine } from "../inspect/visible-text";
import type { AddressAnswer, Mail } from "./mail";
import { type Markup, markup } from "./page";

/** A text in one line, truncated as in an inbox. */
export function cut(text: string, length: number): string {
  const line = oneLine(text);
  // Slice first, because a data URL has millions of characters. Each character has at most two code units.
  const characters = [...line.slice(0, 2 * length + 1)];
  if (characters.length <= length) return line;
  return `${characters
    .slice(0, length - 1)
    .join("")
    .trimEnd()}…`;
}

/** The maximum length of a URL to show, because no one reads a whole data URL. */
const maxAddressLength = 200;

export function linkTable({ links }: References, mail: Mail): Markup | undefined {
  const about = ({ text }: MailLink) =>
    text === "" ? markup`<span class="quiet">(no text)</span>` : text;
  const first = { name: "text", look: "text" } as const;
  return placeTable({ label: "Links", first, about, address: "target" }, links, mail);
}

export function imageTable({ images }: References, mail: Mail): Markup | undefined {
  const first = { name: "alternative text", look: "text" } as const;
  const table = { label: "Images", first, about: altText, address: "address" };
  return placeTable(table, images, mail);
}

/** A table of the URLs that belong to no link or image, such as URLs of forms and backgrounds. */
export function addressTable({ others }: References, mail: Mail): Markup | undefined {
  const about = ({ element }: OtherAddress) => element;
  const table = { label: "Other addresses", first: { name: "element" }, about, address: "address" };
  return placeTable(table, others, mail);
}

interface PlaceTable<One extends Place> {
  readonly label: string;
  readonly first: Column;
  readonly about: (one: One) => Cell;
  readonly address: string;
}

/** A table that shows URLs as text, because a reviewer should not follow a campaign's links. */
function placeTable<One extends Place>(
  { label, first, about, address }: PlaceTable<One>,
  places: readonly One[],
  { reportsAddresses, answers }: Pick<Mail, "reportsAddresses" | "answers">,
): Markup | undefined {
  const look = "text" as const;
  const wrong = markup`<span class="warning">not a full https address</span>`;
  const ofPreflight = ({ isBroken }: One) => (reportsAddresses && isBroken ? wrong : "nothing");
  const answerOf = (one: One) => answerCell(answers?.get(one.address));
  const columns: readonly (Column & { readonly cell: (one: One) => Cell })[] = [
    { ...first, cell: about },
    { name: address, look: "address", cell: (one) => cut(one.address, maxAddressLength) },
    ...(reportsAddresses === undefined ? [] : [{ name: "preflight", look, cell: ofPreflight }]),
    ...(answers === undefined ? [] : [{ name: "asked", look, cell: answerOf }]),
    { name: "line", look: "number", cell: ({ line }) => line },
  ];
  const rows = places.map((place) => columns.map(({ cell }) => cell(place)));
  return tableOf(label, columns, rows);
}

type Cell = Markup | string | number | undefined;

export interface Column {
  readonly name: string;
  readonly look?: "text" | "address" | "number";
}

function answerCell(answer: AddressAnswer | undefined): Cell {
  if (answer === undefined) return undefined;
  const text = cut(answer.text, maxAddressLength);
  return answer.isDead ? markup`<span class="error">${text}</span>` : text;
}

/** A table that scrolls if it is too wide, or undefined without rows. */
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
