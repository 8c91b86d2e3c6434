/** A number with its noun: `1 link`, `1,000 links`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`;
}

/** For example `34.5 kB`. */
export function kilobytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${(bytes / 1024).toLocaleString("en-US", digits)} kB`;
}
