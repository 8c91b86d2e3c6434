import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { findProject, type Project } from "../../../provider/engine/project";
import { requireOwnError } from "../../../provider/errors/error";
import { name as packageName, version } from "../../../provider/plain/package";
import { engineVersion } from "../stack/pulumi-cli";
import { fault, fine, isAtLeast, type Observation, warning } from "./observation";

export async function examineProject(cwd: string): Promise<Observation[]> {
  const folder = resolve(cwd);
  return [
    fine("Node.js", process.versions.node),
    await engineObservation(folder),
    ...projectObservations(findProject(cwd), folder),
  ];
}

async function engineObservation(folder: string): Promise<Observation> {
  const about = "Pulumi CLI";
  try {
    const found = await engineVersion(folder);
    if (isAtLeast(found, 3, 254)) return fine(about, found);
    const says = `${found} can't import: pulumi import --file requires 3.254 or later`;
    return warning(about, says, "To import, upgrade: https://www.pulumi.com/docs/install/");
  } catch (error) {
    return fault(about, requireOwnError(error).message);
  }
}

function projectObservations(project: Project | undefined, cwd: string): Observation[] {
  if (!project) {
    const says = `no Pulumi.yaml in ${cwd} or a folder above it`;
    const hint = "Run this command in a Pulumi project, or set the folder with --cwd.";
    return [fault("project", says, hint)];
  }
  const { folder, programFolder, runtime } = project;
  // Programs in other languages load no npm package, so there is no package to check.
  if (runtime !== "nodejs")
    return [fine("project", `${folder} (${runtime}, which uses the provider plugin)`)];
  return [fine("project", programFolder), ownPackage(programFolder), sdkPackage(programFolder)];
}

function ownPackage(folder: string): Observation {
  const own = versionIn(folder, packageName);
  if (own === undefined) return unresolved(packageName, "where Pulumi loads it");
  if (own === version) return fine(packageName, own);
  const says = `the project has ${own}, but this command is ${version}`;
  return warning(packageName, says, "Run the command of the project: npx pulumi-email-marketing");
}

function sdkPackage(folder: string): Observation {
  const about = "@pulumi/pulumi";
  const sdk = versionIn(folder, about);
  if (sdk === undefined) return unresolved(about, "and programs need it", fittingSdk());
  if (isAtLeast(sdk, 3, 216)) return fine(about, sdk);
  const says = `${sdk} is too old: 3.216 or later is required`;
  return fault(about, says, `Run: npm install ${fittingSdk()}`);
}

function unresolved(about: string, why: string, wanted = about): Observation {
  return fault(
    about,
    `can't be resolved from the project folder, ${why}`,
    `Add it to the dependencies of the project's own package.json. Run: npm install ${wanted}`,
  );
}

/** A version of the Pulumi SDK that npm installs for this Node.js version without a warning. */
function fittingSdk(): string {
  return isAtLeast(process.versions.node, 22, 0) ? "@pulumi/pulumi@latest" : "@pulumi/pulumi@3.248";
}

function versionIn(folder: string, name: string): string | undefined {
  try {
    const require = createRequire(join(folder, "index.js"));
    return (require(`${name}/package.json`) as { version: string }).version;
  } catch {
    return undefined;
  }
}
