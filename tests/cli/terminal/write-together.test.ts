import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { writeTogether } from "../../../cli/terminal/write-together";
import { rejection } from "../../support/rejection";

describe("writing several files together", () => {
  let folder = "";
  beforeEach("makes a folder", async () => {
    folder = await mkdtemp(join(tmpdir(), "write-together-"));
  });
  afterEach("removes the folder", () => rm(folder, { recursive: true }));

  it("restores replaced files and removes new files if one file can't be written", async () => {
    await writeFile(join(folder, "program.ts"), "old program");
    // The second entry of a file finds nothing to put in place: the first one has moved it there.
    const files = ["program.ts", "import.json", "program.ts"];
    const error = await rejection(
      writeTogether(
        folder,
        files.map((path) => ({ path, content: "new" })),
      ),
    );
    expect(error).to.equal("can't write the file program.ts (ENOENT). No file was changed.");
    expect(await readdir(folder)).to.deep.equal(["program.ts"]);
    expect(await readFile(join(folder, "program.ts"), "utf8")).to.equal("old program");
  });
});
