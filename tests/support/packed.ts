import { join } from "node:path";
import { startCommand } from "../../tools/engine/command";

const repository = join(__dirname, "..", "..");

/** Runs npm; a failure of it is an error. */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const { exitCode, stdout, output } = await startCommand("npm", [...args, ...quiet], {
    cwd,
    env: process.env,
  }).result;
  if (exitCode !== 0) throw new Error(`npm ${args.join(" ")}: ${output}`);
  return stdout;
}

/** Packs both packages as for the registry, and gives the paths of the tarballs. */
export async function packedInto(folder: string): Promise<string[]> {
  const workspaces = ["-w", "provider", "-w", "emulator"];
  const packed = await npm(
    ["pack", "--json", "--pack-destination", folder, ...workspaces],
    repository,
  );
  const found = Object.values(JSON.parse(packed) as Record<string, { filename: string }>);
  return found.map(({ filename }) => join(folder, filename));
}
