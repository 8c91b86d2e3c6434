import ts from "typescript";
import type { Doc } from "./model";

const exampleBlock = /^```ts\n([\s\S]*?)^```$/gm;
const heading = /^## +(\S.*)\n/m;

export function docOf(checker: ts.TypeChecker, symbol: ts.Symbol): Doc {
  const comment = textOf(symbol.getDocumentationComment(checker));
  const tag = symbol.getJsDocTags(checker).find(({ name }) => name === "defaultValue");
  const defaultValue = tag && textOf(tag.text ?? []).replaceAll("\n", " ");
  return { ...parseDoc(comment), ...(defaultValue === undefined ? {} : { defaultValue }) };
}

/** Joins the parts of a doc comment, and removes the space that the compiler adds to each reference. */
function textOf(parts: ts.SymbolDisplayPart[]): string {
  return ts.displayPartsToString(parts).replace(/\{@link (\w+) \}/g, "{@link $1}");
}

export function parseDoc(comment: string): Doc {
  const [head = "", ...rest] = comment.split(heading);
  const titles = rest.filter((_, index) => index % 2 === 0);
  const texts = rest.filter((_, index) => index % 2 === 1);
  return {
    text: head
      .replace(exampleBlock, "")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
    examples: [...comment.matchAll(exampleBlock)].map(([, code = ""]) => code),
    sections: new Map(titles.map((title, index) => [title.trim(), texts[index]?.trim() ?? ""])),
  };
}
