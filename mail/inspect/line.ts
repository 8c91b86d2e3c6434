/** Lines, counted from 1, by positions that only go forward. */
export function lineCounter(text: string): (position: number) => number {
  let at = 0;
  let line = 1;
  return (position) => {
    for (; at < position; at += 1) {
      if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) line += 1;
    }
    return line;
  };
}
