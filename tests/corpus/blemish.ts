import { stripVTControlCharacters } from "node:util";

/** What no output of a command may hold, whatever the program does. */
const blemishes: readonly (readonly [what: string, pattern: RegExp])[] = [
  // The engine shows some messages raw, and a token that is copied out of one must work.
  ["a token with too many per cent signs", /%%%/],
  ["a stack frame", /^[ \t]*at (.+ )?\(?(file:|node:|\/|[A-Z]:\\).*:\d+:\d+/m],
  ["a warning of Node.js", /\(node:\d+\)|\(Use `node --trace|\b[A-Z]\w*Warning\b/],
];

/** What must not be in an output, in a few words each. */
export function blemishesIn(output: string): string[] {
  const plain = stripVTControlCharacters(output);
  return blemishes.flatMap(([what, pattern]) => (pattern.test(plain) ? [what] : []));
}
