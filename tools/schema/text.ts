import type { Doc } from "./model";

const codeBlock = /(?<!\n)\n*^```\w+\n[\s\S]*?^```$/gm;

/** A text of a doc comment: one line a paragraph, and without the programs, which are for the dynamic resources. */
export function text(comment: string): string {
  return comment
    .replace(codeBlock, "")
    .replace(/:$/, ".")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/(?<!\n)\n(?![\n*-])/g, " ")
    .trim();
}

/** The description of a property, with its default in words: a default of the schema's own would enter the state. */
export function propertyText({ text: comment, defaultValue }: Doc): string {
  const rest = defaultValue === undefined ? [] : [`Default: ${text(defaultValue)}.`];
  return [text(comment), ...rest].filter((part) => part !== "").join(" ");
}

/** What a doc comment says of the plugin alone; beside it, a section "With dynamic resources" has what holds for those. */
export function pluginText({ sections }: Doc): string {
  return text(sections.get("With the plugin") ?? "");
}

/** A description with its sections. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
