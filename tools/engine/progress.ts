/** Tells a person what is going on while something takes its time. */
export interface Progress {
  /** Says one line. */
  say(line: string): void;
  /** Says what is being done, how long it has taken from time to time, and that it is done. */
  during<T>(step: ProgressStep, work: (note: (detail: string) => void) => Promise<T>): Promise<T>;
}

/** One piece of work that takes long enough to be talked about. */
export interface ProgressStep {
  /** What is being done, as in "Building the Pulumi CLI". */
  doing: string;
  /** How long it may take, as in "about 5 minutes the first time". */
  expected: string;
}

/** How progress is shown. */
export interface ProgressOutput {
  /** Takes a whole line. */
  line: (text: string) => void;
  /** Overwrites the current line on a terminal; absent where there is none. */
  overwrite?: (text: string) => void;
}

const tickMs = 1_000;
const plainTickMs = 30_000;

/** Progress on a terminal as one ticking line, elsewhere as a line every half minute. */
export function createProgress(output: ProgressOutput): Progress {
  const overwrite = output.overwrite;
  return {
    say: output.line,
    async during(step, work) {
      const startedAt = performance.now();
      let detail = "";
      const elapsed = () => formatDuration(performance.now() - startedAt);
      const status = () => `${step.doing}: ${elapsed()}${detail === "" ? "" : `, ${detail}`}`;
      output.line(`${step.doing} (${step.expected}) ...`);
      const timer = setInterval(
        () => (overwrite ?? output.line)(status()),
        overwrite ? tickMs : plainTickMs,
      );
      let outcome = "failed after";
      try {
        const result = await work((note) => {
          detail = note;
        });
        outcome = "done in";
        return result;
      } finally {
        clearInterval(timer);
        overwrite?.("");
        output.line(`${step.doing}: ${outcome} ${elapsed()}`);
      }
    },
  };
}

/** Progress on the standard error stream, so that the standard output stays a result. */
export function standardErrorProgress(): Progress {
  const stream = process.stderr;
  const line = (text: string) => void stream.write(`${text}\n`);
  if (!stream.isTTY) {
    return createProgress({ line });
  }
  const overwrite = (text: string) => void stream.write(`\r\u001b[K${text}`);
  return createProgress({ line, overwrite });
}

/** A duration for people: `0.4 s`, `12 s`, `4 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) {
    return `${(ms / 1_000).toFixed(1)} s`;
  }
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
