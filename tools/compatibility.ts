import { writeFileSync } from "node:fs";
import { currentInterface, recordedFile } from "./compatibility/interface";

/** Records the interface of a release for comparison with later versions. The argument is the file to write. */
const [, , file = recordedFile] = process.argv;
writeFileSync(file, `${JSON.stringify(currentInterface(), null, 2)}\n`);
