import { join } from "node:path";
import { runCommand } from "../engine/command";

const repository = join(__dirname, "..", "..");

/** Packs both packages as for npm, and returns the paths of the archives. */
export async function packInto(folder: string): Promise<string[]> {
  const workspaces = ["-w", "provider", "-w", "emulator"];
  const args = ["pack", "--json", "--loglevel=error", "--pack-destination", folder, ...workspaces];
  const { exitCode, stdout, output } = await runCommand("npm", args, { cwd: repository });
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${output}`);
  const packed = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  return packed.map(({ filename }) => join(folder, filename));
}
