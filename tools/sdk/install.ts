import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { quietly, requireMaven } from "../language/maven";
import { requireCommand, runTool } from "../language/requirement";
import { readPublished } from "../schema/metadata";
import { artifact } from "./maven";
import { packSdks } from "./pack";

/** The languages in which a program can use the provider plugin here. */
export const languages = ["yaml", "python", "go", "java", "typescript"] as const;

/** A language in which a program can use the provider plugin here. */
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
 * Builds the packages of a language's SDK and installs them for the program in a folder, which must lie in the repository.
 * Gives what the environment of the CLI needs.
 */
export async function installSdk(language: Language, dir: string): Promise<Record<string, string>> {
  // The CLI reads the plugin's schema, so there is no SDK.
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
  // Not every version of the language host looks into the option "virtualenv" of Pulumi.yaml.
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
  // Go's own cache would keep what this version is today, under a number that is released later.
  const sdk = await downloadedModule(dir, join(packages, "go"));
  await runTool("go", ["mod", "edit", `-replace=${goModule}=${sdk}`], options);
  await runTool("go", ["mod", "tidy"], options);
  return env;
}

/** The folder of the SDK's module, unpacked by Go from what a proxy would have. */
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

/** Into the user's repository, as `mvn install` of a clone does: a program's own can't be told from its `pom.xml`. */
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
