import { join } from "node:path";
import { addToCache, installedName } from "./cache";
import { runCommand } from "./command";
import { isolated } from "./environment";
import { cliName, type Engine } from "./executable";
import { withProgress } from "./progress";
import { inScratch } from "./scratch";
import { cliVersion } from "./version";

/** The address from which the installer loads its script. */
const source = "https://get.pulumi.com/install.sh";
const connectMs = 20_000;

/**
 * Runs Pulumi's official installer with the Automation API. Returns undefined if it fails, for example without a
 * network.
 */
export async function installOfficially(cache: string): Promise<Engine | undefined> {
  const doing = `Installing Pulumi ${cliVersion} with its official installer`;
  try {
    const dir = await withProgress(doing, "about a minute", async () => {
      // Test the connection first, because the installer itself has no time limit for connecting.
      await fetch(source, { method: "HEAD", signal: AbortSignal.timeout(connectMs) });
      return addToCache(cache, installedName, install);
    });
    return { pulumi: join(dir, cliName), dir, version: cliVersion, source: "installer" };
  } catch (error) {
    console.error(`The installer failed: ${(error as Error).message}`);
    return undefined;
  }
}

function install(folder: string): Promise<void> {
  // Use a temporary home, because the installer runs the CLI, which writes a log into its home.
  return inScratch(async (home) => {
    const args = [join(__dirname, "installer-process.cjs"), folder, cliVersion];
    const env = { ...process.env, ...isolated(home) };
    const { exitCode, stderr } = await runCommand(process.execPath, args, { env });
    if (exitCode !== 0) throw new Error(stderr.trim());
  });
}
