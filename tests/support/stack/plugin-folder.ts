import { copyFile, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { memoize } from "../../../provider/plain/async";
import { bundlePlugin } from "../../../tools/plugin/bundle";

const provider = join(__dirname, "..", "..", "..", "provider");

/** The folder of the repository's plugin in the CLI's layout: one executable, and the bundle that is published. */
export const pluginFolder: () => Promise<string> = memoize(async () => {
  const folder = join(provider, "..", "temp", "plugin");
  await mkdir(folder, { recursive: true });
  const bundle = join(folder, "pulumi-resource-emailmarketing.js");
  const main = join(provider, "dist", "plugin", "main.js");
  // A test can pause a step only between two separate modules, so start the unbundled plugin in this case.
  const script = `#!/bin/sh
if [ -n "$STACK_HELD_STEP" ]; then exec "${process.execPath}" "${main}" "$@"; fi
exec "${process.execPath}" "${bundle}" "$@"
`;
  // Rename a finished file into place, because another test may be about to start the plugin.
  const unfinished = join(folder, `unfinished-${process.pid}`);
  const lay = async (name: string, write: (path: string) => Promise<unknown>) => {
    await write(unfinished);
    await rename(unfinished, join(folder, name));
  };
  await lay("schema.json", (path) => copyFile(join(provider, "schema.json"), path));
  await bundlePlugin(bundle);
  await lay("pulumi-resource-emailmarketing", (path) => writeFile(path, script, { mode: 0o755 }));
  return folder;
});
