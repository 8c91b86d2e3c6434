import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { generateSdks } from "../sdk/generate";
import { requireCommand, runTool } from "./requirement";

/** The languages in which a program can use the provider plugin here. */
export const languages = ["yaml", "python", "go", "typescript"] as const;

/** A language in which a program can use the provider plugin here. */
export type Language = (typeof languages)[number];

const repository = join(__dirname, "..", "..");

const installers: Readonly<Record<Language, (dir: string) => Promise<Record<string, string>>>> = {
  // The CLI reads the plugin's schema, so there is no SDK.
  yaml: () => Promise.resolve({}),
  python: installForPython,
  go: installForGo,
  typescript: installForTypeScript,
};

/**
 * Generates the SDK of a language and installs it for the program in a folder; the folder must lie in the repository.
 * Gives what the environment of the CLI needs.
 */
export function installSdk(language: Language, dir: string): Promise<Record<string, string>> {
  return installers[language](dir);
}

async function installForPython(dir: string): Promise<Record<string, string>> {
  await requireCommand(
    "python3",
    ["-m", "venv", "--help"],
    "Programs in Python need Python 3.9 or later with venv. Install it (https://www.python.org/downloads)",
  );
  const folder = join(dir, ".sdk");
  await generateSdks(folder, ["python"]);
  const environment = join(dir, "venv");
  await runTool("python3", ["-m", "venv", environment], { cwd: dir });
  const python = join(environment, "bin", "python");
  const sdk = join(folder, "python");
  await runTool(python, ["-m", "pip", "install", "--quiet", "pulumi==3.270.0", sdk], { cwd: dir });
  // Not every version of the language host looks into the option "virtualenv" of Pulumi.yaml.
  return { PULUMI_PYTHON_CMD: python };
}

async function installForGo(dir: string): Promise<Record<string, string>> {
  await requireCommand(
    "go",
    ["version"],
    "Programs in Go need Go 1.25 or later. Install it (https://go.dev/doc/install)",
  );
  await generateSdks(join(dir, ".sdk"), ["go"]);
  const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod" };
  const sdk = "github.com/pulumi-emailmarketing/pulumi-emailmarketing/sdk/go";
  await runTool("go", ["mod", "edit", `-replace=${sdk}=./.sdk/go`], { cwd: dir, env });
  await runTool("go", ["mod", "tidy"], { cwd: dir, env });
  return { GOWORK: "off", GOFLAGS: "-mod=mod" };
}

async function installForTypeScript(dir: string): Promise<Record<string, string>> {
  await generateSdks(join(dir, ".sdk"), ["nodejs"]);
  const sdk = join(dir, ".sdk", "nodejs");
  const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
  await runTool(process.execPath, [tsc, "-p", sdk], { cwd: dir });
  const installed = join(dir, "node_modules", "@emailmarketing", "pulumi");
  await mkdir(installed, { recursive: true });
  await cp(join(sdk, "bin"), installed, { recursive: true });
  await cp(join(sdk, "package.json"), join(installed, "package.json"));
  return {};
}
