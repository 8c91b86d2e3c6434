import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { quietly, requireMaven } from "../language/maven";
import { requireCommand, runTool } from "../language/requirement";
import { readPublished } from "../schema/metadata";
import { artifact } from "./maven";
import { packSdks } from "./pack";

/** The languages in which tests use the provider plugin. */
export const languages = ["yaml", "python", "go", "java", "typescript"] as const;

export type Language = (typeof languages)[number];

const goModule = `github.com/${readPublished().repository}/sdk/go`;

const installers: Readonly<
  Record<
    Exclude<Language, "yaml">,
    (dir: string, packages: string) => Promise<Record<string, string>>
  >
> = {
  python: installForPython,
  go: installForGo,
  java: installForJava,
  typescript: installForTypeScript,
};

/**
 * Builds the packages of a language's SDK and installs them for the program in a folder of the repository. Returns
 * environment variables for the CLI.
 */
export async function installSdk(language: Language, dir: string): Promise<Record<string, string>> {
  // YAML needs no SDK, because the CLI reads the plugin's schema.
  if (language === "yaml") return {};
  const packages = join(dir, ".packages");
  await packSdks(packages, [language === "typescript" ? "nodejs" : language]);
  return installers[language](dir, packages);
}

async function installForPython(dir: string, packages: string): Promise<Record<string, string>> {
  const wheel = await onlyFile(join(packages, "pypi"), ".whl");
  const environment = join(dir, "venv");
  await runTool("python3", ["-m", "venv", environment], { cwd: dir });
  const python = join(environment, "bin", "python");
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  await runTool(python, [...install, "pulumi==3.270.0", wheel], { cwd: dir });
  // Some versions of the language host ignore the option "virtualenv" of Pulumi.yaml.
  return { PULUMI_PYTHON_CMD: python };
}

async function installForGo(dir: string, packages: string): Promise<Record<string, string>> {
  await requireCommand(
    "go",
    ["version"],
    "Programs in Go need Go 1.25 or later. Install it (https://go.dev/doc/install)",
  );
  const env = { GOWORK: "off", GOFLAGS: "-mod=mod" };
  const options = { cwd: dir, env: { ...process.env, ...env } };
  // Don't use Go's own cache, because it would keep this module under the number of a version that is released later.
  const sdk = await downloadedModule(dir, join(packages, "go"));
  await runTool("go", ["mod", "edit", `-replace=${goModule}=${sdk}`], options);
  await runTool("go", ["mod", "tidy"], options);
  return env;
}

/** Downloads the SDK's module from a folder in the format of a module proxy, and returns the module's folder. */
async function downloadedModule(dir: string, proxy: string): Promise<string> {
  const env = {
    ...process.env,
    GOWORK: "off",
    GOFLAGS: "-modcacherw",
    GOMODCACHE: join(dir, ".sdk"),
    GOPROXY: `file://${proxy}`,
    GONOSUMDB: goModule,
  };
  const args = ["mod", "download", "-json", `${goModule}@v${readPublished().version}`];
  return (JSON.parse(await runTool("go", args, { cwd: proxy, env })) as { Dir: string }).Dir;
}

/** Installs into the user's Maven repository, as `mvn install` in a clone does, because `pom.xml` can't name another one. */
async function installForJava(dir: string, packages: string): Promise<Record<string, string>> {
  await requireMaven();
  const { groupId, artifactId, version } = artifact;
  const folder = join(packages, "maven", ...groupId.split("."), artifactId, version);
  const file = join(folder, `${artifactId}-${version}`);
  const args = ["install:install-file", `-Dfile=${file}.jar`, `-DpomFile=${file}.pom`];
  await runTool("mvn", [...args, ...quietly], { cwd: dir });
  return {};
}

async function installForTypeScript(
  dir: string,
  packages: string,
): Promise<Record<string, string>> {
  const archive = await onlyFile(join(packages, "npm"), ".tgz");
  const installed = join(dir, "node_modules", "@emailmarketing", "pulumi");
  await mkdir(installed, { recursive: true });
  await runTool("tar", ["-xzf", archive, "--strip-components", "1", "-C", installed], { cwd: dir });
  return {};
}

async function onlyFile(folder: string, ending: string): Promise<string> {
  const [name, ...others] = (await readdir(folder)).filter((one) => one.endsWith(ending));
  if (name === undefined || others.length > 0)
    throw new Error(`${folder} needs one ${ending} file`);
  return join(folder, name);
}
