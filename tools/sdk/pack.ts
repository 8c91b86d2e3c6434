import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inScratch } from "../engine/scratch";
import { quietly, requireMaven } from "../language/maven";
import { pythonEnvironment } from "../language/python-environment";
import { runTool } from "../language/requirement";
import { metadata, readPublished } from "../schema/metadata";
import { generateSdks, writeGoModule } from "./generate";
import { type SdkLanguage, sdkLanguages } from "./language";

const repository = join(__dirname, "..", "..");
const published = readPublished();

/** The Python tools that build and check packages. */
export const pythonTools = join(__dirname, "requirements.txt");

/** Packs an SDK into a folder named after its registry. For NuGet, this is only an archive of the sources. */
const packers: Readonly<Record<SdkLanguage, (sources: string, target: string) => Promise<void>>> = {
  nodejs: packForNpm,
  python: packForPyPi,
  go: packForGo,
  java: packForMaven,
  dotnet: packForNuGet,
};

/**
 * Builds the packages of the SDKs into folders named after registries. `nuget` gets the sources of a project, because
 * nothing here packs .NET.
 */
export function packSdks(
  target: string,
  languages: readonly SdkLanguage[] = sdkLanguages,
): Promise<void> {
  return inScratch(
    async (folder) => {
      await generateSdks(folder, languages);
      for (const language of languages) await packers[language](join(folder, language), target);
    },
    // TypeScript finds Pulumi's SDK from a folder in the repository.
    join(repository, "temp"),
  );
}

/** Packs the compiler's output as the root of the package, because the code reads the `package.json` beside it. */
async function packForNpm(sources: string, target: string): Promise<void> {
  const root = join(sources, "bin");
  const generated = await readFile(join(sources, "package.json"), "utf8");
  const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
  // Omit source maps, because the sources aren't in the package.
  const options = ["--sourceMap", "false", "--declarationMap", "false"];
  await runTool(process.execPath, [tsc, "-p", sources, ...options], { cwd: repository });
  await writeFile(join(root, "package.json"), npmPackage(generated));
  for (const name of ["README.md", "LICENSE"])
    await copyFile(join(sources, name), join(root, name));
  const registry = await registryFolder(target, "npm");
  await runTool("npm", ["pack", "--loglevel=error", "--pack-destination", registry], { cwd: root });
}

/** Completes the generated `package.json`, and removes its scripts and development dependencies. */
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

/**
 * Packs the module in the format of a proxy. `go mod tidy` adds exact versions of dependencies, which `go vet` needs.
 */
async function packForGo(sources: string, target: string): Promise<void> {
  await runTool("go", ["mod", "tidy"], { cwd: sources, env: { ...process.env, GOWORK: "off" } });
  await writeGoModule(sources, published.version, await registryFolder(target, "go"));
}

/** Packs the artifacts in the layout in which Maven Central accepts a bundle. */
async function packForMaven(sources: string, target: string): Promise<void> {
  await requireMaven();
  const registry = await registryFolder(target, "maven");
  const repositoryOption = `-DaltDeploymentRepository=release::${pathToFileURL(registry).href}`;
  const args = ["deploy", ...quietly, "-Dmaven.install.skip", repositoryOption];
  await runTool("mvn", args, { cwd: sources });
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
