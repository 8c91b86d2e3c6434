import { access, constants } from "node:fs/promises";
import { join } from "node:path";

/** A Pulumi CLI with what it needs to run a Node.js program that has dynamic providers. */
export interface Engine {
  /** The path of the `pulumi` executable. */
  pulumi: string;
  /** The folder that holds it and its companions; put first on PATH, it is the engine in use. */
  dir: string;
  /** The version of the CLI, without a `v`. */
  version: string;
  /** Where it was found, or how it was made. */
  source: "path" | "cache" | "installer" | "build";
}

const isWindows = process.platform === "win32";

/** The CLI itself. */
export const cliName = isWindows ? "pulumi.exe" : "pulumi";

/** What starts programs that are written for Node.js. */
export const languageHostName = isWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";

/** What starts the process that dynamic providers live in; the npm package of Pulumi ships it. */
export const dynamicProviderName = isWindows
  ? "pulumi-resource-pulumi-nodejs.cmd"
  : "pulumi-resource-pulumi-nodejs";

/** Whether a folder holds all that the CLI needs for a program with dynamic providers. */
export async function isCompleteEngine(dir: string): Promise<boolean> {
  return (await missingIn(dir)).length === 0;
}

/** The files that a folder lacks of what the CLI needs for a program with dynamic providers. */
export async function missingIn(dir: string): Promise<string[]> {
  const names = [cliName, languageHostName, dynamicProviderName];
  const found = await Promise.all(names.map((name) => isExecutable(join(dir, name))));
  return names.filter((_, index) => !found[index]);
}

/** Whether a file is there and may be run. */
export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
