import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createProgress } from "../../tools/engine/progress";
import { layScript } from "./script";

/** Progress that nobody sees. */
export const silent = createProgress({ line: () => undefined });

/** Progress whose lines are kept. */
export function recorded() {
  const lines: string[] = [];
  return { lines, progress: createProgress({ line: (text) => lines.push(text) }) };
}

/** Lays the three executables; the CLI is a script that tells the given version. */
export async function layEngine(folder: string, version: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await layScript(join(folder, "pulumi"), `echo ${version}`);
  await layScript(join(folder, "pulumi-language-nodejs"), "");
  await layScript(join(folder, "pulumi-resource-pulumi-nodejs"), "");
  return folder;
}
