import type { Engine } from "../tools/engine/executable";
import type { Progress } from "../tools/engine/progress";
import { steps as allSteps, type Contender } from "./contender";
import { openTofuContender } from "./contender/opentofu";
import { commandPlugin, pulumiContenders } from "./contender/pulumi";
import { measureDiffSizes } from "./diff-size";
import { measureIdenticalCalls } from "./identical-call";
import type { Journal } from "./journal";
import { measureLifecycle } from "./lifecycle";
import { enter, type Partaker, type RunMeasure } from "./measure";
import { findOpenTofu } from "./opentofu/build";
import { limitPerSecond, type Plan, type Round } from "./plan";
import { measureStartUp } from "./start-up";

/** Who is compared, and who can't be had here. */
export async function findContenders(engine: Engine, progress: Progress) {
  const absent: string[] = [];
  const hasPlugin = await commandPlugin.isOnPath();
  const contenders = [...pulumiContenders(engine, hasPlugin)];
  if (!hasPlugin) absent.push(await commandPlugin.whyNot());
  try {
    contenders.push(openTofuContender(await findOpenTofu(progress)));
  } catch (error) {
    absent.push(`OpenTofu: ${(error as Error).message}`);
  }
  for (const sentence of absent) progress.say(`Not compared: ${sentence}`);
  return { contenders, absent };
}

/** What a session measures, with what, and until when. */
export interface Session {
  readonly plan: Plan;
  readonly engine: Engine;
  readonly contenders: readonly Contender[];
  /** On the clock of `performance`. */
  readonly until: number;
  readonly journal: Journal;
}

/** Measures all that a plan asks for; what fails is told by the journal and does not end the rest. */
export async function measureAll(session: Session): Promise<void> {
  const { plan, engine, journal } = session;
  const { attempt, add } = journal;
  const startUp = await attempt("start-up", () => measureStartUp(plan.startUps));
  if (startUp) await add({ startUp });
  const diffSizes = await attempt("previews of a long mail", () => measureDiffSizes(engine));
  if (diffSizes) await add({ diffSizes });
  const identicalCalls = await attempt(`${plan.calls} identical calls`, () =>
    measureIdenticalCalls(engine, plan.calls),
  );
  if (identicalCalls) await add({ identicalCalls });
  for (const task of plan.lifecycles) {
    const what = `${task.what} of ${task.count} senders without the engine`;
    const measured = await attempt(what, () => measureLifecycle(task));
    if (measured) await add({ lifecycles: [...journal.result().lifecycles, measured] });
  }
  await measureLimited(session);
  for (const round of plan.rounds) await measureRound(session, round);
}

async function measureLimited({ plan, contenders, journal }: Session): Promise<void> {
  const options = { shape: "senders", count: plan.limited } as const;
  const what = `${plan.limited} senders at ${limitPerSecond} requests a second`;
  const up = async (name: string, limit?: number) => {
    const contender = contenders.find((one) => one.name === name);
    if (!contender) throw new Error(`${name} does not take part`);
    const partaker = await enter(contender, { ...options, ...(limit !== undefined && { limit }) });
    return partaker.measure("up").finally(partaker.close);
  };
  // One after the other, so that the machine is the same for both.
  const limited = await journal.attempt(what, async () => {
    const noop = await up("no-op");
    return { perSecond: limitPerSecond, noop, run: await up("provider", limitPerSecond) };
  });
  if (limited) await journal.add({ limited });
}

async function measureRound(session: Session, round: Round): Promise<void> {
  const { contenders, until, journal } = session;
  const { shape, count, only } = round;
  const partakers = contenders.filter(
    ({ name, shapes }) => shapes.includes(shape) && (only?.includes(name) ?? true),
  );
  let longestMs = 0;
  for (let run = 1; run <= round.runs; run += 1) {
    const startedAt = performance.now();
    // A run is taken to last as long as those before it.
    if (startedAt + longestMs > until) {
      const names = partakers.map(({ name }) => name).join(", ");
      await journal.miss(
        `${count} ${shape} by ${names}, run ${run} of ${round.runs}: the time was over.`,
      );
      continue;
    }
    await measureTurn(partakers, round, { run, journal });
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }
}

/** The contenders take turns at every step, so that what else the machine does falls on all of them. */
async function measureTurn(
  contenders: readonly Contender[],
  { shape, count, runs, steps = allSteps }: Round,
  { run, journal }: { readonly run: number; readonly journal: Journal },
): Promise<void> {
  const before = journal.result().runs;
  const measured = new Map<string, RunMeasure>();
  const partakers: Partaker[] = [];
  try {
    for (const contender of contenders) partakers.push(await enter(contender, { shape, count }));
    const failed = new Set<Partaker>();
    for (const [index, step] of steps.entries()) {
      const left = partakers.filter((partaker) => !failed.has(partaker));
      // What goes first finds the machine otherwise than what comes after it.
      for (const one of (run + index) % 2 === 1 ? left : left.reverse()) {
        const what = `${step} by ${one.name}, ${count} ${shape}, run ${run} of ${runs}`;
        const after = await journal.attempt(what, () => one.measure(step));
        if (!after) failed.add(one);
        else measured.set(one.name, after);
        await journal.add({ runs: [...before, ...measured.values()] });
      }
    }
  } finally {
    for (const one of partakers) await one.close();
  }
}
