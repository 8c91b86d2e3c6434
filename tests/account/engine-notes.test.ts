import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createNotes } from "../../provider/account/claims";
import { useNotices } from "../support/notice";
import { useScratch } from "../support/scratch";

describe("createNotes", function () {
  const scratch = useScratch(this);
  const notices = useNotices(this);

  it("shares lines with the other processes of the command, by a file", () => {
    const file = join(scratch(), "folder", "notes");
    const [one, other] = [createNotes(file), createNotes(file)];
    one.add("claimed", "here", "7\n8", "a");
    one.add("claimed", "here", "7\n8", "b");
    expect(other.behind("claimed", "here", "7\n8")).to.deep.equal([["a"], ["b"]]);
    expect(other.behind("claimed", "here", "7")).to.deep.equal([]);
    expect(createNotes(join(scratch(), "other")).behind("claimed")).to.deep.equal([]);
  });

  it("believes no file of an engine that is long gone", () => {
    const file = join(scratch(), "notes");
    createNotes(file).add("seen", "7");
    utimesSync(file, new Date(0), new Date(0));
    expect(createNotes(file).behind("seen")).to.deep.equal([]);
  });

  it("neither reads nor writes a folder that others may have written", () => {
    const [open, elsewhere] = [join(scratch(), "open"), join(scratch(), "elsewhere")];
    mkdirSync(open);
    chmodSync(open, 0o770);
    mkdirSync(elsewhere, { mode: 0o700 });
    symlinkSync(elsewhere, join(scratch(), "link"));
    for (const folder of [open, join(scratch(), "link")]) {
      const file = join(folder, "notes");
      const line = '["seen","theirs"]\n';
      writeFileSync(file, line);
      const notes = createNotes(file);
      notes.add("seen", "ours");
      expect(notes.behind("seen")).to.deep.equal([["ours"]]);
      expect(notes.isUnreadable()).to.equal(true);
      expect(readFileSync(file, "utf8")).to.equal(line);
    }
    expect(notices()).to.have.length(2);
    expect(notices()[0]).to.match(/open is not a folder that only this user can use, so it is/);
  });

  it("knows its own lines where the file can't be written, and says so", () => {
    const folder = join(scratch(), "file");
    writeFileSync(folder, "");
    const notes = createNotes(join(folder, "notes"));
    notes.add("seen", "ours");
    expect(notes.behind("seen")).to.deep.equal([["ours"]]);
    expect(notices()).to.have.length(1);
    expect(notices()[0]).to.match(/^warning: .*file is not a folder that only this user can use/);
  });

  it("loses no line behind one that a full disk has torn", () => {
    const file = join(scratch(), "folder", "notes");
    const notes = createNotes(file);
    notes.add("seen", "7");
    appendFileSync(file, '["claimed","CustomPr');
    notes.add("seen", "8");
    expect(createNotes(file).behind("seen")).to.deep.equal([["7"], ["8"]]);
  });
});
