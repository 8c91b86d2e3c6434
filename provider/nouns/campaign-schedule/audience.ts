/** A list that a campaign goes to, and how many contacts it holds. */
export interface ListSize {
  readonly id: string;
  readonly name: string;
  readonly contacts: number;
}

/**
 * How many contacts, and in which lists: `5 contacts in "Customers" (list-5)`, or
 * `8 contacts: 5 in "Customers" (list-5), 3 in "Friends" (list-3)`.
 */
export function audienceInWords(sum: number | undefined, lists: readonly ListSize[]): string {
  const contacts =
    sum === undefined
      ? "an unknown number of contacts"
      : `${sum} ${sum === 1 ? "contact" : "contacts"}`;
  const [only, ...others] = lists;
  if (!only) return contacts;
  // A list whose size is unknown is not among them.
  if (others.length === 0 && only.contacts === sum) return `${contacts} in ${inWords(only)}`;
  return `${contacts}: ${lists.map((list) => `${list.contacts} in ${inWords(list)}`).join(", ")}`;
}

function inWords({ id, name }: ListSize): string {
  return `${JSON.stringify(name)} (${id})`;
}

/** The lists in a sentence that has them in these words. */
export function listsInSentence(sentence: string): ListSize[] {
  const found = sentence.matchAll(
    /(?<!\d)(\d+)(?: contacts?)? in ("(?:[^"\\]|\\.)*") \(([^()]*)\)/g,
  );
  return [...found].map(([, contacts, name = '""', id = ""]) => ({
    id,
    name: JSON.parse(name) as string,
    contacts: Number(contacts),
  }));
}
