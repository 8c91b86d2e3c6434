import { access, constants } from "node:fs/promises";
import { join } from "node:path";

/** A Pulumi CLI with everything that a Node.js program with dynamic providers needs. */
export interface Engine {
  /** The path of the `pulumi` executable. */
  pulumi: string;
  /** The folder of the executables, to be put first on PATH. */
  dir: string;
  /** The version of the CLI, without the leading `v`. */
  version: string;
  /** How the engine was found or made. */
  source: "path" | "cache" | "installer" | "build";
}

const isWindows = process.platform === "win32";

export const cliName = isWindows ? "pulumi.exe" : "pulumi";

/** The language host, which starts Node.js programs. */
export const languageHostName = isWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";

/** The script that starts the process of dynamic providers. Pulumi's npm package contains it. */
export const dynamicProviderName = isWindows
  ? "pulumi-resource-pulumi-nodejs.cmd"
  : "pulumi-resource-pulumi-nodejs";

/** True if a folder has everything that the CLI needs for a program with dynamic providers. */
export async function isCompleteEngine(dir: string): Promise<boolean> {
  return (await missingIn(dir)).length === 0;
}

/** The required executables that a folder lacks. */
export async function missingIn(dir: string): Promise<string[]> {
  const names = [cliName, languageHostName, dynamicProviderName];
  const found = await Promise.all(names.map((name) => isExecutable(join(dir, name))));
  return names.filter((_, index) => !found[index]);
}

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
