import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Account } from "./account";
import { accountFromSeed } from "./seed";

/** What a file keeps across restarts: the account, and how far its clock was advanced. */
export interface Kept {
  readonly account: Account;
  readonly advancedMs: number;
}

/** Reads the file, if it exists. Throws if the emulator didn't write it. */
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
    if (typeof advancedMs !== "number") throw new Error("the emulator did not write it");
    return { account: accountFromSeed(account, now, "account"), advancedMs };
  } catch (error) {
    throw new Error(`file: can't use ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Replaces the file by a rename, so that a reader or a crash never sees a half-written one. */
export function writeKept(file: string, kept: Kept): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(
    draft,
    `${JSON.stringify({ advancedMs: kept.advancedMs, account: kept.account })}\n`,
  );
  renameSync(draft, file);
}
