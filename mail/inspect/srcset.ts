/** The addresses of a srcset, as HTML reads it: one ends at white space or a comma after it, and may hold commas itself. */
export function srcsetAddresses(srcset: string): string[] {
  if (srcset === "") return [];
  const found: string[] = [];
  let isInSize = false;
  let isInParentheses = false;
  for (const [word] of srcset.matchAll(/\S+/g)) {
    let start = 0;
    for (; isInSize && start < word.length; start += 1) {
      if (word[start] === "(") isInParentheses = true;
      if (word[start] === ")") isInParentheses = false;
      isInSize = isInParentheses || word[start] !== ",";
    }
    while (word[start] === ",") start += 1;
    let end = word.length;
    while (end > start && word[end - 1] === ",") end -= 1;
    if (end === start) continue;
    found.push(word.slice(start, end));
    isInSize = end === word.length;
  }
  return found;
}
