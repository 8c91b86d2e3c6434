import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const repository = join(__dirname, "..", "..", "..");

/** The folder of the repository's own plugin, as the CLI wants it: with one executable. */
export async function pluginFolder(): Promise<string> {
  const folder = join(repository, "temp", "plugin");
  await mkdir(folder, { recursive: true });
  const main = join(repository, "provider", "dist", "plugin", "main.js");
  const script = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`;
  // Another test may be about to start it.
  const unfinished = join(folder, `unfinished-${process.pid}`);
  await writeFile(unfinished, script, { mode: 0o755 });
  await rename(unfinished, join(folder, "pulumi-resource-emailmarketing"));
  return folder;
}
