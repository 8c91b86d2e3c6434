import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Crash, crashes, crashName } from "../support/crash-case";
import { type CrashRunner, createCrashRunner } from "../support/crash-run";
import { crashReport } from "../support/crash-table";
import type { Outcome } from "../support/crash-verdict";
import { writeReport } from "../support/report";
import { useService } from "../support/service";

const record = join(__dirname, "..", "..", "docs", "crash.json");
/** A reply that is held takes as long as the engine takes to be stopped. */
const patient = { EMAIL_MARKETING_TIMEOUT_SECONDS: "600", EMAIL_MARKETING_DEADLINE_SECONDS: "600" };
/** One step only, for several runs side by side; all of them when absent. */
const { CRASH_STEP: only } = process.env;
const chosen = crashes.filter(({ moment }) => only === undefined || moment.step === only);

/** What `npm run crash` runs: every crash, and the table of how each was survived. */
describe("every crash on the engine", function () {
  const { createProject, emulator } = useService(this);
  const outcomes: Outcome[] = [];
  let runner: CrashRunner | undefined;
  this.timeout(600_000);

  for (const crash of chosen) {
    it(`is survived: ${crashName(crash)}`, async () => {
      runner ??= createCrashRunner(await createProject({ program: "", env: patient }), emulator());
      outcomes.push(...(await runner.run(crash)));
    });
  }

  after("writes the table", async () => {
    if (outcomes.length < countOf(chosen)) return;
    const before = JSON.parse(await readFile(record, "utf8").catch(() => "[]")) as Outcome[];
    const kept = before.filter(({ step }) => only !== undefined && step !== only);
    const all = [...kept, ...outcomes];
    await writeFile(record, `${JSON.stringify(all, null, 1)}\n`);
    if (all.length === countOf(crashes))
      await writeReport("reliability.md", "crash", crashReport(all));
  });
});

/** How many resources are hit. */
function countOf(some: readonly Crash[]): number {
  return some.reduce((sum, { moment }) => sum + moment.kinds.length, 0);
}
