import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { environmentOf, included } from "../../tools/example/gitlab-file";

const repository = join(__dirname, "..", "..");
const template = join(repository, "templates", "email-marketing", "template.yml");

/** The existing pipeline of a project. */
const project = parse(`
default: { image: ruby, before_script: [bundle install], cache: { paths: [vendor/] } }
stages: [build, test, deploy]
variables: { PULUMI_STACK: another }
preview: { script: [echo preview] }
apply: { script: [echo apply] }
`) as Readonly<Record<string, unknown>>;

/** Merges a file with the files that it includes, like GitLab: of equal keys, the last one wins. */
function merged(...files: readonly Readonly<Record<string, unknown>>[]) {
  const names = files.flatMap((file) => Object.keys(file));
  return { names, pipeline: Object.assign({}, ...files) as Readonly<Record<string, unknown>> };
}

describe("the GitLab pipeline template", () => {
  const one = included(template, { stack: "acme/mail/prod" });
  const two = included(template, { prefix: "bolt", stack: "bolt", environment: "bolt" });

  it("overwrites no key of the including pipeline, and can be included for two stacks", () => {
    const { names, pipeline } = merged(one, two, project);
    expect(Object.keys(pipeline)).to.have.length(names.length);
    for (const [prefix, jobs] of [
      ["email-marketing-", one],
      ["bolt-", two],
    ] as const) {
      const others = Object.keys(jobs).filter((name) => !name.startsWith(prefix));
      expect(others).to.deep.equal([]);
    }
  });

  it("inherits no defaults of the including pipeline", () => {
    for (const [name, job] of Object.entries({ ...one, ...two })) {
      expect(job, name).to.include.keys("image", "script", "stage", "rules");
      expect(job.inherit, name).to.deep.equal({ default: false });
      expect(project.stages, name).to.include(job.stage);
      const needs = (job.needs ?? []).map((need) => (typeof need === "string" ? need : need.job));
      expect({ ...one, ...two }, name).to.include.keys(name, ...needs);
    }
  });

  it('uses the inputs "prefix" and "environment" in the names of the jobs\' environments', () => {
    const environments = (jobs: typeof one) => [
      ...new Set(Object.values(jobs).flatMap((job) => environmentOf(job) ?? [])),
    ];
    expect(environments(one)).to.deep.equal([
      ...["email-marketing/preview", "email-marketing/comment", "production"],
    ]);
    expect(environments(two)).to.deep.equal(["bolt/preview", "bolt/comment", "bolt"]);
  });

  it("has no npm, Pulumi or Git command in the job that writes the note", () => {
    const comment = one["email-marketing-comment"];
    expect(comment?.variables).to.deep.equal({ GIT_STRATEGY: "none" });
    expect(comment?.script.join("\n")).to.not.match(/\b(?:npx|npm|pulumi|git) /);
  });

  it("has the same hash as in examples/pipelines/gitlab.yml", () => {
    const file = readFileSync(join(repository, "examples", "pipelines", "gitlab.yml"), "utf8");
    const [include] = (parse(file) as { include: readonly { integrity: string; inputs: object }[] })
      .include;
    const hash = createHash("sha256").update(readFileSync(template)).digest("base64");
    expect(include?.integrity).to.equal(`sha256-${hash}`);
    expect(() => included(template, { ...include?.inputs })).to.not.throw();
  });
});
