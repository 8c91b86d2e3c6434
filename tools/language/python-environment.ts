import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cacheFolder } from "../engine/cache";
import { isExecutable } from "../engine/executable";
import { requireCommand, runTool } from "./requirement";

/**
 * Installs a requirements file into the user's cache once, and returns the folder of its executables. Accepts only
 * wheels, so that no script of a package runs.
 */
export async function pythonEnvironment(requirements: string): Promise<string> {
  const content = await readFile(requirements);
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 16);
  const folder = join(dirname(cacheFolder()), "python", digest);
  const bin = join(folder, "bin");
  // This file is written last, to mark the environment as complete.
  const complete = join(bin, "complete");
  if (await isExecutable(complete)) return bin;
  await requireCommand(
    "python3",
    ["-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))"],
    "The tools that are written in Python need Python 3.10 or later with venv. Install it (https://www.python.org/downloads)",
  );
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runTool("python3", ["-m", "venv", folder], { cwd: folder });
  const install = ["install", "--quiet", "--only-binary", ":all:", "--requirement", requirements];
  await runTool(join(bin, "pip"), [...install, "--disable-pip-version-check"], { cwd: folder });
  await writeFile(complete, "", { mode: 0o755 });
  return bin;
}
