import { runtime } from "@pulumi/pulumi";
import { EmailMarketingError } from "../errors/error";
import { oncePer } from "../runtime/once";
import { configKey, plainTextKeySentence } from "../settings/source";
import { secretNames } from "../settings/table";
import { unknownConfig, unknownConfigProblem } from "../settings/unknown-name";
import { readStackConfig } from "./program";
import { isConfigSecret } from "./sdk";

// Always with one error, so it is reported once.
const errorOf = oncePer((sentence: string) => new EmailMarketingError("config", sentence));

/**
 * Fails the program for what looks like a setting in the stack config and is none, since a misspelt guard guards nothing, and
 * for a key that stands there in clear.
 */
export function judgeStackConfig(): void {
  const unknown = unknownConfig(Object.keys(runtime.allConfig()), runtime.getProject());
  const clear = secretNames
    .map(configKey)
    .filter((key) => readStackConfig(key) && isConfigSecret(key) === false);
  const sentences = [...clear.map(plainTextKeySentence), ...unknown.map(unknownConfigProblem)];
  if (sentences.length > 0) throw errorOf(sentences.join("\n"));
}
