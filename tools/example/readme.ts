/**
 * The commands of a README in their order, as a script of the shell: the indented blocks, and those that are marked as
 * shell. What stands in the middle of a sentence is no command to follow.
 */
export function commandsOf(readme: string): string {
  // A file of another language may have indented lines, too.
  const blocks = readme.matchAll(/^```(\w*)\n([\s\S]*?)^```|((?:^ {4}.*\n)+)/gm);
  return [...blocks]
    .map(([, language, fenced, indented = ""]) => {
      if (fenced === undefined) return indented.replace(/^ {4}/gm, "");
      return language === "sh" || language === "bash" ? fenced : "";
    })
    .join("");
}
