import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { compile, nodenext } from "../support/compile";

const repository = join(__dirname, "..", "..");

/** The TypeScript on each page that is written for users. */
async function examples(): Promise<Map<string, string[]>> {
  const pages = ["README.md", "docs/*.md", "docs/reference/*.md", "*/README.md"];
  const { stdout } = await runCommand("git", ["ls-files", ...pages], { cwd: repository });
  const blocks = (page: string) =>
    readFileSync(join(repository, page), "utf8").matchAll(/^```(?:ts|typescript)\n(.*?)^```/gms);
  return new Map(
    stdout
      .trim()
      .split("\n")
      .map((page) => [page, [...blocks(page)].map(([, block = ""]) => block)]),
  );
}

describe("the TypeScript in the documents", function () {
  this.timeout(120_000);
  let all = new Map<string, string[]>();
  before("reads the pages", async () => {
    all = await examples();
  });

  it("compiles as it stands", () => {
    const files = [...all].flatMap(([page, blocks]) =>
      blocks.map((block, index) => {
        // Waiting at the top level is for ES modules.
        const suffix = /^(const \w+ = )?await /m.test(block) ? "mts" : "ts";
        return [`${page.replaceAll("/", "-")}-${index + 1}.${suffix}`, block] as const;
      }),
    );
    expect(files).to.have.length.of.at.least(35);
    expect(
      compile(Object.fromEntries(files), { ...nodenext, skipLibCheck: true, types: ["node"] }),
    ).to.deep.equal([]);
  });

  it("shows every resource and every function in use on its page", () => {
    const ofReference = [...all].filter(([page]) => /reference\/(classes|functions)/.test(page));
    expect(ofReference).to.have.length.of.at.least(30);
    const silent = ofReference
      .filter(([page, blocks]) => !blocks.some((block) => block.includes(basename(page, ".md"))))
      .map(([page]) => basename(page, ".md"));
    expect(silent).to.deep.equal([]);
  });
});
