import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator } from "email-marketing-emulator";
import { canaryKeys, environmentOf } from "../support/service";
import { createProject } from "../support/stack";

/**
 * Records what this version writes into a state: `tsx tests/state/record.ts 0.2` runs the program in fixtures/0.2 and
 * lays the state and the account beside it. Done once, when a version that changes the shape is released.
 */
async function record(version: string): Promise<void> {
  const folder = join(__dirname, "fixtures", version);
  const program = await readFile(join(folder, "index.js"), "utf8");
  const emulator = await startEmulator(canaryKeys);
  const env = { ...environmentOf(emulator), EMAIL_MARKETING_OPERATIONS: "extended" };
  const project = await createProject({ program, env });
  const up = await project.up();
  if (up.exitCode !== 0) throw new Error(up.output);
  const { stdout } = await project.exportState();
  await writeFile(join(folder, "state.json"), stdout);
  await writeFile(join(folder, "account.json"), JSON.stringify(emulator.snapshot(), undefined, 2));
  await project.dispose();
  await emulator.close();
}

record(process.argv[2] ?? "").catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
