import { runtime } from "@pulumi/pulumi";
import { EmailMarketingError } from "../errors/error";
import { oddConfig, settingNames } from "../settings/settings";
import { readStackConfig, show } from "./program";
import { currentRun } from "./run";
import { isConfigSecret } from "./sdk";

let clearKeyError: EmailMarketingError | undefined;

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
  const odd = oddConfig(Object.keys(runtime.allConfig()));
  if (odd.length === 0) return;
  const known = `known are ${settingNames.join(", ")}`;
  show("warn", `stack config ${odd.join(", ")}: no such setting, so it has no effect; ${known}`);
}

function requireSecretKeys(): void {
  const clear = ["emailmarketing:apiKey", "emailmarketing:verifyKey"].find(
    (key) => readStackConfig(key) && isConfigSecret(key) === false,
  );
  if (clear === undefined) return;
  clearKeyError ??= new EmailMarketingError(
    "config",
    `${clear} stands in clear in the stack config. Run: pulumi config set --secret ${clear}`,
  );
  throw clearKeyError;
}
