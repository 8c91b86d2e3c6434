import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const bin = join(__dirname, "..", "..", "provider", "bin", "pulumi-resource-emailmarketing.js");

/** Writes an executable that starts the plugin of this repository, as npm does for an installed package. */
export async function pluginExecutable(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "pulumi-resource-emailmarketing");
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`, { mode: 0o755 });
  return file;
}
