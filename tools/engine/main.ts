import { findEngine } from "./index";

findEngine().then(
  (engine) => console.log(`${engine.pulumi} (${engine.version}, from ${engine.source})`),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
