import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cacheFolder } from "../engine/cache";
import { type CommandResult, runCommand } from "../engine/command";
import { withLock } from "../engine/lock";
import type { Progress } from "../engine/progress";

/** The release of schemathesis that is used. */
export const schemathesisVersion = "4.32.5";

const oldestPython = { major: 3, minor: 10 };

const binaries = process.platform === "win32" ? "Scripts" : "bin";

/** Where the Python environment of this release is kept: beside the engines, never in the repository. */
export function environmentFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(dirname(cacheFolder(env)), `schemathesis-${schemathesisVersion}`);
}

/**
 * The path of schemathesis, in an environment that an earlier run made or that is made now. Rejects with one sentence that
 * names the way out when there is no Python to make it with.
 */
export async function findSchemathesis(folder: string, progress: Progress): Promise<string> {
  const executable = join(folder, binaries, "schemathesis");
  if (await works(executable)) {
    return executable;
  }
  const waiting = (pid: number) =>
    progress.say(`Process ${pid} is installing schemathesis; waiting for it ...`);
  return withLock(`${folder}.lock`, waiting, async () => {
    // The process that held the lock may have made it.
    if (!(await works(executable))) {
      await make(folder, progress);
    }
    return executable;
  });
}

/** Half an environment, or one whose Python has gone, is none. */
async function works(executable: string): Promise<boolean> {
  const version = await runCommand(executable, ["--version"]).catch(absent);
  return version?.stdout.trim().endsWith(schemathesisVersion) ?? false;
}

async function make(folder: string, progress: Progress): Promise<void> {
  await requirePython();
  const step = {
    doing: `Installing schemathesis ${schemathesisVersion}`,
    expected: "a minute, once",
  };
  await progress.during(step, async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    succeeded("python3 -m venv", await runCommand("python3", ["-m", "venv", folder]));
    const pip = ["install", "--quiet", "--disable-pip-version-check", "--no-input"];
    const wanted = `schemathesis==${schemathesisVersion}`;
    succeeded("pip", await runCommand(join(folder, binaries, "pip"), [...pip, wanted]));
  });
}

async function requirePython(): Promise<void> {
  const script = "import sys; print(*sys.version_info[:2])";
  const version = await runCommand("python3", ["-c", script]).catch(absent);
  const [major = 0, minor = 0] = version?.stdout.trim().split(" ").map(Number) ?? [];
  const isEnough = major === oldestPython.major && minor >= oldestPython.minor;
  if (isEnough) {
    return;
  }
  const needed =
    version?.exitCode === 0
      ? `python3 is ${major}.${minor}, which is too old for schemathesis, the tool that generates the requests`
      : "python3 was not found; schemathesis, the tool that generates the requests, needs it";
  throw new Error(
    `${needed}. Install Python ${oldestPython.major}.${oldestPython.minor} or later with venv and pip ` +
      "(https://www.python.org/downloads), put it on the PATH, and try again.",
  );
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") {
    throw error;
  }
}

function succeeded(what: string, { exitCode, output }: CommandResult): void {
  if (exitCode !== 0) {
    const lastLines = output.trim().split("\n").slice(-15).join("\n");
    throw new Error(
      `Installing schemathesis ${schemathesisVersion} failed. The last output of ${what}:\n${lastLines}`,
    );
  }
}
