import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const document = join(__dirname, "..", "..", "docs", "reliability.md");

/** Replaces what stands between the two marks of this name in docs/reliability.md. */
export async function writeReport(name: string, lines: readonly string[]): Promise<void> {
  const text = await readFile(document, "utf8");
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${document} has no marks for ${name}`);
  const replaced = [text.slice(0, from), begin, "\n", ...lines.map((line) => `${line}\n`)];
  await writeFile(document, [...replaced, text.slice(to)].join(""));
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}
