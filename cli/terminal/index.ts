import { spoken, withoutSecrets } from "../../provider/errors/redact";

/** The output of a command: results to standard output, everything else to standard error. */
export interface Terminal {
  print(line: string): void;
  /** The result as a text that others read, in which nothing is left that a terminal obeys. */
  document(text: string): void;
  fail(line: string): void;
  /** What is going on; shown on a terminal only, each in place of the one before. */
  progress(text: string): void;
  done(): void;
  /** Never shows any of these from here on. */
  hide(keys: readonly string[]): void;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What a shell gives for a command that SIGPIPE has ended. Node.js ignores that signal. */
const endedByClosedPipe = 128 + 13;

/** The terminal of this process, which ends once its result can't be written: to a full disk, or to a pipe that is closed. */
export function processTerminal(): Terminal {
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    // The reader, such as head, has read enough, which is no error.
    if (code === "EPIPE") process.exit(endedByClosedPipe);
    const sentence = `error: can't write to standard output (${String(code)}).\n`;
    process.stderr.write(sentence, () => process.exit(1));
  });
  process.stderr.on("error", ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === "EPIPE" ? endedByClosedPipe : 1),
  );
  return createTerminal(process.stdout, process.stderr);
}

export function createTerminal(stdout: Stream, stderr: Stream): Terminal {
  let hidden: readonly string[] = [];
  const known = (text: string) => withoutSecrets(text, hidden, "[key]");
  // Names of the account and words of a service come into any line.
  const clean = (text: string) => known(spoken(text));
  const progress = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${clean(text)}`);
  };
  return {
    print: (line) => void stdout.write(`${clean(line)}\n`),
    document: (text) => void stdout.write(`${known(text)}\n`),
    fail: (line) => void stderr.write(`${clean(line)}\n`),
    progress,
    done: () => progress(""),
    hide(keys) {
      hidden = [...hidden, ...keys];
    },
  };
}

export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
