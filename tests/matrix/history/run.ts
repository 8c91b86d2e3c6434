import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import { canaryKeys } from "../../support/service";
import type { Engine, Run, StepRecord } from "./engine";
import { type Command, programOf, type Variants } from "./history";
import { expectAsDeclared, expectNothingDoubled, type Past } from "./verdict";

/** What histories took and did. */
export interface HistoryFigures {
  histories: number;
  runs: number;
  crashes: number;
  faults: number;
  requests: number;
}

/** Where a history is played, and where what it did is counted. */
export interface Stage {
  readonly emulator: Emulator;
  /** With an empty state. */
  readonly engine: Engine;
  readonly figures: HistoryFigures;
}

/** So often a user runs again before giving up. */
const mostRuns = 6;

/** Plays one history, runs again until all is well, and holds it to the invariants. */
export async function playHistory(
  history: readonly Command[],
  { emulator, engine, figures }: Stage,
): Promise<void> {
  const past: Past = { steps: [], runs: [] };
  const existingIds: Record<string, string> = {};
  let program: Variants = {};

  const play = async ({ command, faults, crash }: Omit<Command, "program">) => {
    pauseChanged(emulator, engine, program);
    emulator.faults(faults);
    const before = emulator.requests().length;
    const run =
      command === "refresh"
        ? await engine.refresh(crash)
        : await engine.up(programOf(program, existingIds), crash);
    const sent = emulator.requests().slice(before);
    const struck = sent.filter(({ fault }) => fault !== undefined).length;
    emulator.faults([]);
    // Searches may lag behind a write for ten seconds, which a user takes to run again.
    emulator.advance(11_000);
    past.steps.push(...run.steps);
    past.runs.push({ ...run, requests: sent.length, struck });
    figures.runs += 1;
    figures.crashes += run.isCrashed ? 1 : 0;
    figures.faults += struck;
    figures.requests += sent.length;
    expectNothingDoubled(emulator.snapshot(), past);
    expectNoKey(engine, run);
    expectFewRequests(run, { requests: sent.length, struck });
    return run;
  };

  // What a killed update or a removal that failed has done is nowhere to be seen: whoever was interrupted so runs
  // the same program again before changing it.
  let isInterrupted = false;
  for (const command of history) {
    if (command.command === "up" && !isInterrupted) program = command.program;
    const { isCrashed, errors, steps } = await play(command);
    if (command.command === "refresh") continue;
    const isCut =
      isCrashed || steps.some(({ step, ended }) => step === "delete" && ended === "failed");
    isInterrupted = isCut || (isInterrupted && errors.length > 0);
  }
  await settle();
  const unchanged = await play({ command: "up", faults: [] });
  expect(unchanged.steps, "steps of an unchanged up").to.deep.equal([]);
  expect(past.runs.at(-1)?.requests, "requests of an unchanged up").to.equal(0);
  expectAsDeclared(programOf(program, existingIds), engine, emulator);
  figures.histories += 1;

  async function settle(): Promise<void> {
    for (let runs = 1; ; runs += 1) {
      const run = await play({ command: "up", faults: [] });
      if (run.errors.length === 0) return;
      if (runs === mostRuns) expect(run.errors, "errors that stay").to.deep.equal([]);
      await remedy(engine, emulator, existingIds);
    }
  }
}

/** The service takes another date only for a campaign that is paused: somebody pauses it. */
function pauseChanged(emulator: Emulator, { state }: Engine, program: Variants): void {
  const id = state.get("campaign")?.id;
  const scheduledAt = `2098-03-0${(program.schedule ?? 0) + 1} 09:00:00`;
  for (const campaign of emulator.snapshot().campaigns) {
    if (campaign.id !== id || campaign.scheduled_at === undefined) continue;
    const isSame = campaign.scheduled_at === scheduledAt || program.schedule === undefined;
    emulator.patch("campaigns", id, { status: isSame ? "Scheduled" : "Paused" });
  }
}

/** What the error of an object that may exist, or of a name that is taken, tells a user to do. */
async function remedy(
  engine: Engine,
  emulator: Emulator,
  existingIds: Record<string, string>,
): Promise<void> {
  const { properties, campaigns } = emulator.snapshot();
  const owned = new Set([...engine.state.values()].map(({ id }) => id));
  for (const [name, { id, kind, inputs }] of [...engine.state]) {
    if (!id.startsWith("unknown:")) continue;
    const rows = kind === "Campaign" ? campaigns : properties;
    const found = rows.findLast((row) => row.name === inputs.name && !owned.has(row.id));
    if (found === undefined) await engine.forget(name);
    else existingIds[name] = found.id;
  }
  const tier = properties.find((row) => row.name === "tier");
  if (!engine.state.has("property") && tier) existingIds.property = tier.id;
}

function expectNoKey(engine: Engine, { errors, printed }: Run): void {
  const everything = JSON.stringify([[...engine.state], errors, printed]);
  expect(everything.includes(canaryKeys.apiKey), "the key is told").to.equal(false);
  const warnings = printed.filter((line) => line.startsWith("warning: "));
  expect(warnings, "warnings of one process").to.deep.equal([...new Set(warnings)]);
  const log = printed.filter((line) => line.startsWith("debug: "));
  expect(log.filter((line) => line.includes("@"))).to.deep.equal([]);
}

/** A step sends at most three requests of its own, searches are shared, and a fault costs a few more. */
function expectFewRequests(
  { steps }: { readonly steps: readonly StepRecord[] },
  { requests, struck }: { readonly requests: number; readonly struck: number },
): void {
  expect(requests, "requests").to.be.at.most(3 * steps.length + 8 * struck + 6);
}
