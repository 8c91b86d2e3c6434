import { cp, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { useScratch } from "../support/scratch";
import { layScript } from "./script";

const script = join(__dirname, "..", "..", ".ci", "run");

/** What a command of npm prints, and its exit status. */
type Outcomes = Readonly<Record<string, readonly [string, number]>>;

const allPass: Outcomes = {
  ci: ["", 0],
  test: ["2 passing\n10 passed, 0 failed", 0],
  "run prove -- limits": ["3 passed, 0 failed", 0],
  "run prove -- engine": ["7 passed, 0 failed", 0],
  "run prove -- examples": ["1 passed, 0 failed", 0],
  "run prove -- readmes": ["9 passed, 0 failed", 0],
  "run prove -- languages --grep in yaml|archive of a release": ["4 passed, 0 failed", 0],
  "run prove -- crash --fgrep each step recorded": ["6 passed, 0 failed", 0],
  "run prove -- plugin --fgrep each step recorded": ["5 passed, 0 failed", 0],
  "run prove -- corpus": ["80 passed, 0 failed", 0],
  "run prove -- corpus --extended": ["81 passed, 0 failed", 0],
  "run prove -- corpus --verify": ["82 passed, 0 failed", 0],
};

describe(".ci/run", function () {
  const scratch = useScratch(this);
  beforeEach("lays it where npm is not npm", async () => {
    await mkdir(join(scratch(), ".ci"));
    await cp(script, join(scratch(), ".ci", "run"));
  });

  async function print(outcomes: Outcomes, variables: NodeJS.ProcessEnv = {}) {
    const cases = Object.entries(outcomes).map(
      ([args, [printed, status]]) => `"${args}") printf '%s\\n' "${printed}"; exit ${status};;`,
    );
    const npm = ['case "$*" in', ...cases, "esac", "exit 99"].join("\n");
    await layScript(join(scratch(), "npm"), npm);
    const PATH = [scratch(), process.env.PATH].join(delimiter);
    const env = { ...process.env, ...variables, PATH };
    return runCommand(join(scratch(), ".ci", "run"), [], { env });
  }

  async function run(outcomes: Outcomes) {
    const { stdout, exitCode } = await print(outcomes);
    return [stdout.trim().split("\n").at(-1), exitCode];
  }

  it("ends with the sum of all that it runs", async () => {
    expect(await run(allPass)).to.deep.equal(["288 passed, 0 failed", 0]);
  });

  it("counts every failure, and goes on behind it", async () => {
    const wrong: Outcomes[string] = ["3 passed, 1 failed", 1];
    for (const [name, passed] of [
      ["run prove -- examples", 290],
      ["run prove -- limits", 288],
    ] as const) {
      expect(await run({ ...allPass, [name]: wrong })).to.deep.equal([
        `${passed} passed, 1 failed`,
        1,
      ]);
    }
  });

  it("draws by the number of the day, or by the number that it is given, and prints it", async () => {
    const outcomes: Outcomes = { ...allPass, test: ["$DRAW is drawn", 0] };
    const today = () => Math.floor(Date.now() / 86_400_000);
    const before = today();
    const [, day = "", used] =
      /^To repeat what this run draws: DRAW=(\d+) \.ci\/run\n+(\d+) is drawn\n/.exec(
        (await print(outcomes, { DRAW: undefined })).stdout,
      ) ?? [];
    expect(Number(day)).to.be.within(before, today());
    expect(used).to.equal(day);
    const repeated = await print(outcomes, { DRAW: "20783" });
    expect(repeated.stdout).to.match(/DRAW=20783 .*\n+20783 is drawn\n/);
  });

  it("counts as one failure what fails before or beside its tests", async () => {
    expect(await run({ ...allPass, test: ["error TS2304", 2] })).to.deep.equal([
      "278 passed, 1 failed",
      1,
    ]);
    expect(await run({ ...allPass, test: ["10 passed, 0 failed", 1] })).to.deep.equal([
      "288 passed, 1 failed",
      1,
    ]);
    expect(await run({ ...allPass, ci: ["no network", 1] })).to.deep.equal([
      "0 passed, 1 failed",
      1,
    ]);
  });
});
