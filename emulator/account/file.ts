import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { settingCheck } from "../input/json-schema";
import type { Account } from "./account";
import { longestAdvanceMs } from "./clock";
import { accountFromSeed } from "./seed";

// The account has the schema of a seed.
const check = settingCheck({
  type: "object",
  required: ["account", "advancedMs"],
  properties: { advancedMs: { type: "number", minimum: 0, maximum: longestAdvanceMs } },
});

/** Reads the account and the advance of its clock, if the file exists. Throws if the emulator didn't write the file. */
export function readKept(file: string, now: Date) {
  if (!existsSync(file)) return undefined;
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    check("file", kept);
    const { account, advancedMs } = kept as {
      readonly account: unknown;
      readonly advancedMs: number;
    };
    return { account: accountFromSeed(account, now, "account"), advancedMs };
  } catch (error) {
    throw new Error(`file: can't use ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Renames a new file over the old one, so that neither a crash nor a reader meets a half-written file. */
export function writeKept(file: string, account: Account, advancedMs: number): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify({ advancedMs, account })}\n`);
  renameSync(draft, file);
}
