import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The point at which a provider pauses: before or after one step of every resource, or never. */
export interface PausedStep {
  readonly step: "create" | "update" | "delete";
  readonly when: "before" | "after" | "never";
}

/** A pause of the provider, which the test can end. */
export type Pause = Awaited<ReturnType<typeof pauseAt>>;

const modules = ["program-process.cjs", "step-process.cjs"].map((name) => join(__dirname, name));

/** Prepares a pause. The provider writes its marks into the folder, which this function makes. */
export async function pauseAt(folder: string, { step, when }: PausedStep) {
  await mkdir(folder, { recursive: true });
  const marked = (word: string) => readdir(join(folder, word)).catch(() => []);
  return {
    /** Environment variables for the command whose provider is to pause. */
    env: {
      NODE_OPTIONS: modules.map((path) => `--require=${JSON.stringify(path)}`).join(" "),
      STACK_HELD_STEP: JSON.stringify({ folder, step, when }),
    },
    pausedKinds: () => marked("held"),
    finishedKinds: () => marked("done"),
    /** The id of the provider's process. */
    async pid() {
      const [pid] = await marked("provider");
      if (pid === undefined) throw new Error("no provider has loaded the package");
      return Number(pid);
    },
    release: () => writeFile(join(folder, "release"), ""),
  };
}

/** Waits until a condition is true. Fails after a minute. */
export async function until(isTrue: () => Promise<boolean> | boolean, what: () => string) {
  const deadline = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`in vain for a minute: ${what()}`);
    await delay(20);
  }
}
