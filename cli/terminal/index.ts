import { replaceTexts, sanitizeMessage } from "../../provider/errors/redact";

/** A command's output: results go to standard output, everything else to standard error. */
export interface Terminal {
  print(line: string): void;
  /** Prints a text of several lines. Only redacts keys, so the caller must remove control characters. */
  document(text: string): void;
  printToStderr(line: string): void;
  /** Shows the current activity if standard error is a terminal. Each progress line replaces the previous one. */
  progress(text: string): void;
  clearProgress(): void;
  /** Redacts these keys in all later output. */
  redact(keys: readonly string[]): void;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * The exit status that a shell reports for a command ended by SIGPIPE. Set here, because Node.js ignores this signal.
 */
const endedByClosedPipe = 128 + 13;

/**
 * The terminal of this process. Ends the process if its output can't be written, for example because a pipe is closed.
 */
export function processTerminal(): Terminal {
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    // EPIPE means that the reading program, such as `head`, has read enough. This isn't an error.
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
  const known = (text: string) => replaceTexts(text, hidden, "[key]");
  // Lines are sanitized, because they may contain names from the account or texts from the service.
  const clean = (text: string) => known(sanitizeMessage(text));
  const progress = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${clean(text)}`);
  };
  return {
    print: (line) => void stdout.write(`${clean(line)}\n`),
    document: (text) => void stdout.write(`${known(text)}\n`),
    printToStderr: (line) => void stderr.write(`${clean(line)}\n`),
    progress,
    clearProgress: () => progress(""),
    redact(keys) {
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
