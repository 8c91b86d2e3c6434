import { rollUpDeclarations } from "./package/declarations";
import { bundleCommand, bundlePlugin } from "./plugin/bundle";

/** The end of `npm run build`: what is published in one file each. */
async function main(): Promise<void> {
  for (const workspace of ["provider", "emulator"]) rollUpDeclarations(workspace);
  await Promise.all([bundlePlugin(), bundleCommand()]);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
