import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../engine/command";
import { inScratch } from "../engine/scratch";
import { runTool } from "../language/requirement";
import type { BundledPackage } from "./notices";

const repository = join(__dirname, "..", "..");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
}

/**
 * Writes the dependencies and bundled packages of one workspace as a CycloneDX file, and returns its path. Runs in a
 * separate project, because `npm sbom` omits packages that another workspace uses only for tests.
 */
export async function writeSbom(
  workspace: string,
  target: string,
  bundled: readonly Pick<BundledPackage, "name" | "version">[] = [],
): Promise<string> {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(repository, path), "utf8"));
  const manifest = (await read(`${workspace}/package.json`)) as Manifest;
  const lock = (await read("package-lock.json")) as Lock;
  return inScratch(async (scratch) => {
    // npm names the project after the folder, so name the folder after the package.
    const folder = join(scratch, manifest.name);
    await mkdir(folder);
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify(standaloneManifest(manifest, bundled)),
    );
    const packages = lockFileOf(lock, workspace);
    await writeFile(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
    const project = { cwd: folder };
    await runTool("npm", ["install", "--package-lock-only", "--ignore-scripts"], project);
    const args = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"];
    const { exitCode, stdout, output } = await runCommand("npm", args, project);
    if (exitCode !== 0) throw new Error(`npm sbom failed:\n${output}`);
    const file = join(target, `${manifest.name}-${manifest.version}.cdx.json`);
    await writeFile(file, stdout);
    return file;
  });
}

function standaloneManifest(
  { name, version, license, dependencies }: Manifest,
  bundled: readonly Pick<BundledPackage, "name" | "version">[],
): object {
  const inBundles = Object.fromEntries(bundled.map((one) => [one.name, one.version]));
  return { name, version, license, dependencies: { ...inBundles, ...dependencies } };
}

/**
 * The packages of our lock file for one workspace. The workspace's own version of a package replaces the shared
 * version.
 */
function lockFileOf({ packages }: Lock, workspace: string): object {
  const ofWorkspace = `${workspace}/node_modules/`;
  const shared = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith("node_modules/") && !link,
  );
  const own = Object.entries(packages).filter(([path]) => path.startsWith(ofWorkspace));
  const moved = own.map(([path, value]) => [path.slice(workspace.length + 1), value] as const);
  return Object.fromEntries([...shared, ...moved]);
}
