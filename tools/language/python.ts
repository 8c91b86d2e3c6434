import { join } from "node:path";
import { requireCommand, runTool } from "./requirement";

const versions = join(__dirname, "requirements.txt");

/** Makes a virtual environment with packages, in the versions of `requirements.txt`, and gives the path of its Python. */
export async function pythonWith(packages: readonly string[], folder: string): Promise<string> {
  await requireCommand(
    "python3",
    ["-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))"],
    "Programs in Python need Python 3.10 or later with venv. Install it (https://www.python.org/downloads)",
  );
  await runTool("python3", ["-m", "venv", folder], { cwd: __dirname });
  const python = join(folder, "bin", "python");
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  await runTool(python, [...install, "--constraint", versions, ...packages], { cwd: folder });
  return python;
}
