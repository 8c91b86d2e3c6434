/** Generated texts of a document, by the names of their marks. */
export type Parts = Readonly<Record<string, string>>;

const marks = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** Inserts each text between its marks. Throws if a text has no marks, or marks have no text. */
export function marked(document: string, parts: Parts): string {
  const missing = new Set(Object.keys(parts));
  const text = document.replace(marks, (_, start: string, name: string, end: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`nothing is generated for the mark "${name}"`);
    missing.delete(name);
    return `${start}\n${part}\n\n${end}`;
  });
  if (missing.size === 0) return text;
  throw new Error(`no place is marked by <!-- generated: ${[...missing].join(" or ")} -->`);
}
