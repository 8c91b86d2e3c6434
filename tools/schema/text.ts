import type { Doc } from "./model";

const codeBlock = /(?<!\n)\n*^```\w+\n[\s\S]*?^```$/gm;

/**
 * The text of a doc comment, one line for each paragraph. Leaves out the example programs, because they use dynamic
 * resources.
 */
export function text(comment: string): string {
  return comment
    .replace(codeBlock, "")
    .replace(/:$/, ".")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/(?<!\n)\n(?![\n*-])/g, " ")
    .trim();
}

/** The description of a property, with the default as a sentence. A default in the schema itself would enter the state. */
export function propertyText({ text: comment, defaultValue }: Doc): string {
  const rest = defaultValue === undefined ? [] : [`Default: ${text(defaultValue)}.`];
  return [text(comment), ...rest].filter((part) => part !== "").join(" ");
}

/** The section of a doc comment that applies only to the plugin. Its counterpart is the section "With dynamic resources". */
export function pluginText({ sections }: Doc): string {
  return text(sections.get("With the plugin") ?? "");
}

export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
