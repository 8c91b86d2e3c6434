import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const documents = join(__dirname, "..", "..", "docs");

/** Replaces what stands between the two marks of this name on a page of docs. */
export async function writeReport(
  page: string,
  name: string,
  lines: readonly string[],
): Promise<void> {
  const document = join(documents, page);
  const text = await readFile(document, "utf8");
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${document} has no marks for ${name}`);
  const replaced = [text.slice(0, from), begin, "\n", ...lines.map((line) => `${line}\n`)];
  await writeFile(document, [...replaced, text.slice(to)].join(""));
}

/** A Markdown table, its columns in line as the formatter wants them. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)];
}
