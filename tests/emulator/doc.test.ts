import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import type { Controls } from "../../emulator/control/controls";
import { pageScript } from "../../emulator/control/page-script";
import { createControlRoutes } from "../../emulator/control/route";
import { faultKinds } from "../../emulator/http/fault";

const read = (file: string) =>
  readFileSync(path.join(__dirname, "../..", file), "utf8").replace(/ +/g, " ");

const text = read("docs/reference/emulator.md");

/** What the tables of the page begin their rows with, where it looks like this. */
const rows = (beginning: RegExp) =>
  [...text.matchAll(new RegExp(`^\\| ${beginning.source} \\|`, "gm"))].map(([, found]) => found);

describe("docs/reference/emulator.md", () => {
  it("describes every fault kind", () => {
    for (const kind of faultKinds) expect(text).to.include(`| \`${kind}\` |`);
  });

  it("describes every control route, those of the page among them", () => {
    const { routes } = createControlRoutes({} as Controls);
    const served = routes.map(
      ({ method, path: route }) => `${method} ${route.replace(/:(\w+)/g, "{$1}")}`,
    );
    expect(rows(/`([A-Z]+ \/_emulator[^`]*)`/)).to.have.members(served);
    const used = [...pageScript.matchAll(/act\("[^"]*", "(\w+)"|fetch\("\/_emulator\/(\w+)"/g)];
    expect(used.map(([, act, read]) => act ?? read)).to.deep.equal([
      ...["advance", "reset", "faults", "faults", "requests"],
    ]);
    for (const [, act, read] of used) {
      expect(text).to.match(new RegExp(`\\| \`(GET|POST) /_emulator/${act ?? read}\` \\|`));
    }
  });

  it("lists every flag of the command as an option", () => {
    const cli = read("emulator/cli.ts");
    const flags = [...cli.matchAll(/"(--[a-z-]+) </g)].map(([, flag = ""]) => flag);
    const options = flags.map((flag) => {
      const option = flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return `\`${option}\`, \`${flag}\``;
    });
    expect(rows(/(`\w+`, `--[a-z-]+`)/)).to.have.members(options);
  });
});
