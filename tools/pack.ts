import { mkdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { packInto } from "./package/pack";

const root = join(__dirname, "..");
const folder = join(root, "packed");

/** `npm run pack`: packs both packages as for npm, after removing archives of an earlier version. */
async function main(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const archive of await packInto(folder)) console.log(relative(root, archive));
  console.log("\nTo install them, run in the folder of a Pulumi project:\n");
  console.log(`    cp ${join(folder, "*.tgz")} .`);
  console.log("    npm install ./*.tgz @pulumi/pulumi typescript@6");
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
