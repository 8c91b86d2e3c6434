import { expect } from "chai";
import { useService } from "../../support/service";
import { type Crash, crashes, crashName } from "./case";
import { type CrashRunner, createCrashRunner, patient } from "./run";

const of = (wanted: string): Crash => {
  const crash = crashes.find((one) => crashName(one) === wanted);
  if (!crash) throw new Error(`there is no crash "${wanted}"`);
  return crash;
};

/** What some crashes leave over, by kind. */
type LeftOver = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Defines some crashes of dynamic resources by their names. */
export function defineSomeCrashes(some: LeftOver): void {
  describe("a crash on the engine", function () {
    const { createProject, emulator } = useService(this);
    let runner: CrashRunner | undefined;

    for (const [wanted, leftOver] of Object.entries(some)) {
      const crash = of(wanted);
      it(`is survived by ${crash.moment.kinds.length} resources: ${wanted}`, async () => {
        runner ??= createCrashRunner(
          "dynamic",
          await createProject({ program: "", env: patient }),
          emulator(),
        );
        const outcomes = await runner.run(crash);
        const left = outcomes.filter((one) => one.leftOver !== "");
        expect(Object.fromEntries(left.map((one) => [one.kind, one.leftOver]))).to.deep.equal(
          leftOver,
        );
        expect(outcomes).to.have.length(crash.moment.kinds.length);
      });
    }
  });
}
