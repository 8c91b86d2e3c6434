import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import { canaryKeys } from "../../support/service";
import type { Engine, Run, StepRecord } from "./engine";
import { type Command, type History, longestLagMs, programOf, type Variants } from "./history";
import { expectAsDeclared, expectNothingDoubled, type Past } from "./verdict";

/** What histories took and did. */
export interface HistoryFigures {
  histories: number;
  runs: number;
  crashes: number;
  faults: number;
  /** Of them, searches that said what wasn't so. */
  lies: number;
  requests: number;
  /** Runs that an incomplete search ended with an error. */
  stopped: number;
  /** Campaigns of creates that nobody heard the end of: drafts that are never mailed. */
  drafts: number;
}

/** Nothing is played yet. */
export function noFigures(): HistoryFigures {
  return {
    histories: 0,
    runs: 0,
    crashes: 0,
    faults: 0,
    lies: 0,
    requests: 0,
    stopped: 0,
    drafts: 0,
  };
}

const lying: readonly (string | undefined)[] = [
  "empty-page",
  "moved-rows",
  "duplicate-rows",
  "wrong-total",
  "stale",
];

/** Keeps the emulator remembering the account as it was, for the searches of the next run: no request goes there. */
const memory = { path: "/nowhere", times: 1, kind: "stale", ms: longestLagMs } as const;

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
  { commands, crowd }: History,
  { emulator, engine, figures }: Stage,
): Promise<void> {
  const past: Past = { steps: [], runs: [] };
  const existingIds: Record<string, string> = {};
  let program: Variants = {};

  const play = async ({ command, faults, crash }: Omit<Command, "program">, next?: Command) => {
    pauseChanged(emulator, engine, program);
    emulator.faults([...faults, memory]);
    const before = emulator.requests().length;
    const names = [...engine.state.keys()];
    const run =
      command === "refresh"
        ? await engine.refresh(crash)
        : await engine.up(programOf(program, existingIds), crash);
    const sent = emulator.requests().slice(before);
    const struck = sent.filter(({ fault }) => fault !== undefined).length;
    emulator.faults([memory]);
    // A refresh may follow at once. To run again after a failure takes a user longer than a search is behind.
    const isWell = run.errors.length === 0 && !run.isCrashed;
    if (!isWell || next?.command !== "refresh") emulator.advance(11_000);
    past.steps.push(...run.steps);
    past.runs.push({ ...run, requests: sent.length, struck });
    figures.runs += 1;
    figures.crashes += run.isCrashed ? 1 : 0;
    figures.faults += struck;
    figures.lies += sent.filter(({ fault }) => lying.includes(fault)).length;
    figures.requests += sent.length;
    figures.stopped += run.errors.some((error) => error.includes("can't tell whether")) ? 1 : 0;
    // Nobody removes an object from the account.
    const kept = names.filter((name) => engine.state.has(name));
    if (command === "refresh") expect(kept, "after a refresh").to.deep.equal(names);
    expectNothingDoubled(emulator.snapshot(), past);
    expectNoKey(engine, run);
    expectFewRequests(run, { requests: sent.length, struck, pages: 1 + Math.ceil(crowd / 100) });
    return run;
  };

  // What a killed update or a removal that failed has done is nowhere to be seen: whoever was interrupted so runs
  // the same program again before changing it.
  let isInterrupted = false;
  for (const [index, command] of commands.entries()) {
    if (command.command === "up" && !isInterrupted) program = command.program;
    const { isCrashed, errors, steps } = await play(command, commands[index + 1]);
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
  figures.drafts += unheardDrafts(emulator, past);
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
export function pauseChanged(emulator: Emulator, { state }: Engine, program: Variants): void {
  const id = state.get("campaign")?.id;
  const scheduledAt = `2098-03-0${(program.schedule ?? 0) + 1} 09:00:00`;
  for (const campaign of emulator.snapshot().campaigns) {
    if (campaign.id !== id || campaign.scheduled_at === undefined) continue;
    const isSame = campaign.scheduled_at === scheduledAt || program.schedule === undefined;
    emulator.patch("campaigns", id, { status: isSame ? "Scheduled" : "Paused" });
  }
}

/** What the error of an object that may exist, or of a name that is taken, tells a user to do. */
export async function remedy(
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

export function expectNoKey(engine: Engine, { errors, printed }: Run): void {
  const everything = JSON.stringify([[...engine.state], errors, printed]);
  expect(everything.includes(canaryKeys.apiKey), "the key is told").to.equal(false);
  const warnings = printed.filter((line) => line.startsWith("warning: "));
  expect(warnings, "warnings of one process").to.deep.equal([...new Set(warnings)]);
  const log = printed.filter((line) => line.startsWith("debug: "));
  expect(log.filter((line) => line.includes("@"))).to.deep.equal([]);
}

function unheardDrafts(emulator: Emulator, { steps }: Past): number {
  const known = new Set(steps.map(({ id }) => id));
  const own = emulator.snapshot().campaigns.filter(({ name }) => /^(Spring|Autumn)$/.test(name));
  return own.filter(({ id }) => !known.has(id)).length;
}

/**
 * A step sends at most three requests of its own, searches are shared, and a fault costs a few more: a wrong total has
 * eight pages fetched side by side, in each of two readings.
 */
function expectFewRequests(
  { steps }: { readonly steps: readonly StepRecord[] },
  sent: { readonly requests: number; readonly struck: number; readonly pages: number },
): void {
  const { requests, struck, pages } = sent;
  expect(requests, "requests").to.be.at.most(3 * steps.length + 20 * struck + 6 * pages);
}
