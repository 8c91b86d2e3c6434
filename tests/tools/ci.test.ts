import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";

const script = join(__dirname, "..", "..", ".ci", "run");

/** What a command of npm prints, and its exit status. */
type Outcomes = Readonly<Record<string, readonly [string, number]>>;

const allPass: Outcomes = {
  ci: ["", 0],
  test: ["2 passing\n10 passed, 0 failed", 0],
  "run prove -- engine": ["7 passed, 0 failed", 0],
  "run prove -- examples": ["1 passed, 0 failed", 0],
  "run prove -- languages": ["4 passed, 0 failed", 0],
  "run prove -- plugin --fgrep each step recorded": ["5 passed, 0 failed", 0],
};

describe(".ci/run", () => {
  let folder = "";
  beforeEach("lays it where npm is not npm", async () => {
    folder = await mkdtemp(join(tmpdir(), "email-marketing-ci-"));
    await mkdir(join(folder, ".ci"));
    await cp(script, join(folder, ".ci", "run"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function run(outcomes: Outcomes) {
    const cases = Object.entries(outcomes).map(
      ([args, [printed, status]]) => `"${args}") printf '%s\\n' "${printed}"; exit ${status};;`,
    );
    const npm = ["#!/bin/sh", 'case "$*" in', ...cases, "esac", "exit 99", ""].join("\n");
    await writeFile(join(folder, "npm"), npm);
    await chmod(join(folder, "npm"), 0o755);
    const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
    const { stdout, exitCode } = await runCommand(join(folder, ".ci", "run"), [], { env });
    return [stdout.trim().split("\n").at(-1), exitCode];
  }

  it("ends with the sum of all that it runs", async () => {
    expect(await run(allPass)).to.deep.equal(["27 passed, 0 failed", 0]);
  });

  it("counts every failure, and goes on behind it", async () => {
    const outcomes: Outcomes = { ...allPass, "run prove -- languages": ["3 passed, 1 failed", 1] };
    expect(await run(outcomes)).to.deep.equal(["26 passed, 1 failed", 1]);
  });

  it("counts as one failure what fails before or beside its tests", async () => {
    expect(await run({ ...allPass, test: ["error TS2304", 2] })).to.deep.equal([
      "17 passed, 1 failed",
      1,
    ]);
    expect(await run({ ...allPass, test: ["10 passed, 0 failed", 1] })).to.deep.equal([
      "27 passed, 1 failed",
      1,
    ]);
    expect(await run({ ...allPass, ci: ["no network", 1] })).to.deep.equal([
      "0 passed, 1 failed",
      1,
    ]);
  });
});
