/**
 * The commands of a README in their order, as a script of the shell: the indented blocks, and those that are marked as
 * shell. What stands in the middle of a sentence is no command to follow.
 */
export function commandsOf(readme: string): string {
  const blocks = readme.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```|((?:^ {4}.*\n)+)/gm);
  return [...blocks]
    .map(([, fenced, indented = ""]) => fenced ?? indented.replace(/^ {4}/gm, ""))
    .join("");
}
