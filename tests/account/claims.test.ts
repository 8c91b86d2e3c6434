import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createClaims } from "../../provider/account/claims";
import { useNotices } from "../support/notice";
import { useScratch } from "../support/scratch";

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
    expect(claims.isDeclared("CustomProperty", "7")).to.equal(true);
    expect(claims.isDeclared("Sender", "7")).to.equal(false);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("shares what was claimed with other processes of the command, by a file", () => {
    const file = join(scratch(), "folder", "claims");
    const [one, other] = [createClaims(file), createClaims(file)];
    one.claim("CustomProperty", "7\n8");
    one.declare("WebhookActivation", "1");
    expect(other.isClaimed("CustomProperty", "7\n8")).to.equal(true);
    expect(other.isClaimed("CustomProperty", "7")).to.equal(false);
    expect(other.isDeclared("WebhookActivation", "1")).to.equal(true);
    expect(createClaims(join(scratch(), "other")).isClaimed("CustomProperty", "7\n8")).to.equal(
      false,
    );
  });

  it("believes no file of an engine that is long gone", () => {
    const file = join(scratch(), "claims");
    createClaims(file).claim("CustomProperty", "7");
    utimesSync(file, new Date(0), new Date(0));
    // Another process begins its own notes.
    const claims = createClaims(join(scratch(), "newer"));
    claims.claim("CustomProperty", "8");
    expect(createClaims(file).isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("knows its own claims where the file can't be written, and says so", () => {
    const folder = join(scratch(), "file");
    writeFileSync(folder, "");
    const claims = createClaims(join(folder, "claims"));
    claims.claim("CustomProperty", "7");
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(true);
    expect(notices()).to.have.length(1);
    expect(notices()[0]).to.match(
      /^warning: can't write .*claims \((EEXIST|ENOTDIR)\), so an object/,
    );
  });
});
