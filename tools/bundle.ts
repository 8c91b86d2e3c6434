import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runToEnd } from "./engine/interruption";
import { rollUpDeclarations } from "./package/declarations";
import { bundledPackages, noticesOf } from "./package/notices";
import { bundleCommand, bundlePlugin } from "./plugin/bundle";

const root = join(__dirname, "..");

/**
 * The last part of `npm run build`: bundles the declarations, the plugin and the command line into one file each.
 * Collects the licenses of the bundled packages.
 */
async function main(): Promise<void> {
  for (const workspace of ["provider", "emulator"]) rollUpDeclarations(workspace);
  const bundles = await Promise.all([bundlePlugin(), bundleCommand()]);
  const packages = bundles.flatMap((one) => bundledPackages(root, one));
  await writeFile(join(root, "provider", "THIRD-PARTY-NOTICES"), noticesOf(packages));
}

runToEnd(main());
