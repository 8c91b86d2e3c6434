import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import { createEngineModel, type EngineModel, type Run, type StepRecord } from "./engine-model";
import { type Command, programOf, type Variants } from "./history";
import { expectAsDeclared, expectNothingDoubled, type Past } from "./history-verdict";
import { canaryKeys } from "./service";
import { startProviderProcess } from "./simulated-process";

/** What a history took and did. */
export interface HistoryFigures {
  runs: number;
  crashes: number;
  faults: number;
  requests: number;
}

/** How much faster than the machine's the provider's clock goes: it waits for seconds after a fault. */
const speed = 500;
/** So often a user runs again before giving up. */
const mostRuns = 6;

/** Plays one history against the emulator, runs again until all is well, and holds it to the invariants. */
export async function playHistory(
  history: readonly Command[],
  emulator: Emulator,
  figures: HistoryFigures,
): Promise<void> {
  emulator.reset();
  const printed: string[][] = [];
  const engine = createEngineModel(() => {
    printed.push([]);
    return startProviderProcess({ config: configOf(emulator), speed });
  });
  const past: Past = { steps: [], runs: [] };
  const existingIds: Record<string, string> = {};
  let program: Variants = {};

  const play = async ({ command, faults, crash }: Omit<Command, "program">) => {
    pauseChanged(emulator, engine, program);
    emulator.faults(faults);
    const before = emulator.requests().length;
    const run = await capturing(printed, () =>
      command === "refresh"
        ? engine.refresh(crash)
        : engine.up(programOf(program, existingIds), crash),
    );
    const struck = emulator
      .requests()
      .slice(before)
      .filter((one) => one.fault !== undefined).length;
    const requests = emulator.requests().length - before;
    emulator.faults([]);
    // Searches may lag behind a write for ten seconds, which a user takes to run again.
    emulator.advance(11_000);
    past.steps.push(...run.steps);
    past.runs.push({ ...run, requests, struck });
    figures.runs += 1;
    figures.crashes += run.isCrashed ? 1 : 0;
    figures.faults += struck;
    figures.requests += requests;
    expectNothingDoubled(emulator.snapshot(), past);
    expectNoKey(engine, run, printed);
    expectFewRequests(run, { requests, struck });
    return run;
  };

  // An update that was killed may have been applied, and nothing reads it: whoever was interrupted runs
  // the same program again before changing it.
  let isInterrupted = false;
  for (const command of history) {
    if (command.command === "up" && !isInterrupted) program = command.program;
    const { isCrashed, errors } = await play(command);
    if (command.command === "up") isInterrupted = isCrashed || (isInterrupted && errors.length > 0);
  }
  await settle();
  const unchanged = await play({ command: "up", faults: [] });
  expect(unchanged.steps, "steps of an unchanged up").to.deep.equal([]);
  expect(past.runs.at(-1)?.requests, "requests of an unchanged up").to.equal(0);
  expectAsDeclared(programOf(program, existingIds), engine, emulator);

  async function settle(): Promise<void> {
    for (let runs = 1; ; runs += 1) {
      const run = await play({ command: "up", faults: [] });
      if (run.errors.length === 0) return;
      if (runs === mostRuns) expect(run.errors, "errors that stay").to.deep.equal([]);
      remedy(engine, emulator, existingIds);
    }
  }
}

function configOf({ baseUrl }: Emulator): Record<string, string> {
  return {
    "emailmarketing:apiKey": canaryKeys.apiKey,
    "emailmarketing:baseUrl": baseUrl,
    "emailmarketing:log": "debug",
    // Of the machine's own time, not of the faster clock.
    "emailmarketing:timeoutSeconds": "0.5",
    "emailmarketing:deadlineSeconds": "86400",
  };
}

/** The service takes another date only for a campaign that is paused: somebody pauses it. */
function pauseChanged(emulator: Emulator, { state }: EngineModel, program: Variants): void {
  const id = state.get("campaign")?.id;
  const scheduledAt = `2098-03-0${(program.schedule ?? 0) + 1} 09:00:00`;
  for (const campaign of emulator.snapshot().campaigns) {
    if (campaign.id !== id || campaign.scheduled_at === undefined) continue;
    const isSame = campaign.scheduled_at === scheduledAt || program.schedule === undefined;
    emulator.patch("campaigns", id, { status: isSame ? "Scheduled" : "Paused" });
  }
}

/** What the error of an object that may exist, or of a name that is taken, tells a user to do. */
function remedy(
  engine: EngineModel,
  emulator: Emulator,
  existingIds: Record<string, string>,
): void {
  const { properties, campaigns } = emulator.snapshot();
  const owned = new Set([...engine.state.values()].map(({ id }) => id));
  for (const [name, { id, kind, inputs }] of [...engine.state]) {
    if (!id.startsWith("unknown:")) continue;
    const rows = kind === "Campaign" ? campaigns : properties;
    const found = rows.findLast((row) => row.name === inputs.name && !owned.has(row.id));
    if (found === undefined) engine.forget(name);
    else existingIds[name] = found.id;
  }
  const tier = properties.find((row) => row.name === "tier");
  if (!engine.state.has("property") && tier) existingIds.property = tier.id;
}

async function capturing<Value>(printed: string[][], act: () => Promise<Value>): Promise<Value> {
  const { warn } = console;
  console.warn = (line: string) => void printed.at(-1)?.push(line);
  try {
    return await act();
  } finally {
    console.warn = warn;
  }
}

function expectNoKey(engine: EngineModel, { errors }: Run, printed: readonly string[][]): void {
  const lines = printed.at(-1) ?? [];
  const everything = JSON.stringify([[...engine.state], errors, lines]);
  expect(everything.includes(canaryKeys.apiKey), "the key is told").to.equal(false);
  const warnings = lines.filter((line) => line.startsWith("warning: "));
  expect(warnings, "warnings of one process").to.deep.equal([...new Set(warnings)]);
  const log = lines.filter((line) => line.startsWith("debug: "));
  expect(log.filter((line) => line.includes("@"))).to.deep.equal([]);
}

/** A step sends at most three requests of its own, searches are shared, and a fault costs a few more. */
function expectFewRequests(
  { steps }: { readonly steps: readonly StepRecord[] },
  { requests, struck }: { readonly requests: number; readonly struck: number },
): void {
  expect(requests, "requests").to.be.at.most(3 * steps.length + 8 * struck + 6);
}
