import { join, relative } from "node:path";
import { runToEnd } from "./engine/interruption";
import { pack, packedFolder } from "./package/pack";

const root = join(__dirname, "..");

/** `npm run pack`: packs both packages as for npm, and says how to install them. */
async function main(): Promise<void> {
  for (const archive of await pack()) console.log(relative(root, archive));
  console.log("\nTo install them, run in the folder of a Pulumi project:\n");
  console.log(`    cp ${join(packedFolder, "*.tgz")} .`);
  console.log("    npm install ./*.tgz @pulumi/pulumi typescript@6");
}

runToEnd(main());
