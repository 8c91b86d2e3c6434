import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createClaims, createNotes, sharedName } from "../../provider/account/claims";
import { argumentSettings } from "../../provider/settings/settings";
import { useEnvironment } from "../support/environment";
import { useScratch } from "../support/scratch";
import { useWarnings } from "../support/warnings";

const managed = "another resource of this update manages it";
const declared = "a resource of the program still declares it";
const unknown = /^whether a resource of another Provider manages it can't be known/;

/** The claims of a Provider. All processes with the same file share them. */
function claimsOf(given: Readonly<Record<string, string>>, file?: string) {
  return createClaims(argumentSettings({ apiKey: "key", ...given }), () => createNotes(file));
}

describe("the record of managed objects", function () {
  const scratch = useScratch(this);
  const notices = useWarnings(this);
  const baseUrl = "https://api.service.example/v1";

  it("distinguishes objects of different kinds that have the same id", () => {
    const claims = claimsOf({ baseUrl });
    claims.claim("Sender", "7");
    claims.claim("Sender", "7");
    expect(claims.isClaimed("Sender", "7")).to.equal(true);
    expect(claims.isClaimed("Sender", "8")).to.equal(false);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("prevents deleting an object if a resource declares the object", () => {
    const claims = claimsOf({ baseUrl });
    claims.declare("CustomProperty", "7");
    expect(claims.keepReason("CustomProperty", "7")).to.equal(declared);
    expect(claims.keepReason("Sender", "7")).to.equal(undefined);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("shows that a resource of any Provider declares or has claimed an object, so that no new object gets its id", () => {
    const file = join(scratch(), "notes", "run");
    const claims = claimsOf({ baseUrl, account: "one" }, file);
    claims.declare("Campaign", "7");
    claims.claim("Campaign", "8");
    const { isHeld } = claimsOf({ baseUrl, account: "two" }, file);
    const held = ["7", "8", "9"].map((id) => isHeld("Campaign", id));
    expect(held).to.deep.equal([true, true, false]);
  });

  const one = { baseUrl, account: "one" };
  const at = (address: string) => ({ baseUrl: address, account: "one" });
  const loopback = { baseUrl: "http://127.0.0.1:8080/v1" };
  type Given = Readonly<Record<string, string>>;
  const others: readonly (readonly [string, old: Given, other: Given, isKept: boolean])[] = [
    ["the same settings", one, one, true],
    ["a slash at the end of the URL", one, at(`${baseUrl}/`), true],
    ["the URL in capitals", one, at("HTTPS://API.Service.example/v1"), true],
    ["the default port in the URL", one, at("https://api.service.example:443/v1//"), true],
    ["a dot after the host of the URL", one, at("https://api.service.example./v1"), true],
    [
      "localhost in place of 127.0.0.1 in the URL",
      loopback,
      { baseUrl: "http://localhost:8080/v1" },
      true,
    ],
    [
      "the account's name in formerAccounts",
      one,
      { baseUrl, account: "acme", formerAccounts: "one" },
      true,
    ],
    ["another account name at the same URL", one, { baseUrl, account: "two" }, true],
    ["another host in the URL", one, at("https://eu.service.example/v1"), false],
    ["another port in the URL", loopback, { baseUrl: "http://127.0.0.1:8081/v1" }, false],
    ["another path in the URL", one, at(`${baseUrl}/other`), false],
  ];
  for (const [title, old, other, isKept] of others) {
    it(`${isKept ? "prevents" : "allows"} deleting another Provider's object if that Provider has ${title}`, () => {
      for (const kind of ["CustomProperty", "WebhookActivation"]) {
        const file = join(scratch(), kind, "notes");
        const [removing, declaring] = [claimsOf(old, file), claimsOf(other, file)];
        expect(removing.keepReason(kind, "7")).to.equal(undefined);
        declaring.declare(kind, "7");
        expect(removing.keepReason(kind, "7")).to.equal(isKept ? declared : undefined);
        declaring.claim(kind, "7");
        expect(removing.keepReason(kind, "7")).to.equal(isKept ? managed : undefined);
        expect(removing.keepReason(kind, "8")).to.equal(undefined);
      }
    });
  }

  it("ignores another Provider's campaign if the account names of the Providers differ", () => {
    const file = join(scratch(), "folder", "notes");
    claimsOf({ baseUrl, account: "two" }, file).claim("Campaign", "7");
    expect(claimsOf(one, file).isClaimed("Campaign", "7")).to.equal(false);
    claimsOf(at(`${baseUrl}/`), file).claim("Campaign", "7");
    expect(claimsOf(one, file).isClaimed("Campaign", "7")).to.equal(true);
  });

  it("prevents every delete if other users can write to the record's folder", () => {
    const folder = join(scratch(), "open");
    mkdirSync(folder);
    chmodSync(folder, 0o770);
    const claims = claimsOf(one, join(folder, "notes"));
    claims.claim("CustomProperty", "7");
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(true);
    expect(claims.keepReason("CustomProperty", "9")).to.match(unknown);
    expect(notices()).to.have.length(1);
  });
});

describe("the check for an account name with two URLs", function () {
  const scratch = useScratch(this);
  const setEnvironment = useEnvironment(this);
  afterEach(() => process.argv.pop());
  const nameOf = (baseUrl: string, more = {}) => sharedName(argumentSettings({ baseUrl, ...more }));

  it("reports two different URLs, but not two spellings of one URL", () => {
    setEnvironment({ TMPDIR: scratch() });
    process.argv.push("127.0.0.1:4711");
    for (const address of ["torn.example/v1", "torn.example/v1/", "Torn.example:443/v1"]) {
      expect(nameOf(`https://${address}`)).to.equal(undefined);
    }
    const [folder = ""] = readdirSync(scratch());
    const [file = ""] = readdirSync(join(scratch(), folder));
    appendFileSync(join(scratch(), folder, file), '["https://torn.ex');
    expect(nameOf("https://torn.example/v2")).to.match(
      /^https:\/\/torn\.example\/v2 and https:\/\/torn\.example\/v1 are two accounts of this program/,
    );
    expect(nameOf("https://torn.example/v3", { account: "three" })).to.equal(undefined);
  });
});

describe("the notes file that provider processes share", function () {
  const scratch = useScratch(this);
  const notices = useWarnings(this);

  it("returns a note if another process has added the note", () => {
    const file = join(scratch(), "folder", "notes");
    const [one, other] = [createNotes(file), createNotes(file)];
    one.add("claimed", "here", "7\n8", "a");
    one.add("claimed", "here", "7\n8", "b");
    expect(other.wordsAfter("claimed", "here", "7\n8")).to.deep.equal([["a"], ["b"]]);
    expect(other.wordsAfter("claimed", "here", "7")).to.deep.equal([]);
    expect(createNotes(join(scratch(), "other")).wordsAfter("claimed")).to.deep.equal([]);
  });

  it("is ignored if the last change was years ago", () => {
    const file = join(scratch(), "notes");
    createNotes(file).add("seen", "7");
    utimesSync(file, new Date(0), new Date(0));
    expect(createNotes(file).wordsAfter("seen")).to.deep.equal([]);
  });

  it("is not used if the folder is a symbolic link or writable by other users", () => {
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
      expect(notes.wordsAfter("seen")).to.deep.equal([["ours"]]);
      expect(notes.isUnreadable()).to.equal(true);
      expect(readFileSync(file, "utf8")).to.equal(line);
    }
    expect(notices()).to.have.length(2);
    expect(notices()[0]).to.match(/open is not a folder that only this user can use, so it is/);
  });

  it("is replaced by notes in memory if the file can't be written", () => {
    const folder = join(scratch(), "file");
    writeFileSync(folder, "");
    const notes = createNotes(join(folder, "notes"));
    notes.add("seen", "ours");
    expect(notes.wordsAfter("seen")).to.deep.equal([["ours"]]);
    expect(notices()).to.have.length(1);
    expect(notices()[0]).to.match(/^warning: .*file is not a folder that only this user can use/);
  });

  it("is read even if an earlier line is incomplete", () => {
    const file = join(scratch(), "folder", "notes");
    const notes = createNotes(file);
    notes.add("seen", "7");
    appendFileSync(file, '["claimed","CustomPr');
    notes.add("seen", "8");
    expect(createNotes(file).wordsAfter("seen")).to.deep.equal([["7"], ["8"]]);
  });
});
