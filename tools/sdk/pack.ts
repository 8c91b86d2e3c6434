import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { quietly, requireMaven } from "../language/maven";
import { pythonEnvironment } from "../language/python-environment";
import { runTool } from "../language/requirement";
import { metadata, readPublished } from "../schema/metadata";
import { generateSdks, writeGoModule } from "./generate";
import { type SdkLanguage, sdkLanguages } from "./language";

const repository = join(__dirname, "..", "..");
const published = readPublished();

/** What builds and checks Python's packages. */
export const pythonTools = join(__dirname, "requirements.txt");

/** Builds the packages of an SDK from its sources into a folder that is named after its registry. */
const packers: Readonly<Record<SdkLanguage, (sources: string, target: string) => Promise<void>>> = {
  nodejs: packForNpm,
  python: packForPyPi,
  go: packForGo,
  java: packForMaven,
  dotnet: packForNuGet,
};

/**
 * Builds the packages of a version's SDKs: what is in `npm` and `pypi` is uploaded as it is, `go` is what a module proxy has, `maven`
 * what a repository has, and `nuget` holds the sources of a project, since nothing here packs .NET.
 */
export async function packSdks(
  target: string,
  languages: readonly SdkLanguage[] = sdkLanguages,
): Promise<void> {
  // In the repository, so that TypeScript finds Pulumi's SDK.
  const temp = join(repository, "temp");
  await mkdir(temp, { recursive: true });
  const folder = await mkdtemp(join(temp, "sdk-"));
  try {
    await generateSdks(folder, languages);
    for (const language of languages) await packers[language](join(folder, language), target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The package's root is the compiler's output, as with Pulumi's own SDKs: the code reads the `package.json` beside it. */
async function packForNpm(sources: string, target: string): Promise<void> {
  const root = join(sources, "bin");
  const generated = await readFile(join(sources, "package.json"), "utf8");
  const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
  // The maps would name sources that aren't in the package.
  const options = ["--sourceMap", "false", "--declarationMap", "false"];
  await runTool(process.execPath, [tsc, "-p", sources, ...options], { cwd: repository });
  await writeFile(join(root, "package.json"), npmPackage(generated));
  for (const name of ["README.md", "LICENSE"])
    await copyFile(join(sources, name), join(root, name));
  const registry = await registryFolder(target, "npm");
  await runTool("npm", ["pack", "--loglevel=error", "--pack-destination", registry], { cwd: root });
}

/** What the generator writes, without the commands and versions of a build that isn't this one. */
function npmPackage(generated: string): string {
  const { scripts, devDependencies, ...rest } = JSON.parse(generated) as Record<string, unknown>;
  const completed = {
    ...rest,
    description: metadata(published).description,
    repository: { type: "git", url: `git+https://github.com/${published.repository}.git` },
    type: "commonjs",
    main: "./index.js",
    types: "./index.d.ts",
    engines: { node: ">=20.19" },
    publishConfig: { access: "public", provenance: true },
  };
  return `${JSON.stringify(completed, null, 2)}\n`;
}

async function packForPyPi(sources: string, target: string): Promise<void> {
  const registry = await registryFolder(target, "pypi");
  const bin = await pythonEnvironment(pythonTools);
  await runTool(join(bin, "python"), ["-m", "build", "--outdir", registry], { cwd: sources });
}

/** The module proxy of Go takes a module from the folder of a tag; `go vet` needs the versions of what it needs. */
async function packForGo(sources: string, target: string): Promise<void> {
  await runTool("go", ["mod", "tidy"], { cwd: sources, env: { ...process.env, GOWORK: "off" } });
  await writeGoModule(sources, published.version, await registryFolder(target, "go"));
}

/** What Maven would put into a repository, in the layout that Maven Central takes a bundle in. */
async function packForMaven(sources: string, target: string): Promise<void> {
  await requireMaven();
  const registry = await registryFolder(target, "maven");
  await runTool(
    "mvn",
    [
      "deploy",
      ...quietly,
      "-Dmaven.install.skip",
      `-DaltDeploymentRepository=release::${pathToFileURL(registry).href}`,
    ],
    {
      cwd: sources,
    },
  );
}

async function packForNuGet(sources: string, target: string): Promise<void> {
  const registry = await registryFolder(target, "nuget");
  const archive = join(registry, `Pulumi.EmailMarketing-${published.version}-source.tar.gz`);
  await runTool("tar", ["-czf", archive, "."], { cwd: sources });
}

async function registryFolder(target: string, name: string): Promise<string> {
  const folder = join(target, name);
  await mkdir(folder, { recursive: true });
  return folder;
}
