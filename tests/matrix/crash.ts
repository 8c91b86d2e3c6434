import { writeReport } from "../support/report";
import { useService } from "../support/service";
import { type Crash, crashes, crashName, endings, extendedCrashes } from "./crash/case";
import { type CrashRunner, createCrashRunner } from "./crash/run";
import { crashReport } from "./crash/table";
import type { Outcome } from "./crash/verdict";

/** A reply that is held takes as long as the engine takes to be stopped. */
const patient = { EMAIL_MARKETING_TIMEOUT_SECONDS: "600", EMAIL_MARKETING_DEADLINE_SECONDS: "600" };

/** The engine writes its state once, at the end. */
const unrecorded = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Crashes of programs under the same operations, whose table has its own marks. */
interface Matrix {
  readonly of: readonly Crash[];
  readonly table: string;
  readonly operations: "specified" | "extended";
  /** How the engine writes its state, for the title. */
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
}

const matrices: readonly Matrix[] = [
  { state: "each step recorded", env: {}, suffix: "", endings },
  // An engine that ends by itself writes its state in either way.
  {
    state: "without checkpoints",
    env: unrecorded,
    suffix: " without checkpoints",
    endings: endings.filter((ending) => ending.startsWith("CLI") && ending !== "CLI SIGINT"),
  },
].flatMap(({ suffix, endings: ended, ...mode }) => {
  const by = (all: readonly Crash[]) => all.filter(({ ending }) => ended.includes(ending));
  return [
    { ...mode, of: by(crashes), table: `crash${suffix}`, operations: "specified" },
    { ...mode, of: by(extendedCrashes), table: `extended crash${suffix}`, operations: "extended" },
  ];
});

// Run by `npm run prove -- crash`: every crash, and the report of how each was survived.
for (const { of, table, operations, state, env: mode } of matrices) {
  describe(`every crash on the engine under the ${operations} operations, ${state}`, function () {
    const { createProject, emulator } = useService(this);
    const outcomes: Outcome[] = [];
    let runner: CrashRunner | undefined;
    this.timeout(600_000);

    for (const crash of of) {
      it(`is survived: ${crashName(crash)}`, async () => {
        const env = { ...patient, ...mode, EMAIL_MARKETING_OPERATIONS: operations };
        runner ??= createCrashRunner(await createProject({ program: "", env }), emulator());
        outcomes.push(...(await runner.run(crash)));
      });
    }

    after("writes the table", async () => {
      const all = of.reduce((sum, { moment }) => sum + moment.kinds.length, 0);
      if (outcomes.length === all) {
        await writeReport("reliability.md", table, crashReport(outcomes));
      }
    });
  });
}
