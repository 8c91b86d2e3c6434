import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { settingCheck } from "../input/json-schema";
import type { Account } from "./account";
import { maxAdvanceMs } from "./clock";
import { accountFromSeed } from "./seed";

// This schema doesn't check the content of `account`, because `accountFromSeed` does.
const check = settingCheck({
  type: "object",
  required: ["account", "advancedMs"],
  properties: { advancedMs: { type: "number", minimum: 0, maximum: maxAdvanceMs } },
});

/**
 * Reads the account and the advance of its clock. Returns undefined without a file, and throws if the content is
 * invalid.
 */
export function readAccountFile(file: string, now: Date) {
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

/** Writes a new file and renames it over the old one, so that `file` is never incomplete, even after a crash. */
export function writeAccountFile(file: string, account: Account, advancedMs: number): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify({ advancedMs, account })}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `file: can't write to the folder ${dirname(file)} (${code}): create it, or make it writable`,
    );
  }
  renameSync(draft, file);
}
