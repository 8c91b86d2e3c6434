import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Account } from "./account";
import { accountFromSeed } from "./seed";

/** What a file keeps across restarts: the account, and how far its clock was moved. */
export interface Kept {
  readonly account: Account;
  readonly advancedMs: number;
}

/** Reads what was kept; nothing without a file, an error for another kind of file. */
export function readKept(file: string, now: Date): Kept | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { account, advancedMs } = JSON.parse(text) as Partial<Kept>;
    if (typeof advancedMs !== "number") throw new Error("it was not written by the emulator");
    return { account: accountFromSeed(account, now), advancedMs };
  } catch (error) {
    throw new Error(`file: ${file} can't be used: ${(error as Error).message}`, { cause: error });
  }
}

/** Replaces the file in one step, so that whoever reads it finds the old state or the new one. */
export function writeKept(file: string, kept: Kept): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(
    draft,
    `${JSON.stringify({ advancedMs: kept.advancedMs, account: kept.account })}\n`,
  );
  renameSync(draft, file);
}
