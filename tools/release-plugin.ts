import { join } from "node:path";
import { runToEnd } from "./engine/interruption";
import { buildArchive } from "./plugin/release";
import { readPublished } from "./schema/metadata";

/** `npm run plugin`: builds the archive of a release for this machine's system. */
const release = join(__dirname, "..", "temp", "release");
runToEnd(buildArchive(readPublished().version, release).then((archive) => console.log(archive)));
