/** A number of things: `1 link`, `1,000 links`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`;
}
