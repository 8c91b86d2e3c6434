import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import type { RowKind } from "../../emulator/account";
import { operations } from "../../emulator/contract";
import { exampleAccount } from "../../emulator/example-account";
import { faultKinds } from "../../emulator/fault";
import { kinds } from "../../emulator/kind";
import { fieldsIn, seedSchema } from "../../emulator/seed-schema";

const read = (file: string) =>
  readFileSync(path.join(__dirname, "../..", file), "utf8").replace(/ +/g, " ");

const text = read("docs/emulator.md");
const readme = read("emulator/README.md");

describe("docs/emulator.md", () => {
  it("describes every fault kind", () => {
    for (const kind of faultKinds) expect(text).to.include(`| \`${kind}\` |`);
  });

  it("describes every kind and field of a seed", () => {
    for (const name of Object.keys(seedSchema.properties)) {
      expect(text).to.include(`| \`${name}\` | `);
    }
    for (const kind of Object.keys(kinds) as RowKind[]) {
      for (const field of Object.keys(fieldsIn(kind))) {
        expect(text, kind).to.include(`\`${field}\``);
      }
    }
  });

  it("lists every object of the example account", () => {
    const ids = [...JSON.stringify(exampleAccount).matchAll(/"(?:file_)?id":"([^"]+)"/g)];
    expect(ids).to.have.lengthOf(18);
    for (const [, id = ""] of ids) expect(text).to.include(`\`${id}\``);
  });
});

describe("emulator/README.md", () => {
  it("lists every operation that is served, as a 501 says", () => {
    for (const operation of Object.values(operations)) {
      expect(readme).to.include(`\`${operation.method} ${operation.path}\``);
    }
  });

  it("names every fault kind", () => {
    for (const kind of faultKinds) expect(readme).to.include(`\`${kind}\``);
  });
});
