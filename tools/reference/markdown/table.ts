import type { ChangeEffect, Input, NameSource, OpenPoint, Property, Shape } from "../model";
import type { Page } from "./site";

/** A table; a column in which no row says anything is left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = head.map((_, column) => rows.some((row) => (row[column] ?? "") !== ""));
  const line = (cells: readonly string[]) =>
    `| ${cells.filter((_, column) => used[column]).join(" | ")} |`;
  return [head, head.map(() => "---"), ...rows].map(line).join("\n");
}

/** The inputs of a resource. */
export function inputTable(page: Page, inputs: readonly Input[]): string {
  const rows = inputs.map((input) => [
    `\`${input.name}\``,
    typeInWords(input.shape),
    input.isRequired ? "yes" : "no",
    cell(page.text(input.doc.defaultValue ?? "")),
    changeInWords(input),
    sentInWords(input),
    [cell(page.text(input.doc.text)), openInWords(input)].join(" ").trim(),
  ]);
  return table(
    ["Name", "Type", "Required", "Default", "On change", "Sent as", "Description"],
    rows,
  );
}

/** The members of an object that a program gives. */
export function givenTable(page: Page, properties: readonly Property[]): string {
  const rows = properties.map(({ name, shape, isRequired, doc }) => [
    `\`${name}\``,
    typeInWords(shape),
    isRequired ? "yes" : "no",
    cell(page.text(doc.defaultValue ?? "")),
    cell(page.text(doc.text)),
  ]);
  return table(["Name", "Type", "Required", "Default", "Description"], rows);
}

/** The members of an object that a program gets. */
export function resultTable(page: Page, properties: readonly Property[]): string {
  const rows = properties.map(({ name, shape, isRequired, doc }) => [
    `\`${name}\``,
    `${typeInWords(shape)}${isRequired ? "" : " \\| `undefined`"}`,
    cell(page.text(doc.text)),
  ]);
  return table(["Name", "Type", "Description"], rows);
}

function changeInWords({ onChange, onChangeExtended }: Input): string {
  const words = effectInWords(onChange);
  const extended = onChangeExtended ? effectInWords(onChangeExtended) : words;
  return extended === words ? words : `${words}; extended: ${extended}`;
}

const sources: Readonly<Record<NameSource | OpenPoint["grade"], string>> = {
  specified: "specified",
  A: "the vendor's own client",
  B: "several public clients",
  C: "one public client",
  D: "a guess",
  choice: "a guess",
};

function sentInWords({ sentAs }: Input): string {
  if (!sentAs) return "";
  const { name, source, inUpdates } = sentAs;
  const update = inUpdates === undefined ? "" : `; in updates: ${sources[inUpdates]}`;
  return `\`${name}\` (${sources[source]}${update})`;
}

function openInWords({ sentAs }: Input): string {
  if (!sentAs?.open) return "";
  const { open, chosen, grade } = sentAs.open;
  return `Left open by the specification: ${lowerFirst(open)} Assumed: ${lowerFirst(chosen).replace(/\.$/, "")} (${sources[grade]}).`;
}

function effectInWords({ effect, isRemovable }: ChangeEffect): string {
  if (effect === "replace") return "**replace**";
  return isRemovable ? effect : `${effect}; can't be removed`;
}

function typeInWords(shape: Shape): string {
  switch (shape.is) {
    case "any":
      return "any";
    case "content":
      return "`string` \\| `FileAsset` \\| `StringAsset`";
    case "word":
      return shape.words.map((word) => `\`"${word}"\``).join(" \\| ");
    case "list":
      return shape.of.is === "any" ? "list" : `list of ${typeInWords(shape.of)}`;
    case "map":
      return shape.of.is === "any" ? "map" : `map of ${typeInWords(shape.of)}`;
    case "object":
      return `[${shape.type}](#${shape.type.toLowerCase()})`;
    case "string":
    case "number":
    case "boolean":
      return `\`${shape.is}\``;
  }
}

/** A text in one line, as a table wants it. */
function cell(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .join(" ")
    .replaceAll("|", "\\|");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
