import { writeFileSync } from "node:fs";
import { currentInterface, recordedFile } from "./compatibility/interface";

/** Records the interface of a release, with which later versions are compared. Argument: another file to write. */
const [, , file = recordedFile] = process.argv;
writeFileSync(file, `${JSON.stringify(currentInterface(), null, 2)}\n`);
