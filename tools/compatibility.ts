import { writeFileSync } from "node:fs";
import { currentInterface, recordedFile } from "./compatibility/interface";

/** Records the interface of a release, with which the next versions are compared. */
writeFileSync(recordedFile, `${JSON.stringify(currentInterface(), null, 2)}\n`);
