import { crashes, crashName } from "../support/crash-case";
import { type CrashRunner, createCrashRunner } from "../support/crash-run";
import { crashReport } from "../support/crash-table";
import type { Outcome } from "../support/crash-verdict";
import { writeReport } from "../support/report";
import { useService } from "../support/service";

/** A reply that is held takes as long as the engine takes to be stopped. */
const patient = { EMAIL_MARKETING_TIMEOUT_SECONDS: "600", EMAIL_MARKETING_DEADLINE_SECONDS: "600" };

/** What `npm run crash` runs: every crash, and the table of how each was survived. */
describe("every crash on the engine", function () {
  const { createProject, emulator } = useService(this);
  const outcomes: Outcome[] = [];
  let runner: CrashRunner | undefined;
  this.timeout(600_000);

  for (const crash of crashes) {
    it(`is survived: ${crashName(crash)}`, async () => {
      runner ??= createCrashRunner(await createProject({ program: "", env: patient }), emulator());
      outcomes.push(...(await runner.run(crash)));
    });
  }

  after("writes the table", async () => {
    const all = crashes.reduce((sum, { moment }) => sum + moment.kinds.length, 0);
    if (outcomes.length === all) {
      await writeReport("reliability.md", "crash", crashReport(outcomes));
    }
  });
});
