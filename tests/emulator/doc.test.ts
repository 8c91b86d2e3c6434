import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { exampleAccount } from "../../emulator/example-account";
import { faultKinds } from "../../emulator/fault";
import { seedSchema } from "../../emulator/seed-schema";

const file = path.join(__dirname, "../../docs/emulator.md");
const text = readFileSync(file, "utf8").replace(/ +/g, " ");

describe("docs/emulator.md", () => {
  it("describes every fault kind", () => {
    for (const kind of faultKinds) expect(text).to.include(`| \`${kind}\` |`);
  });

  it("describes every kind and field of a seed", () => {
    for (const [kind, schema] of Object.entries(seedSchema.properties)) {
      expect(text).to.include(`| \`${kind}\` | `);
      const fields = "items" in schema ? Object.keys(schema.items.properties) : [];
      for (const field of fields) expect(text, kind).to.include(`\`${field}\``);
    }
  });

  it("lists every object of the example account", () => {
    const ids = [...JSON.stringify(exampleAccount).matchAll(/"(?:file_)?id":"([^"]+)"/g)];
    expect(ids).to.have.lengthOf(18);
    for (const [, id = ""] of ids) expect(text).to.include(`\`${id}\``);
  });
});
