/**
 * The commands of a README in order, as a shell script: from indented blocks and from shell blocks. Inline code is not
 * included.
 */
export function commandsOf(readme: string): string {
  // Match fenced blocks first, because a block of another language may contain indented lines.
  const blocks = readme.matchAll(/^```(\w*)\n([\s\S]*?)^```|((?:^ {4}.*\n)+)/gm);
  return [...blocks]
    .map(([, language, fenced, indented = ""]) => {
      if (fenced === undefined) return indented.replace(/^ {4}/gm, "");
      return language === "sh" || language === "bash" ? fenced : "";
    })
    .join("");
}
