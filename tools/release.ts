import { mkdir, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { runToEnd } from "./engine/interruption";
import { bundledPackages } from "./package/notices";
import { packInto } from "./package/pack";
import { writeSbom } from "./package/sbom";
import { bundleCommand, bundlePlugin } from "./plugin/bundle";
import { archiveName } from "./plugin/release";
import { readPublished } from "./schema/metadata";

const root = join(__dirname, "..");
const folder = join(root, "temp", "release");
const published = readPublished();

/**
 * The first part of `npm run release`: our own packages and their SBOMs. Folders are named after registries; other
 * files go to the release's page.
 */
async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Keep the archive that `npm run plugin` has made of this version.
  const earlier = (await readdir(folder)).filter((name) => name !== archiveName(published.version));
  for (const name of earlier) await rm(join(folder, name), { recursive: true });
  const registry = join(folder, "npm");
  await mkdir(registry);
  const packages = await packInto(registry);
  const bundles = await Promise.all([bundlePlugin(), bundleCommand()]);
  const bundled = bundles.flatMap((one) => bundledPackages(root, one));
  const sboms = [await writeSbom("provider", folder, bundled), await writeSbom("emulator", folder)];
  for (const file of [...packages, ...sboms]) console.log(relative(root, file));
}

runToEnd(main());
