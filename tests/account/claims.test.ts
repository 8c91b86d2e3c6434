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
import { createClaims, sharedName } from "../../provider/account/claims";
import { argumentSettings } from "../../provider/settings/settings";
import { useEnvironment } from "../support/environment";
import { useNotices } from "../support/notice";
import { useScratch } from "../support/scratch";

const declared = "a resource of the program still declares it";

describe("createClaims", function () {
  const scratch = useScratch(this);
  const notices = useNotices(this);

  it("knows what was claimed, each kind for itself", () => {
    const claims = createClaims();
    claims.claim("Sender", "7");
    claims.claim("Sender", "7");
    expect(claims.isClaimed("Sender", "7")).to.equal(true);
    expect(claims.isClaimed("Sender", "8")).to.equal(false);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("tells what is held from what was claimed", () => {
    const claims = createClaims();
    claims.declare("CustomProperty", "7");
    expect(claims.whyKept("CustomProperty", "7")).to.equal(declared);
    expect(claims.whyKept("Sender", "7")).to.equal(undefined);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("shares what was claimed with other processes of the command, by a file", () => {
    const file = join(scratch(), "folder", "claims");
    const [one, other] = [createClaims(() => file), createClaims(() => file)];
    one.claim("CustomProperty", "7\n8");
    one.declare("WebhookActivation", "1");
    expect(other.isClaimed("CustomProperty", "7\n8")).to.equal(true);
    expect(other.isClaimed("CustomProperty", "7")).to.equal(false);
    expect(other.whyKept("WebhookActivation", "1")).to.equal(declared);
    expect(
      createClaims(() => join(scratch(), "other")).isClaimed("CustomProperty", "7\n8"),
    ).to.equal(false);
  });

  it("believes no file of an engine that is long gone", () => {
    const file = join(scratch(), "claims");
    createClaims(() => file).claim("CustomProperty", "7");
    utimesSync(file, new Date(0), new Date(0));
    expect(createClaims(() => file).isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("neither reads nor writes a folder that others may have written, and has a removal send nothing", () => {
    const [open, elsewhere] = [join(scratch(), "open"), join(scratch(), "elsewhere")];
    mkdirSync(open);
    chmodSync(open, 0o770);
    mkdirSync(elsewhere, { mode: 0o700 });
    symlinkSync(elsewhere, join(scratch(), "link"));
    for (const folder of [open, join(scratch(), "link")]) {
      const file = join(folder, "claims");
      const line = '["claimed","CustomProperty","9"]\n';
      writeFileSync(file, line);
      const claims = createClaims(() => file);
      claims.claim("CustomProperty", "7");
      expect(claims.isClaimed("CustomProperty", "7")).to.equal(true);
      expect(claims.isClaimed("CustomProperty", "9")).to.equal(false);
      expect(claims.whyKept("CustomProperty", "9")).to.match(/^whether .* can't be known/);
      expect(readFileSync(file, "utf8")).to.equal(line);
    }
    expect(notices()).to.have.length(2);
    expect(notices()[0]).to.match(/open is not a folder that only this user can use, so it is/);
  });

  it("knows its own claims where the file can't be written, and says so", () => {
    const folder = join(scratch(), "file");
    writeFileSync(folder, "");
    const claims = createClaims(() => join(folder, "claims"));
    claims.claim("CustomProperty", "7");
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(true);
    expect(notices()).to.have.length(1);
    expect(notices()[0]).to.match(/^warning: .*file is not a folder that only this user can use/);
  });

  it("loses no claim behind a line that a full disk has torn", () => {
    const file = join(scratch(), "folder", "claims");
    const claims = createClaims(() => file);
    claims.claim("CustomProperty", "7");
    appendFileSync(file, '["claimed","CustomPr');
    claims.claim("CustomProperty", "8");
    for (const id of ["7", "8"]) {
      expect(createClaims(() => file).isClaimed("CustomProperty", id)).to.equal(true);
    }
  });
});

describe("sharedName", function () {
  const scratch = useScratch(this);
  const setEnvironment = useEnvironment(this);
  afterEach(() => process.argv.pop());

  it("finds two addresses of one name, whatever else is in the file", () => {
    setEnvironment({ TMPDIR: scratch() });
    process.argv.push("127.0.0.1:4711");
    const nameOf = (version: string) =>
      sharedName(argumentSettings({ baseUrl: `https://torn.example/${version}` }));
    expect(nameOf("v1")).to.equal(undefined);
    const [folder = ""] = readdirSync(scratch());
    const [file = ""] = readdirSync(join(scratch(), folder));
    appendFileSync(join(scratch(), folder, file), '["https://torn.ex');
    expect(nameOf("v2")).to.match(
      /^https:\/\/torn\.example\/v2 and https:\/\/torn\.example\/v1 are two accounts of this program/,
    );
  });
});
