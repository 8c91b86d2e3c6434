import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { functions, kinds } from "../../provider/nouns";
import { runCommand } from "../../tools/engine/command";
import { compile, nodenext } from "../support/compile";

const repository = join(__dirname, "..", "..");

function titleOf(page: string): string {
  const [, title = ""] = /^# (.+)/.exec(readFileSync(join(repository, page), "utf8")) ?? [];
  return title;
}

/** The TypeScript on each page that is written for users, but for programs of the plugin, whose SDK is generated. */
async function examples(): Promise<Map<string, string[]>> {
  const pages = [
    "README.md",
    "docs/*.md",
    "docs/guides/*.md",
    "docs/dev/*.md",
    "docs/reference/*.md",
    "*/README.md",
  ];
  const { stdout } = await runCommand("git", ["ls-files", "-co", "--exclude-standard", ...pages], {
    cwd: repository,
  });
  const blocks = (page: string) =>
    readFileSync(join(repository, page), "utf8").matchAll(/^```(?:ts|typescript)\n(.*?)^```/gms);
  return new Map(
    stdout
      .trim()
      .split("\n")
      .map((page) => [
        page,
        [...blocks(page)]
          .map(([, block = ""]) => block)
          .filter((block) => !block.includes('"@emailmarketing/pulumi"')),
      ]),
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
    const pagesIn = (folder: string) =>
      [...all].filter(([page]) => page.startsWith(`docs/reference/${folder}/`));
    const titles = (folder: string) => pagesIn(folder).map(([page]) => titleOf(page));
    const silent = (folder: string, uses: (title: string) => readonly string[]) =>
      pagesIn(folder).flatMap(([page, blocks]) =>
        uses(titleOf(page)).filter((use) => !blocks.some((block) => block.includes(use))),
      );
    expect(titles("resources")).to.have.members(Object.keys(kinds));
    expect(titles("functions")).to.have.members(Object.keys(functions));
    expect(silent("resources", (kind) => [`new ${kind}(`])).to.deep.equal([]);
    expect(silent("functions", (name) => [`${name}(`, `${name}Output(`])).to.deep.equal([]);
  });
});

/** What declares a campaign or its date, in any language. */
const declaration =
  /new (?:\w+\.)?Campaign(?:Schedule)?\(|NewCampaign(?:Schedule)?\(|emailmarketing\.Campaign(?:Schedule)?\(|type: emailmarketing:Campaign(?:Schedule)?\b/g;

describe("the campaigns and their dates in documents and examples", () => {
  it("are protected, since a renamed one would be created, and mailed, again", async () => {
    const { stdout } = await runCommand("git", ["ls-files", "*.md", "examples"], {
      cwd: repository,
    });
    const files = stdout.split("\n").filter((file) => /\.(?:md|ts|py|go|java|yaml)$/.test(file));
    const texts = files.flatMap((file) => {
      const text = readFileSync(join(repository, file), "utf8");
      const blocks = [...text.matchAll(/^```\w+\n(.*?)^```/gms)].map(([, block = ""]) => block);
      return (file.endsWith(".md") ? blocks : [text]).map((block) => [file, block] as const);
    });
    const declared = texts.filter(([, text]) => text.search(declaration) >= 0);
    expect(declared).to.have.length.of.at.least(20);
    const open = declared.filter(
      ([, text]) => [...text.matchAll(/protect/gi)].length < [...text.matchAll(declaration)].length,
    );
    expect(open.map(([file]) => file)).to.deep.equal([]);
  });
});
