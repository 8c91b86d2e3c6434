import { join } from "node:path";
import { startEmulator } from "email-marketing-emulator";
import { runCommand } from "../tools/engine/command";
import type { LifecycleOutcome, LifecycleTask } from "./lifecycle-process";
import { seedFor, settingsOf } from "./program";

/** What the lifecycle of senders took without the engine. */
export interface LifecycleMeasure extends LifecycleTask, LifecycleOutcome {
  readonly requests: number;
  readonly searches: number;
}

/** Runs the lifecycle in a process of its own, on an account of its own. */
export async function measureLifecycle(task: LifecycleTask): Promise<LifecycleMeasure> {
  const senders = Array.from({ length: task.what === "refresh" ? task.count : 0 }, (_, n) => ({
    id: `sender-${n + 1}`,
    sender_email: `s${n}@acme.example`,
    sender_name: `Sender ${n}`,
  }));
  const emulator = await startEmulator({ seed: { ...seedFor("senders", 0), senders } });
  try {
    const script = join(__dirname, "lifecycle-process.ts");
    const args = ["--expose-gc", "--require", "tsx/cjs", script, JSON.stringify(task)];
    const env = { ...process.env, ...settingsOf(emulator) };
    const result = await runCommand(process.execPath, args, { env });
    if (result.exitCode !== 0) throw new Error(`${task.what} failed:\n${result.stderr}`);
    const outcome = JSON.parse(result.stdout) as LifecycleOutcome;
    const requests = emulator.requests();
    const searches = requests.filter(({ path }) => path.endsWith("/search")).length;
    return { ...task, ...outcome, requests: requests.length, searches };
  } finally {
    await emulator.close();
  }
}
