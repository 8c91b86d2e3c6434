import { mkdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { packInto } from "./package/pack";
import { writeSbom } from "./package/sbom";

const root = join(__dirname, "..");
const folder = join(root, "release");

/** `npm run release`: what a release publishes, but for the plugin's archives, each of which its own system builds. */
async function main(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const packages = await packInto(folder);
  const sboms = await Promise.all(["provider", "emulator"].map((one) => writeSbom(one, folder)));
  for (const file of [...packages, ...sboms]) console.log(relative(root, file));
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
