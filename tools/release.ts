import { mkdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { packInto } from "./package/pack";
import { writeSbom } from "./package/sbom";

const root = join(__dirname, "..");
const folder = join(root, "temp", "release");

/**
 * The first part of `npm run release`: our own packages and their SBOMs. The SDKs' packages follow, and each system builds the
 * plugin's archive of its own. What goes to a registry is in a folder that is named after it, and the rest goes to the release's page.
 */
async function main(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const registry = join(folder, "npm");
  await mkdir(registry, { recursive: true });
  const packages = await packInto(registry);
  const sboms = await Promise.all(["provider", "emulator"].map((one) => writeSbom(one, folder)));
  for (const file of [...packages, ...sboms]) console.log(relative(root, file));
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
