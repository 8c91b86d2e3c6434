import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createProgress } from "../../tools/engine/progress";

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
  const options = { mode: 0o755 };
  await writeFile(join(folder, "pulumi"), `#!/bin/sh\necho ${version}\n`, options);
  await writeFile(join(folder, "pulumi-language-nodejs"), "", options);
  await writeFile(join(folder, "pulumi-resource-pulumi-nodejs"), "", options);
  return folder;
}
