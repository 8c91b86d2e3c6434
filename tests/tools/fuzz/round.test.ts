import { join } from "node:path";
import { expect } from "chai";
import { runRound } from "../../../tools/fuzz/round";
import { rejection } from "../../support/rejection";
import { useScratch } from "../../support/scratch";
import { layScript } from "../script";

const round = {
  name: "The main API",
  document: "openapi.yaml",
  url: "http://127.0.0.1:1/v1",
  authorization: "emulator-api-key",
};

describe("runRound", function () {
  const scratch = useScratch(this);

  /** Has a script play schemathesis; it runs in the scratch folder, where it leaves its report. */
  async function run(script: string, lines: string[] = []) {
    const executable = join(scratch(), "schemathesis");
    await layScript(executable, script);
    const onLine = (line: string) => lines.push(line);
    return runRound(round, { executable, seed: 7, maxExamples: 5, scratch: scratch(), onLine });
  }

  const report = (complete: boolean, failures: number) =>
    `echo '{"complete":${complete},"test_cases":{"generated":12,"unique_failures":${failures}}}' > report.json`;

  it("gives the numbers of the report", async () => {
    const result = await run(report(true, 0));
    expect(result).to.deep.equal({ generated: 12, failures: 0, isClean: true });
  });

  it("passes the seed, the address and the key", async () => {
    const lines: string[] = [];
    await run(`${report(true, 0)}\nfor argument in "$@"; do echo "$argument"; done`, lines);
    for (const [flag, value] of [
      ["--seed", "7"],
      ["--max-examples", "5"],
      ["--url", "http://127.0.0.1:1/v1"],
      ["--header", "Authorization: emulator-api-key"],
    ] as const) {
      expect(lines[lines.indexOf(flag) + 1]).to.equal(value);
    }
  });

  it("is not clean when a check fails", async () => {
    const result = await run(`${report(true, 3)}; exit 1`);
    expect(result).to.deep.equal({ generated: 12, failures: 3, isClean: false });
  });

  it("is not clean when schemathesis stopped before its end", async () => {
    expect(await run(report(false, 0))).to.include({ isClean: false });
  });

  it("does not take the report of another round for its own", async () => {
    await run(report(true, 0));
    expect(await rejection(run("exit 2"))).to.equal(
      'schemathesis ended with status 2 without a report, in the round "The main API".',
    );
  });
});
