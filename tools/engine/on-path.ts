import { realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { gte, parse } from "semver";
import { runCommand } from "./command";
import { isolated } from "./environment";
import { cliName, type Engine, isExecutable, missingIn } from "./executable";
import { inScratch } from "./scratch";
import { minimumCliVersion } from "./version";

/** The Pulumi CLI on the user's PATH, if it is complete and not too old. */
export async function findOnPath(): Promise<Engine | undefined> {
  for (const folder of (process.env.PATH ?? "").split(delimiter).filter(isAbsolute)) {
    const pulumi = join(folder, cliName);
    if (await isExecutable(pulumi)) return inspect(pulumi);
  }
  return undefined;
}

async function inspect(pulumi: string): Promise<Engine | undefined> {
  const version = await versionOf(pulumi);
  if (version === undefined || !gte(version, minimumCliVersion)) {
    const found = version === undefined ? "doesn't print its version" : `is ${version}`;
    console.error(
      `${pulumi} ${found}; version ${minimumCliVersion} or later is required, so it is not used`,
    );
    return undefined;
  }
  // PATH may contain a symbolic link to the CLI, made by a package manager. The language host is then next to the
  // link's target.
  let missing: string[] = [];
  for (const dir of [dirname(pulumi), dirname(await realpath(pulumi))]) {
    missing = await missingIn(dir);
    if (missing.length === 0) return { pulumi: join(dir, cliName), dir, version, source: "path" };
  }
  console.error(`${pulumi} has no ${missing.join(" and no ")} beside it, so it is not used`);
  return undefined;
}

/** The version that an executable prints, without the leading `v`, or undefined if it prints none. */
function versionOf(pulumi: string): Promise<string | undefined> {
  // Use a temporary home, because even `pulumi version` writes a log into the home.
  return inScratch(async (home) => {
    const env = { ...process.env, ...isolated(home) };
    const { exitCode, stdout } = await runCommand(pulumi, ["version"], { env });
    return exitCode === 0 ? parse(stdout.trim())?.version : undefined;
  });
}
