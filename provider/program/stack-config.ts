import { runtime } from "@pulumi/pulumi";
import type { EmailMarketingError } from "../errors/error";
import { plainTextKey } from "../errors/setting-error";
import { configKey } from "../settings/source";
import { secretNames } from "../settings/table";
import { unknownConfig } from "../settings/unknown-name";
import { readStackConfig, show } from "./program";
import { currentRun } from "./run";
import { isConfigSecret } from "./sdk";

let plainTextError: EmailMarketingError | undefined;

/**
 * Warns of what looks like a setting in the stack config and is none, once in each run; fails the program when a key
 * stands there in clear: always with one error, so it is reported once.
 */
export function judgeStackConfig(): void {
  const run = currentRun();
  if (!run.isConfigJudged) {
    run.isConfigJudged = true;
    warnOfUnknownSettings();
  }
  requireSecretKeys();
}

function warnOfUnknownSettings(): void {
  // What a project of this name keeps there is its own.
  if (runtime.getProject() === "emailmarketing") return;
  for (const { name, problem } of unknownConfig(Object.keys(runtime.allConfig()))) {
    show("warn", `stack config ${name} has no effect: ${problem}`);
  }
}

function requireSecretKeys(): void {
  const clear = secretNames
    .map(configKey)
    .find((key) => readStackConfig(key) && isConfigSecret(key) === false);
  if (clear === undefined) return;
  plainTextError ??= plainTextKey(clear);
  throw plainTextError;
}
