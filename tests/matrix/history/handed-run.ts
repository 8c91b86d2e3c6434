import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import type { CrashPoint } from "./engine";
import { createHands, type Hand } from "./hand";
import { type Command, programOf, type Variants } from "./history";
import { expectNoKey, type HistoryFigures, pauseChanged, remedy, type Stage } from "./run";
import { expectNothingDoubled, type Past } from "./verdict";

/** What histories with hands took and did. */
export interface HandedFigures extends HistoryFigures {
  /** Acts of people. */
  hands: number;
  /** Campaigns that were mailed. */
  mails: number;
}

/** Mails are counted when all dates have passed. */
const untilAllIsSentMs = Date.parse("2098-05-01T00:00:00Z") - Date.parse("2026-01-01T00:00:00Z");

/**
 * Plays one history in which campaigns are read back. Errors are what they are: a campaign that somebody has stopped or
 * sent stays so. At no time may a contact get a campaign twice, or get one that a person stopped.
 */
export async function playHandedHistory(
  history: readonly (Command & { readonly hands: readonly Hand[] })[],
  { emulator, engine, figures }: Stage & { readonly figures: HandedFigures },
): Promise<void> {
  const past: Past = { steps: [], runs: [] };
  const existingIds: Record<string, string> = {};
  const hands = createHands(emulator, engine);
  let program: Variants = {};

  const play = async (command: "up" | "refresh", crash?: CrashPoint) => {
    const before = emulator.requests().length;
    if (command === "up") {
      const declared = programOf(program, existingIds);
      hands.declare(declared.find(({ name }) => name === "schedule")?.inputs.scheduledAt);
    }
    const run =
      command === "refresh"
        ? await engine.refresh(crash)
        : await engine.up(programOf(program, existingIds), crash);
    const sent = emulator.requests().slice(before);
    const struck = sent.filter(({ fault }) => fault !== undefined).length;
    emulator.faults([]);
    emulator.advance(11_000);
    past.steps.push(...run.steps);
    past.runs.push({ ...run, requests: sent.length, struck });
    figures.runs += 1;
    figures.crashes += run.isCrashed ? 1 : 0;
    figures.faults += struck;
    figures.requests += sent.length;
    expectNothingDoubled(emulator.snapshot(), past);
    expectNoKey(engine, run);
    return run;
  };
  /** A date is changed of a paused campaign only; what a person has decided is left alone. */
  const pause = () => {
    const id = engine.state.get("campaign")?.id ?? "";
    if (!hands.touched.has(id)) pauseChanged(emulator, engine, program);
  };

  let isInterrupted = false;
  for (const { command, program: next, faults, crash, hands: acts } of history) {
    for (const act of acts) {
      hands.act(act);
      figures.hands += 1;
    }
    // People wait as long as everybody before they run the next command.
    emulator.advance(11_000);
    if (command === "up" && !isInterrupted) program = next;
    pause();
    emulator.faults(faults);
    const { isCrashed, errors, steps } = await play(command, crash);
    if (command === "refresh") continue;
    const isCut =
      isCrashed || steps.some(({ step, ended }) => step === "delete" && ended === "failed");
    isInterrupted = isCut || (isInterrupted && errors.length > 0);
  }
  for (const command of ["up", "refresh", "up"] as const) {
    pause();
    await play(command);
    await remedy(engine, emulator, existingIds);
  }
  await expectEachMailedOnce();
  figures.histories += 1;

  async function expectEachMailedOnce(): Promise<void> {
    emulator.advance(untilAllIsSentMs);
    const sent = mailed(emulator);
    expect(sent, "campaigns that were mailed").to.deep.equal([...new Set(sent)]);
    const stopped = [...hands.stops.keys()];
    expect(
      sent.filter((id) => stopped.includes(id)),
      "stopped, and mailed",
    ).to.deep.equal([]);
    // Whoever refreshes, or declares another date, mails nothing that was mailed.
    await play("refresh");
    await play("up");
    if (program.schedule !== undefined) {
      program = { ...program, schedule: (program.schedule + 1) % 3 };
      await play("up");
    }
    // But another date resumes what a person has paused before any of it was sent.
    const resumed = stopped.filter((id) => !hands.stops.has(id));
    emulator.advance(untilAllIsSentMs);
    const all = mailed(emulator);
    const late = all.filter((id) => !resumed.includes(id));
    expect(late.sort(), "mails after all was sent").to.deep.equal(sent.sort());
    expect(all, "campaigns that were mailed").to.deep.equal([...new Set(all)]);
    figures.mails += all.length;
  }
}

function mailed(emulator: Emulator): string[] {
  const mails = emulator.snapshot().mails.filter(({ kind }) => kind === "campaign");
  return mails.map(({ of }) => of);
}
