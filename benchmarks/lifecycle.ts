import { join } from "node:path";
import { startEmulator } from "email-marketing-emulator";
import { runCommand } from "../tools/engine/command";
import { seed, settingsOf } from "./program";

/** What a provider process took to refresh so many senders. */
export interface RefreshMeasure {
  readonly count: number;
  readonly requests: number;
  /** What the process holds more than before, after a garbage collection. */
  readonly keptBytes: number;
}

/** Refreshes in a process of its own, on an account of its own, without the engine. */
export async function measureRefresh(count: number): Promise<RefreshMeasure> {
  const senders = Array.from({ length: count }, (_, n) => ({
    id: `sender-${n + 1}`,
    sender_email: `s${n}@acme.example`,
    sender_name: `Sender ${n}`,
  }));
  const emulator = await startEmulator({ seed: { ...seed, senders } });
  try {
    const script = join(__dirname, "lifecycle-process.ts");
    const args = ["--expose-gc", "--require", "tsx/cjs", script, String(count)];
    const env = { ...process.env, ...settingsOf(emulator) };
    const result = await runCommand(process.execPath, args, { env });
    if (result.exitCode !== 0) throw new Error(`The refresh failed:\n${result.stderr}`);
    return { count, requests: emulator.requests().length, keptBytes: Number(result.stdout) };
  } finally {
    await emulator.close();
  }
}
