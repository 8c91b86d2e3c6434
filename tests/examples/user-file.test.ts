import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { readGithub } from "./pipeline-file";

const repository = join(__dirname, "..", "..");
const textOf = (...path: readonly string[]) => readFileSync(join(repository, ...path), "utf8");
const most = { "github.yml": 25, "github-two-stacks.yml": 35, "gitlab.yml": 20 } as const;

describe("the pipeline files that users copy", () => {
  for (const [file, lines] of Object.entries(most)) {
    it(`have at most ${lines} lines (${file})`, () => {
      const text = textOf("examples", "pipelines", file);
      expect(text.trimEnd().split("\n")).to.have.length.at.most(lines);
    });
  }

  it("pin the same commit as the documents", () => {
    const texts = [
      ...Object.keys(most).map((file) => textOf("examples", "pipelines", file)),
      textOf("examples", "pipelines", "README.md"),
      textOf("docs", "guides", "pull-requests.md"),
    ];
    const named = texts.flatMap((text) => {
      const [found = ""] =
        /pulumi-emailmarketing\/[^\s@]*[@/][\da-f]{40}(?:\/\S+)? # \S+/.exec(text) ?? [];
      return [found.replace(/^.*[@/]([\da-f]{40}).* # /, "$1 ")];
    });
    expect(new Set(named)).to.have.length(1);
    expect(named[0]).to.match(/^[\da-f]{40} main$/);
  });

  it("set only inputs that the workflow has, and grant exactly the permissions that the workflow's jobs need", () => {
    const { on, jobs } = readGithub(join(repository, ".github/workflows/email-marketing.yml"));
    const asked = Object.values(jobs).flatMap(({ permissions = {} }) =>
      Object.entries(permissions),
    );
    for (const file of ["github.yml", "github-two-stacks.yml"]) {
      const caller = readGithub(join(repository, "examples", "pipelines", file));
      const given = Object.keys(caller.jobs["email-marketing"]?.with ?? {});
      expect(on.workflow_call.inputs).to.include.all.keys(...given);
      expect(caller.permissions).to.deep.equal({
        contents: "read",
        ...Object.fromEntries(asked),
      });
    }
  });

  it("include a GitHub file that is equal to the first YAML example in the guide", () => {
    const guide = textOf("docs", "guides", "pull-requests.md");
    const block = /^```yaml\n(.*?)^```/ms.exec(guide)?.[1] ?? "";
    const { name: _, ...file } = parse(textOf("examples", "pipelines", "github.yml")) as object & {
      name: string;
    };
    expect(parse(block)).to.deep.equal(file);
  });
});
