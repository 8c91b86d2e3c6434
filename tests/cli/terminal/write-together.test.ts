import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { writeTogether } from "../../../cli/terminal/write-together";
import { rejection } from "../../support/rejection";
import { useScratch } from "../../support/scratch";

describe("writing several files together", function () {
  const scratch = useScratch(this);

  it("restores replaced files and removes new files if one file can't be written", async () => {
    await writeFile(join(scratch(), "program.ts"), "old program");
    // The second entry for program.ts fails, because the first entry has already moved the new file into place.
    const files = ["program.ts", "import.json", "program.ts"];
    const error = await rejection(
      writeTogether(
        scratch(),
        files.map((path) => ({ path, content: "new" })),
      ),
    );
    expect(error).to.equal("can't write the file program.ts (ENOENT). No file was changed.");
    expect(await readdir(scratch())).to.deep.equal(["program.ts"]);
    expect(await readFile(join(scratch(), "program.ts"), "utf8")).to.equal("old program");
  });
});
