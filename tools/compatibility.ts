import { writeFileSync } from "node:fs";
import { currentInterface, recordedFile } from "./compatibility/interface";

/** Records the interface of a release, with which the next versions are compared; into another file where one is named. */
const [, , file = recordedFile] = process.argv;
writeFileSync(file, `${JSON.stringify(currentInterface(), null, 2)}\n`);
