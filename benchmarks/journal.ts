import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Progress } from "../tools/engine/progress";
import type { BenchResult } from "./result";

/** What takes longer is ended. */
const longestMs = 30 * 60_000;

const notYet = "Everything that comes after this: the benchmark was at work still, or was killed.";

/** A result that lies on the disk as far as it has come. */
export interface Journal {
  result(): BenchResult;
  /** Adds to the result, and writes it. */
  add(part: Partial<BenchResult>): Promise<void>;
  /** Says that something is not measured, and why. */
  miss(sentence: string): Promise<void>;
  /** Measures something; undefined when that failed, which the result then tells. Rejects after `interrupt`. */
  attempt<Value>(doing: string, work: () => Promise<Value>): Promise<Value | undefined>;
  /** Ends what is being measured, and lets nothing more begin. */
  interrupt(by: string): void;
  /** Writes the result as the last word. */
  close(): Promise<void>;
}

/** What a journal does beside writing. */
export interface JournalOptions {
  progress: Progress;
  /** Ends what is being measured, so that it rejects. */
  endWork: () => void;
}

/** Begins to write a result into a file. */
export function openJournal(
  file: string,
  begun: BenchResult,
  { progress, endWork }: JournalOptions,
): Journal {
  let result = begun;
  const interruption: { by?: string } = {};
  const endIfInterrupted = () => {
    if (interruption.by !== undefined) throw new Error(`ended by ${interruption.by}`);
  };
  // A cut in the middle of a write leaves the file before it.
  const write = async (written: BenchResult) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, `${JSON.stringify(written, undefined, 2)}\n`);
    await rename(`${file}.new`, file);
  };
  const add = async (part: Partial<BenchResult>) => {
    result = { ...result, ...part };
    await write({ ...result, missing: [...result.missing, notYet] });
  };
  const miss = (sentence: string) => {
    progress.say(`Not measured: ${sentence}`);
    return add({ missing: [...result.missing, sentence] });
  };
  return {
    result: () => result,
    add,
    miss,
    async attempt(doing, work) {
      endIfInterrupted();
      const bound = setTimeout(endWork, longestMs);
      const step = { doing: `Measuring ${doing}`, expected: "at most 30 min" };
      try {
        return await progress.during(step, work);
      } catch (error) {
        endIfInterrupted();
        await miss(`${doing}: ${(error as Error).message}`);
        return undefined;
      } finally {
        clearTimeout(bound);
      }
    },
    interrupt(by) {
      interruption.by = by;
      endWork();
    },
    close: () => write(result),
  };
}
