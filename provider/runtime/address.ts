/** What has no width. U+200C and U+200D join or part letters within a name, as some scripts need it. */
const unseen =
  /^\p{Default_Ignorable_Code_Point}|\p{Default_Ignorable_Code_Point}$|(?![\u200c\u200d])\p{Cf}/u;

/** What a reader of an address or a domain doesn't see, such as what came with a copy of it, in words that follow its place. */
export function invisibleIn(text: string): string | undefined {
  const found = unseen.exec(text);
  if (found === null) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const place = [...text.slice(0, found.index)].length + 1;
  return `must not contain the invisible character U+${code} (character ${place}). Type it in place of copying it`;
}

/** Why the dots of a domain part no names, in words that follow it. */
export function emptyNameIn(domain: string): string | undefined {
  if (domain.startsWith(".")) return "begins with a dot";
  if (domain.includes("..")) return "has two dots in a row";
  return domain.endsWith(".") ? "ends with a dot" : undefined;
}
