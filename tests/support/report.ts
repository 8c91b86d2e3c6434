import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dailySeed } from "../../tools/daily-sample";

const documents = join(__dirname, "..", "..", "docs");

/** Replaces the text between the two marks of this name on a page of docs. Does nothing in a daily sample. */
export async function writeReport(
  page: string,
  name: string,
  lines: readonly string[],
): Promise<void> {
  if (dailySeed !== undefined) return;
  const document = join(documents, page);
  const text = await readFile(document, "utf8");
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${document} has no marks for ${name}`);
  const replaced = [text.slice(0, from), begin, "\n", ...lines.map((line) => `${line}\n`)];
  await writeFile(document, [...replaced, text.slice(to)].join(""));
}
