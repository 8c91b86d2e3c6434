import { dailySample, dailySeed } from "../../../tools/daily-sample";
import { writeReport } from "../../support/report";
import type { Runtime } from "../../support/runtime";
import { useService } from "../../support/service";
import { type Crash, crashes, crashName, dailyCrashes, endings, extendedCrashes } from "./case";
import { type CrashRunner, createCrashRunner, patient } from "./run";
import { crashReport } from "./table";
import type { Outcome } from "./verdict";

/** With these variables, the engine writes its state only once, at the end. */
const unrecorded = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Crashes of programs with the same operations. Each matrix has its own table in the documents. */
interface Matrix {
  readonly of: readonly Crash[];
  readonly table: string;
  readonly operations: "specified" | "extended";
  /** How often the engine writes its state, for the title. */
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
}

/** In a daily sample, one runtime has half of the endings, and the other runtime the rest. */
function matricesOf(runtime: Runtime): readonly Matrix[] {
  const ofDay = dailySample(endings, 2, runtime === "plugin" ? 1 : 0);
  return states.flatMap(({ suffix, endings: ended, ...mode }) => {
    const by = (all: readonly Crash[]) => {
      const whole = all.filter(({ ending }) => ended.includes(ending) && ofDay.includes(ending));
      return dailySeed === undefined ? whole : dailyCrashes(whole, dailySeed);
    };
    return [
      { ...mode, of: by(crashes), table: `crash${suffix}`, operations: "specified" },
      {
        ...mode,
        of: by(extendedCrashes),
        table: `extended crash${suffix}`,
        operations: "extended",
      },
    ];
  });
}

/** How often the engine writes its state: after each step, or only at the end. */
const states = [
  { state: "each step recorded in the state", env: {}, suffix: "", endings },
  // If the engine isn't killed, it writes its state in both modes, so leave out these endings.
  {
    state: "without checkpoints",
    env: unrecorded,
    suffix: " without checkpoints",
    endings: endings.filter((ending) => ending.startsWith("CLI") && ending !== "CLI SIGINT"),
  },
];

/** The prefix of a runtime in the names of its tables and suites. */
const runtimeName = { dynamic: "", plugin: "plugin " } as const satisfies Record<Runtime, string>;

/** Defines a test for each crash of one runtime, and writes the report. `tables` selects some of the tables. */
export function defineCrashes(
  runtime: Runtime,
  tables: (table: string) => boolean = () => true,
): void {
  const chosen = matricesOf(runtime).filter(({ table }) => tables(table));
  for (const { of, table, operations, state, env: mode } of chosen) {
    const what = `a crash of the CLI or the provider (${runtime})`;
    describe(`${what} with the ${operations} operations and ${state}`, function () {
      const { createProject, emulator } = useService(this);
      const outcomes: Outcome[] = [];
      let runner: CrashRunner | undefined;
      this.timeout(600_000);

      async function createRunner(): Promise<CrashRunner> {
        const env = { ...patient, ...mode, EMAIL_MARKETING_OPERATIONS: operations };
        const program = runtime === "plugin" ? { yaml: {} } : "";
        return createCrashRunner(runtime, await createProject({ program, env }), emulator());
      }

      for (const crash of of) {
        it(`is repaired by the next runs: ${crashName(crash)}`, async () => {
          runner ??= await createRunner();
          outcomes.push(...(await runner.run(crash)));
        });
      }

      after("writes the table", async () => {
        const all = of.reduce((sum, { moment }) => sum + moment.kinds.length, 0);
        if (outcomes.length !== all) return;
        await writeReport(
          "dev/evidence.md",
          `${runtimeName[runtime]}${table}`,
          crashReport(outcomes),
        );
      });
    });
  }
}
