import { appendFileSync, chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createClaims, createNotes, sharedName } from "../../provider/account/claims";
import { argumentSettings } from "../../provider/settings/settings";
import { useEnvironment } from "../support/environment";
import { useNotices } from "../support/notice";
import { useScratch } from "../support/scratch";

const managed = "another resource of this update manages it";
const declared = "a resource of the program still declares it";
const unknown = /^whether a resource of another Provider manages it can't be known/;

/** The claims of a Provider, whose process shares a file with others. */
function claimsOf(given: Readonly<Record<string, string>>, file?: string) {
  return createClaims(argumentSettings({ apiKey: "key", ...given }), () => createNotes(file));
}

describe("createClaims", function () {
  const scratch = useScratch(this);
  const notices = useNotices(this);
  const baseUrl = "https://api.service.example/v1";

  it("knows what was claimed, each kind for itself", () => {
    const claims = claimsOf({ baseUrl });
    claims.claim("Sender", "7");
    claims.claim("Sender", "7");
    expect(claims.isClaimed("Sender", "7")).to.equal(true);
    expect(claims.isClaimed("Sender", "8")).to.equal(false);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("tells what is held from what was claimed", () => {
    const claims = claimsOf({ baseUrl });
    claims.declare("CustomProperty", "7");
    expect(claims.whyKept("CustomProperty", "7")).to.equal(declared);
    expect(claims.whyKept("Sender", "7")).to.equal(undefined);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });

  const one = { baseUrl, account: "one" };
  const loopback = "http://127.0.0.1:8080/v1";
  const others: readonly (readonly [
    string,
    Record<string, string>,
    Record<string, string>,
    boolean,
  ])[] = [
    ["in the same spelling", one, one, true],
    ["with a slash at the end", one, { ...one, baseUrl: `${baseUrl}/` }, true],
    ["in capitals", one, { ...one, baseUrl: "HTTPS://API.Service.example/v1" }, true],
    ["with its port", one, { ...one, baseUrl: "https://api.service.example:443/v1//" }, true],
    [
      "with a dot behind the host",
      one,
      { ...one, baseUrl: "https://api.service.example./v1" },
      true,
    ],
    [
      "by another name of this machine",
      { baseUrl: loopback },
      { baseUrl: loopback.replace("127.0.0.1", "localhost") },
      true,
    ],
    ["under a former name", one, { baseUrl, account: "acme", formerAccounts: "one" }, true],
    ["of another account", one, { baseUrl, account: "two" }, true],
    ["on another host", one, { ...one, baseUrl: "https://eu.service.example/v1" }, false],
    [
      "at another port",
      { baseUrl: loopback },
      { baseUrl: loopback.replace("8080", "8081") },
      false,
    ],
    ["at another path", one, { ...one, baseUrl: `${baseUrl}/other` }, false],
  ];
  for (const [title, old, other, isKept] of others) {
    it(`${isKept ? "keeps" : "doesn't keep"} what another Provider has of the address ${title}`, () => {
      for (const kind of ["CustomProperty", "WebhookActivation"]) {
        const file = join(scratch(), kind, "notes");
        const [removing, declaring] = [claimsOf(old, file), claimsOf(other, file)];
        expect(removing.whyKept(kind, "7")).to.equal(undefined);
        declaring.declare(kind, "7");
        expect(removing.whyKept(kind, "7")).to.equal(isKept ? declared : undefined);
        declaring.claim(kind, "7");
        expect(removing.whyKept(kind, "7")).to.equal(isKept ? managed : undefined);
        expect(removing.whyKept(kind, "8")).to.equal(undefined);
      }
    });
  }

  it("takes what another account has claimed for no claim of its own", () => {
    const file = join(scratch(), "folder", "notes");
    claimsOf({ baseUrl, account: "two" }, file).claim("Campaign", "7");
    expect(claimsOf(one, file).isClaimed("Campaign", "7")).to.equal(false);
    claimsOf({ ...one, baseUrl: `${baseUrl}/` }, file).claim("Campaign", "7");
    expect(claimsOf(one, file).isClaimed("Campaign", "7")).to.equal(true);
  });

  it("keeps what it can't know about, and knows its own, in a folder that others can write to", () => {
    const folder = join(scratch(), "open");
    mkdirSync(folder);
    chmodSync(folder, 0o770);
    const claims = claimsOf(one, join(folder, "notes"));
    claims.claim("CustomProperty", "7");
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(true);
    expect(claims.whyKept("CustomProperty", "9")).to.match(unknown);
    expect(notices()).to.have.length(1);
  });
});

describe("sharedName", function () {
  const scratch = useScratch(this);
  const setEnvironment = useEnvironment(this);
  afterEach(() => process.argv.pop());
  const nameOf = (baseUrl: string, more = {}) => sharedName(argumentSettings({ baseUrl, ...more }));

  it("finds two addresses of one name, whatever else is in the file, and takes two spellings for one", () => {
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
