import { join } from "node:path";
import { buildArchive } from "./plugin/release";
import { readPublished } from "./schema/metadata";

/** `npm run plugin`: builds the archive of a release for this machine's system. */
buildArchive(readPublished().version, join(__dirname, "..", "temp", "release")).then(
  (archive) => console.log(archive),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
