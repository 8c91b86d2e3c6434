import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../engine/command";

const repository = join(__dirname, "..", "..");

/** The folder of the archives that the READMEs install, which `npm run pack` makes. */
export const packedFolder = join(repository, "packed");

/** Replaces the archives of both packages in `packedFolder`, and returns the paths of the new ones. */
export async function pack(): Promise<string[]> {
  await rm(packedFolder, { recursive: true, force: true });
  await mkdir(packedFolder);
  return packInto(packedFolder);
}

/** Packs both packages as for npm, and returns the paths of the archives. */
export async function packInto(folder: string): Promise<string[]> {
  const workspaces = ["-w", "provider", "-w", "emulator"];
  const args = ["pack", "--json", "--loglevel=error", "--pack-destination", folder, ...workspaces];
  const { exitCode, stdout, output } = await runCommand("npm", args, { cwd: repository });
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${output}`);
  const packed = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  return packed.map(({ filename }) => join(folder, filename));
}
