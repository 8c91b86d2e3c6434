import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { operations } from "../../contract";
import type { RowKind } from "../../emulator/account/account";
import { exampleAccount } from "../../emulator/account/example";
import { kinds } from "../../emulator/account/kind";
import { fieldsIn, seedSchema } from "../../emulator/account/seed-schema";
import type { Controls } from "../../emulator/control/controls";
import { pageScript } from "../../emulator/control/page-script";
import { createControlRoutes } from "../../emulator/control/route";
import { faultKinds } from "../../emulator/http/fault";

const read = (file: string) =>
  readFileSync(path.join(__dirname, "../..", file), "utf8").replace(/ +/g, " ");

const text = read("docs/emulator.md");
const readme = read("emulator/README.md");

describe("docs/emulator.md", () => {
  it("describes every fault kind", () => {
    for (const kind of faultKinds) expect(text).to.include(`| \`${kind}\` |`);
  });

  it("describes every control route, those of the page among them", () => {
    const { routes } = createControlRoutes({} as Controls);
    expect(routes).to.have.lengthOf(14);
    for (const { method, path: route } of routes) {
      expect(text).to.include(`| \`${method} ${route.replace(/:(\w+)/g, "{$1}")}\` |`);
    }
    const used = [...pageScript.matchAll(/act\("[^"]*", "(\w+)"|fetch\("\/_emulator\/(\w+)"/g)];
    expect(used.map(([, act, read]) => act ?? read)).to.deep.equal([
      ...["advance", "reset", "faults", "faults", "requests"],
    ]);
    for (const [, act, read] of used) {
      expect(text).to.match(new RegExp(`\\| \`(GET|POST) /_emulator/${act ?? read}\` \\|`));
    }
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

  it("lists every flag of the command as an option", () => {
    const cli = read("emulator/cli.ts");
    const flags = [...cli.matchAll(/"(--[a-z-]+) </g)].map(([, flag = ""]) => flag);
    expect(flags).to.have.lengthOf(10);
    for (const flag of flags) {
      const option = flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(text).to.include(`| \`${option}\`, \`${flag}\` |`);
    }
  });

  it("counts the operations of both contracts", () => {
    const count = (document: string) =>
      Object.values(operations).filter((operation) => operation.document === document).length;
    expect([count("specified"), count("extended")]).to.deep.equal([15, 6]);
    expect(text).to.match(
      /the fifteen operations that the service specifies, on\s+both interfaces, and six more/,
    );
    expect(read("docs/decisions/0020-contract-as-openapi.md")).to.include("the six operations");
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
