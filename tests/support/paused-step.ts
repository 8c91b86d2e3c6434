import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Where a provider is stopped: in front of one step of every resource, behind it, or nowhere. */
export interface PausedStep {
  readonly step: "create" | "update" | "delete";
  readonly when: "before" | "after" | "never";
}

/** A step of the provider that waits for the test. */
export type Pause = Awaited<ReturnType<typeof pauseAt>>;

const modules = ["program-process.cjs", "step-process.cjs"].map((name) => join(__dirname, name));

/** Prepares a hold, whose marks lie in a folder that is made. */
export async function pauseAt(folder: string, { step, when }: PausedStep) {
  await mkdir(folder, { recursive: true });
  const marked = (word: string) => readdir(join(folder, word)).catch(() => []);
  return {
    /** For the environment of the command whose provider is to be held. */
    env: {
      NODE_OPTIONS: modules.map((path) => `--require=${JSON.stringify(path)}`).join(" "),
      STACK_HELD_STEP: JSON.stringify({ folder, step, when }),
    },
    /** The kinds of resources whose step is held now. */
    held: () => marked("held"),
    /** The kinds whose step is over. */
    done: () => marked("done"),
    /** The provider's process. */
    async pid() {
      const [pid] = await marked("provider");
      if (pid === undefined) throw new Error("no provider has loaded the package");
      return Number(pid);
    },
    release: () => writeFile(join(folder, "release"), ""),
  };
}

/** Waits for a condition, and fails when it has not come about in a minute. */
export async function until(isTrue: () => Promise<boolean> | boolean, what: () => string) {
  const deadline = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`in vain for a minute: ${what()}`);
    await delay(20);
  }
}
