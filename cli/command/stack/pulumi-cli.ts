import { execFile } from "node:child_process";
import { EmailMarketingError } from "../../../provider/errors/error";
import { objectIn } from "../../../provider/plain/value";
import { configKey, settingNames } from "../../../provider/settings/table";
import { readJson } from "../../engine/text-file";
import type { Exported } from "./exported-state";

export interface CliPlace {
  readonly folder: string;
  readonly stack?: string | undefined;
}

export interface ConfigValue {
  /** Absent if the value is a secret and was read without --show-secrets. */
  readonly value?: string;
  readonly secret?: boolean;
}

export async function engineVersion(folder: string): Promise<string> {
  return (await pulumi(["version"], { folder })).trim().replace(/^v/, "");
}

/**
 * The whole stack config. Reads it again with plain-text secrets only if one of this package's settings is a secret.
 */
export async function readConfig(place: CliPlace): Promise<Record<string, ConfigValue>> {
  const args = ["config", "--json", ...stackFlag(place)];
  const config = parsed(await pulumi(args, place));
  const needsSecrets = settingNames.some((name) => config[configKey(name)]?.secret);
  return needsSecrets ? parsed(await pulumi([...args, "--show-secrets"], place)) : config;
}

export async function exportState(place: CliPlace, withSecrets: boolean): Promise<Exported> {
  const secrets = withSecrets ? ["--show-secrets"] : [];
  const text = await pulumi(["stack", "export", ...stackFlag(place), ...secrets], place);
  return { text, source: "the output of pulumi stack export" };
}

function stackFlag({ stack }: CliPlace): string[] {
  return stack === undefined ? [] : ["--stack", stack];
}

function parsed(json: string): Record<string, ConfigValue> {
  const written = {
    text: json,
    source: "the output of pulumi config --json",
    advice: "Run it to see what it prints.",
  };
  return readJson(written, (config) => objectIn(config) as Record<string, ConfigValue> | undefined);
}

/** The maximum output size of the Pulumi CLI, enough for a state of 100,000 objects. */
const maxOutputBytes = 1_000_000_000;

function pulumi(args: readonly string[], { folder }: CliPlace): Promise<string> {
  const flags = ["--non-interactive", "--color", "never"];
  const options = { cwd: folder, maxBuffer: maxOutputBytes };
  return new Promise((resolve, reject) => {
    const child = execFile("pulumi", [...args, ...flags], options, (error, stdout, stderr) => {
      if (error) reject(failure(args, error, stderr));
      else resolve(stdout);
    });
    // Close stdin, so that the CLI doesn't wait for input.
    child.stdin?.end();
  });
}

function failure(args: readonly string[], error: Error, stderr: string): EmailMarketingError {
  const { code } = error as { code?: unknown };
  if (code === "ENOENT") {
    return new EmailMarketingError(
      "config",
      "the Pulumi CLI is not on the PATH. Install it (https://www.pulumi.com/docs/install/), or add its folder to the PATH.",
    );
  }
  const lines = stderr.split("\n").map((line) => line.trim());
  const said = lines.find((line) => line.startsWith("error:")) ?? lines.find((line) => line !== "");
  const why = said?.replace(/^error:\s*/, "").replace(/\.$/, "") ?? `exit status ${String(code)}`;
  const command = args.filter((arg) => arg !== "--show-secrets").join(" ");
  return new EmailMarketingError("config", `pulumi ${command} failed: ${why}.`);
}
