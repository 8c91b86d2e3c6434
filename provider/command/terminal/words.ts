/** A number with its noun: `1,000 senders`. */
export function count(number: number, one: string, several: string): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`;
}
