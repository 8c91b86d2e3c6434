/** Formats a number with its noun: `1 sender`, `1,000 senders`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${inThousands(number)} ${number === 1 ? one : several}`;
}

/** Formats a number as `48,210`. */
export function inThousands(number: number): string {
  return number.toLocaleString("en-US");
}

/** The first names, and the number of the remaining names: `news, offers, 3 more`. */
export function firstOfNames(names: readonly string[], most: number): string {
  return firstOf(names, most).join(", ");
}

/** The first names, and the number of the remaining names, for use in a sentence: `news, offers and 3 more`. */
export function enumerated(things: readonly string[], most = things.length): string {
  return new Intl.ListFormat("en-GB").format(firstOf(things, most));
}

function firstOf(names: readonly string[], most: number): string[] {
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [count(more, "more", "more")] : [])];
}
