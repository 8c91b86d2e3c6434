import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { settingCheck } from "../input/json-schema";
import type { Account } from "./account";
import { longestAdvanceMs } from "./clock";
import { accountFromSeed } from "./seed";

/** The content of the file: the account, and the milliseconds by which the clock was advanced. */
export interface Kept {
  readonly account: Account;
  readonly advancedMs: number;
}

// The account has the schema of a seed.
const check = settingCheck({
  type: "object",
  required: ["account", "advancedMs"],
  properties: { advancedMs: { type: "number", minimum: 0, maximum: longestAdvanceMs } },
});

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
    const kept = JSON.parse(text) as Kept;
    check("file", kept);
    return { account: accountFromSeed(kept.account, now, "account"), advancedMs: kept.advancedMs };
  } catch (error) {
    throw new Error(`file: can't use ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Renames a new file over the old one, so that neither a crash nor a reader meets a half-written file. */
export function writeKept(file: string, kept: Kept): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(
    draft,
    `${JSON.stringify({ advancedMs: kept.advancedMs, account: kept.account })}\n`,
  );
  renameSync(draft, file);
}
