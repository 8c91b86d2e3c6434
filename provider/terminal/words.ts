/** A number with its noun: `1,000 senders`. */
export function count(number: number, one: string, several: string): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`;
}

/** The first of some names, and how many more there are: `news, offers, 3 more`. */
export function firstOfNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

const conjunction = new Intl.ListFormat("en-GB");

/** Several things in a sentence: `3 senders, 2 lists and 1 campaign`. */
export function enumerated(things: readonly string[]): string {
  return conjunction.format(things);
}
