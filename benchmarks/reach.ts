import { join } from "node:path";
import { startEmulator } from "email-marketing-emulator";
import { runCommand } from "../tools/engine/command";
import { campaignSeed, settingsOf } from "./program";
import type { Row } from "./row";

const calls = {
  sender: "create of a Sender, in the provider process",
  campaign: "update of a Campaign, in the provider process",
  lists: "getLists, in a program",
} as const;

/** Counts the files and functions that each call runs, in its own process and with its own account. */
export async function measureReach(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, what] of Object.entries(calls)) {
    const emulator = await startEmulator({ seed: campaignSeed });
    try {
      const env = { ...process.env, ...settingsOf(emulator) };
      const script = join(__dirname, "reach-process.cjs");
      const run = runCommand(process.execPath, [script, name], { env });
      const { exitCode, stdout, stderr } = await run;
      if (exitCode !== 0) throw new Error(stderr);
      const { files, functions } = JSON.parse(stdout) as { files: number; functions: number };
      rows.push({ what, measured: files, digits: 0, unit: "files that run" });
      rows.push({ what: "", measured: functions, digits: 0, unit: "functions that run" });
    } finally {
      await emulator.close();
    }
  }
  return rows;
}
