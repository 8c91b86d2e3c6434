/** A list that a campaign goes to, and how many contacts it holds. */
export interface ListSize {
  readonly id: string;
  readonly name: string;
  readonly contacts: number;
}

/** The lists behind a number of contacts: `5 in "Customers" (list-5), 3 in "Friends" (list-3)`. */
export function listsInWords(lists: readonly ListSize[]): string {
  return lists
    .map(({ id, name, contacts }) => `${contacts} in ${JSON.stringify(name)} (${id})`)
    .join(", ");
}

/** The lists in a sentence that has them in these words. */
export function listsInSentence(sentence: string): ListSize[] {
  const found = sentence.matchAll(/(\d+) in ("(?:[^"\\]|\\.)*") \(([^()]*)\)/g);
  return [...found].map(([, contacts, name = '""', id = ""]) => ({
    id,
    name: JSON.parse(name) as string,
    contacts: Number(contacts),
  }));
}
