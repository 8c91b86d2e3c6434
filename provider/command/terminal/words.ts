/** A number with its noun: `1,000 senders`. */
export function count(number: number, one: string, several: string): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`;
}

const conjunction = new Intl.ListFormat("en-GB");

/** Several things in a sentence: `3 senders, 2 lists and 1 campaign`. */
export function enumerated(things: readonly string[]): string {
  return conjunction.format(things);
}
