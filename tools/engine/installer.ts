import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addToCache, installedName } from "./cache";
import { isolated } from "./environment";
import { cliName, type Engine } from "./executable";
import type { Progress } from "./progress";
import { cliVersion } from "./version";

/** How the installer is run. */
export interface InstallerOptions {
  /** The program that installs, and reports to its parent. */
  script: string;
  /** How long it may take until it has a connection, in milliseconds. */
  connectMs: number;
  /** How long it may take in all, in milliseconds. */
  totalMs: number;
}

const defaults: InstallerOptions = {
  script: join(__dirname, "installer-process.cjs"),
  connectMs: 20_000,
  totalMs: 300_000,
};

/** What the installer's process reports to us. */
type InstallerMessage =
  | { state: "connected" }
  | { state: "installed" }
  | { state: "failed"; reason: string };

/** Pulumi's official installer, by its Automation API; absent where it can't be reached. */
export async function installOfficially(
  cache: string,
  progress: Progress,
  options: InstallerOptions = defaults,
): Promise<Engine | undefined> {
  const step = {
    doing: `Installing Pulumi ${cliVersion} with its official installer`,
    expected: `about a minute; ${options.connectMs / 1_000} s to connect`,
  };
  try {
    const dir = await progress.during(step, () =>
      addToCache(cache, installedName, (folder) => install(folder, options)),
    );
    return { pulumi: join(dir, cliName), dir, version: cliVersion, source: "installer" };
  } catch (error) {
    progress.say(`The installer failed: ${reasonOf(error)}`);
    return undefined;
  }
}

async function install(folder: string, options: InstallerOptions): Promise<void> {
  // The installed CLI is run once to see its version, and writes a log into its home.
  const home = await mkdtemp(join(tmpdir(), "pulumi-home-"));
  const child = fork(options.script, [folder, cliVersion], {
    // A group of its own: the installer starts a shell, which starts the download.
    detached: true,
    execArgv: [],
    stdio: "ignore",
    env: { ...process.env, ...isolated(home) },
  });
  try {
    await watch(child, options);
  } finally {
    endGroup(child);
    await rm(home, { recursive: true, force: true });
  }
}

function watch(child: ChildProcess, options: InstallerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (ms: number, what: string) =>
      setTimeout(() => reject(new Error(`${what} within ${ms / 1_000} s`)), ms);
    const connecting = giveUp(options.connectMs, "no connection");
    const installing = giveUp(options.totalMs, "not done");
    const settle = (act: () => void) => {
      clearTimeout(connecting);
      clearTimeout(installing);
      act();
    };
    child.on("message", (message: InstallerMessage) => {
      if (message.state === "connected") {
        clearTimeout(connecting);
      } else if (message.state === "installed") {
        settle(resolve);
      } else {
        settle(() => reject(new Error(message.reason)));
      }
    });
    child.once("error", (error) => settle(() => reject(error)));
    child.once("exit", (code) => settle(() => reject(new Error(`it ended with status ${code}`))));
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
