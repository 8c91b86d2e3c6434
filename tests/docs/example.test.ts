import { expect } from "chai";
import { functions, kinds } from "../../provider/resources";
import { compile, nodenext } from "../support/compile";
import { pagesOf } from "./pages";

const pages = [
  "README.md",
  "docs/*.md",
  "docs/guides/*.md",
  "docs/dev/*.md",
  "docs/reference/*.md",
  "*/README.md",
];

/** The TypeScript examples on a page for users. Omits programs for the plugin, whose SDK is generated. */
function blocksOf(text: string): string[] {
  return [...text.matchAll(/^```(?:ts|typescript)\n(.*?)^```/gms)]
    .map(([, block = ""]) => block)
    .filter((block) => !block.includes('"@emailmarketing/pulumi"'));
}

describe("the TypeScript examples for pulumi-email-marketing in the documents", function () {
  this.timeout(120_000);
  let all = new Map<string, string>();
  before("reads the pages", async () => {
    all = await pagesOf("-co", "--exclude-standard", ...pages);
  });

  it("compile without changes", () => {
    const files = [...all].flatMap(([page, text]) =>
      blocksOf(text).map((block, index) => {
        // Only ES modules can use `await` at the top level.
        const suffix = /^(const \w+ = )?await /m.test(block) ? "mts" : "ts";
        return [`${page.replaceAll("/", "-")}-${index + 1}.${suffix}`, block] as const;
      }),
    );
    expect(files).to.have.length.of.at.least(35);
    expect(
      compile(Object.fromEntries(files), { ...nodenext, skipLibCheck: true, types: ["node"] }),
    ).to.deep.equal([]);
  });

  it("show each resource and function on the resource's or function's reference page", () => {
    const pagesIn = (folder: string) =>
      [...all].flatMap(([page, text]) => {
        const [, title = ""] = /^# (.+)/.exec(text) ?? [];
        return page.startsWith(`docs/reference/${folder}/`) ? [{ title, text }] : [];
      });
    const titles = (folder: string) => pagesIn(folder).map(({ title }) => title);
    const silent = (folder: string, uses: (title: string) => readonly string[]) =>
      pagesIn(folder).flatMap(({ title, text }) =>
        uses(title).filter((use) => !blocksOf(text).some((block) => block.includes(use))),
      );
    expect(titles("resources")).to.have.members(Object.keys(kinds));
    expect(titles("functions")).to.have.members(Object.keys(functions));
    expect(silent("resources", (kind) => [`new ${kind}(`])).to.deep.equal([]);
    expect(silent("functions", (name) => [`${name}(`, `${name}Output(`])).to.deep.equal([]);
  });
});

const inExamples = (suffix: string) => `examples/*.${suffix}`;

/** Matches the beginning of a campaign's or a schedule's declaration in any language. */
const declaration =
  /new (?:\w+\.)?Campaign(?:Schedule)?\(|NewCampaign(?:Schedule)?\(|emailmarketing\.Campaign(?:Schedule)?\(|type: emailmarketing:Campaign(?:Schedule)?\b/g;

describe("every campaign and schedule in documents and examples", () => {
  it("is protected, because a rename without protection would create and mail a second campaign", async () => {
    const files = await pagesOf("*.md", ...["ts", "py", "go", "java", "yaml"].map(inExamples));
    const texts = [...files].flatMap(([file, text]) => {
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
