import { isDeepStrictEqual } from "node:util";
import type { SpecifiedKind } from "../../support/specimen";
import type { CrashPoint, Declaration, Engine, Entry, Run, StepRecord } from "./engine";
import type { ProviderProcess } from "./simulated-process";

/**
 * Pulumi's engine, as far as a provider can tell it from the real one, with an empty state; every run of it starts a
 * provider process of its own.
 */
export function createEngineModel(startProvider: () => ProviderProcess): Engine {
  const state = new Map<string, Entry>();
  /** What was replaced, and waits to be deleted. */
  let replaced: { name: string; entry: Entry }[] = [];

  async function run(crash: CrashPoint | undefined, act: (stepper: Stepper) => Promise<void>) {
    const stepper = createStepper(startProvider(), crash);
    const printed = await printedBy(async () => {
      await act(stepper);
      await stepper.settled();
    });
    return { ...stepper.result(), printed };
  }

  async function apply(declaration: Declaration, stepper: Stepper, done: Done): Promise<void> {
    const { name, kind } = declaration;
    const references = Object.entries(declaration.ids ?? {});
    const ids = await Promise.all(
      references.map(async ([input, of]) => [input, await done.get(of)] as const),
    );
    // Whatever waits for one that failed is not begun, nor is anything after a failure.
    if (ids.some(([, id]) => id === undefined) || stepper.isOver()) return;
    const provider = stepper.provider(kind);
    const old = state.get(name);
    const given = { ...declaration.inputs, ...Object.fromEntries(ids), __provider: kind };
    const inputs = await stepper.serially(async () => provider.check(old?.inputs ?? {}, given));
    if (inputs === undefined || stepper.isOver()) return;
    const diff = old && (await stepper.serially(() => provider.diff(old.id, old.outputs, inputs)));
    if (stepper.isOver()) return;
    if (old && diff && diff.replaces.length === 0) {
      const isSame = diff.changes !== true && isDeepStrictEqual(old.inputs, inputs);
      if (isSame && !old.isUnfinished) return;
      const made = await stepper.step({ name, step: "update" }, () =>
        provider.update(old.id, old.outputs, inputs),
      );
      if (!made) return;
      const { outputs, isUnfinished } = made;
      // Of an update that failed halfway, the engine keeps the outputs beside the old inputs.
      state.set(name, {
        ...old,
        inputs: isUnfinished ? old.inputs : inputs,
        outputs,
        isUnfinished,
      });
      return;
    }
    const made = await stepper.step({ name, step: "create" }, () => provider.create(inputs));
    if (!made) return;
    if (old) replaced.push({ name, entry: old });
    const { id, outputs, isUnfinished } = made;
    state.set(name, { kind, id, inputs, outputs, isUnfinished });
  }

  async function remove(program: readonly Declaration[], stepper: Stepper): Promise<void> {
    const isDeclared = (name: string) => program.some((one) => one.name === name);
    const gone = [...state].filter(([name]) => !isDeclared(name));
    for (const old of [...replaced]) {
      await removeOne(old, stepper, () => {
        replaced = replaced.filter((one) => one !== old);
      });
    }
    for (const [name, entry] of gone.toReversed()) {
      await removeOne({ name, entry }, stepper, () => state.delete(name));
    }
  }

  return {
    state,
    forget: async (name) => void state.delete(name),
    up: (program, crash) =>
      run(crash, async (stepper) => {
        const done: Done = new Map();
        for (const declaration of program) {
          const applied = apply(declaration, stepper, done).then(() => {
            const entry = state.get(declaration.name);
            return stepper.isOver() ? undefined : entry?.id;
          });
          done.set(declaration.name, applied);
        }
        await Promise.all(done.values());
        if (!stepper.isOver()) await remove(program, stepper);
      }),
    refresh: (crash) =>
      run(crash, async (stepper) => {
        const read = async ([name, entry]: [string, Entry]) => {
          if (stepper.isOver()) return;
          const found = await stepper.step({ name, step: "read" }, () =>
            stepper.provider(entry.kind).read(entry.id, entry.outputs),
          );
          if (found === undefined) return;
          if (found === "gone") state.delete(name);
          else {
            const { inputs = entry.inputs, outputs } = found;
            state.set(name, { ...entry, inputs, outputs, isUnfinished: false });
          }
        };
        await Promise.all([...state].map(read));
      }),
  };
}

/** What goes to stderr meanwhile. */
async function printedBy(act: () => Promise<void>): Promise<string[]> {
  const { warn } = console;
  const printed: string[] = [];
  console.warn = (line: string) => void printed.push(line);
  try {
    await act();
  } finally {
    console.warn = warn;
  }
  return printed;
}

/** The id of each declared resource once it is there; undefined where it failed. */
type Done = Map<string, Promise<string | undefined>>;

async function removeOne(
  { name, entry }: { readonly name: string; readonly entry: Entry },
  stepper: Stepper,
  forget: () => void,
): Promise<void> {
  if (stepper.isOver()) return;
  const isGone = await stepper.step({ name, step: "delete" }, async () => {
    await stepper.provider(entry.kind).delete(entry.id, entry.outputs);
    return true;
  });
  if (isGone) forget();
}

/** The steps of one run, up to its crash. */
interface Stepper {
  provider(kind: SpecifiedKind): ReturnType<ProviderProcess["provider"]>;
  /** One after the other, as the engine checks and diffs; undefined when it failed. */
  serially<Value>(act: () => Promise<Value>): Promise<Value | undefined>;
  /** A step; undefined when it failed, or when nobody is left to hear how it ended. */
  step<Value extends object | string | boolean>(
    of: Pick<StepRecord, "name" | "step">,
    act: () => Promise<Value>,
  ): Promise<Value | undefined>;
  /** Whether a failure or the crash keeps anything more from being begun. */
  isOver(): boolean;
  /** Ends when the provider is done with what it was about at a crash. */
  settled(): Promise<void>;
  result(): Omit<Run, "printed">;
}

function createStepper(process: ProviderProcess, crash: CrashPoint | undefined): Stepper {
  const errors: string[] = [];
  const steps: StepRecord[] = [];
  const underWay: Promise<unknown>[] = [];
  let isCrashed = false;
  let begun = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const told = (error: unknown) => {
    errors.push(process.shown(error));
    return undefined;
  };

  return {
    provider: process.provider,
    isOver: () => isCrashed || errors.length > 0,
    serially(act) {
      const turn = queue.then(() => (isCrashed ? undefined : act())).catch(told);
      queue = turn;
      return turn;
    },
    async step(of, act) {
      const number = begun;
      begun += 1;
      const isHere = number === crash?.step;
      if (isHere && crash?.when === "before") isCrashed = true;
      if (isCrashed) return undefined;
      const acting = act();
      underWay.push(acting.catch(() => {}));
      try {
        const value = await acting;
        if (isHere) isCrashed = true;
        const id = typeof value === "object" && "id" in value ? { id: String(value.id) } : {};
        const isKept = typeof value === "object" && "error" in value;
        if (isCrashed) {
          steps.push({ ...of, ended: "crashed" });
          return undefined;
        }
        if (isKept) errors.push(process.shown(value.error));
        steps.push({ ...of, ...id, ended: isKept ? "kept" : "done" });
        return value;
      } catch (error) {
        if (isHere) isCrashed = true;
        steps.push({ ...of, ended: isCrashed ? "crashed" : "failed" });
        return isCrashed ? undefined : told(error);
      }
    },
    async settled() {
      await Promise.all(underWay);
    },
    result: () => ({ errors, isCrashed, steps }),
  };
}
