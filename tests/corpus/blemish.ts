import { stripVTControlCharacters } from "node:util";

/** Patterns that no output of a command may match, whatever the program does. */
const blemishes: readonly (readonly [what: string, pattern: RegExp])[] = [
  // The engine prints some messages without formatting them. Users may copy a token from such a message.
  ["a token with too many per cent signs", /%%%/],
  ["a stack frame", /^[ \t]*at (.+ )?\(?(file:|node:|\/|[A-Z]:\\).*:\d+:\d+/m],
  ["a warning of Node.js", /\(node:\d+\)|\(Use `node --trace|\b[A-Z]\w*Warning\b/],
];

/** The names of the patterns that an output matches. */
export function blemishesIn(output: string): string[] {
  const plain = stripVTControlCharacters(output);
  return blemishes.flatMap(([what, pattern]) => (pattern.test(plain) ? [what] : []));
}
