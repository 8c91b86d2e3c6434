/**
 * Gives logical names, each once; those that are taken already are never given. One that is taken ends with the name of
 * the explicit Provider, if there is one.
 */
export function createNaming(
  taken: Iterable<string>,
  provider?: string,
): (parts: readonly string[]) => string {
  const held = new Set(taken);
  const given = new Set(held);
  return (parts) => {
    const words = parts.map(slug).filter((one) => one !== "");
    const slugs = words.length === 0 ? ["object"] : words;
    const candidates = slugs
      .map((_, index) => slugs.slice(0, index + 1).join("-"))
      .flatMap((one) => (provider && held.has(one) ? [one, `${one}-${slug(provider)}`] : [one]));
    const name = candidates.find((one) => !given.has(one)) ?? numbered(candidates, given);
    given.add(name);
    return name;
  };
}

/** Two ids may differ in what a name can't show. */
function numbered(candidates: readonly string[], given: ReadonlySet<string>): string {
  const longest = candidates.at(-1) ?? "";
  let number = 2;
  while (given.has(`${longest}-${number}`)) number += 1;
  return `${longest}-${number}`;
}

/** Lower case words of letters and digits with hyphens between; letters without their accents. */
export function slug(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** The name of a variable for a logical name: never a reserved word, since the kind ends it. */
export function variableName(logicalName: string, kind: string): string {
  const [first = "", ...rest] = logicalName.split("-");
  const camel = [first, ...rest.map(capitalised)].join("");
  return `${/^\d/.test(camel) ? "_" : ""}${camel}${kind}`;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
