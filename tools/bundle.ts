import { bundlePlugin } from "./plugin/bundle";

bundlePlugin().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
