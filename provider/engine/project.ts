import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** A Pulumi project on disk. */
export interface Project {
  /** The folder of its Pulumi.yaml. */
  readonly folder: string;
  /** Where the engine runs its program and loads this package: the folder, or the one that `main` names. */
  readonly programFolder: string;
  /** Undefined where the file does not say it in a plain way. */
  readonly name?: string | undefined;
  /** The language of its program, such as `nodejs` or `yaml`. */
  readonly runtime: string;
}

/** The project of a folder: its own, or that of the nearest folder above. */
export function findProject(from: string): Project | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]
      .map((name) => join(folder, name))
      .find((path) => existsSync(path));
    if (file !== undefined) return projectIn(folder, readFileSync(file, "utf8"));
    if (dirname(folder) === folder) return undefined;
  }
}

/** The languages of programs, as `runtime` names them. */
const languages = "nodejs|bun|python|go|dotnet|java|yaml";

function projectIn(folder: string, settings: string): Project {
  const [, ...after] = settings.split(/runtime["']?\s*:/);
  const ofObject = new RegExp(`name["']?\\s*:\\s*["']?(${languages})\\b`).exec(
    after.join("\n"),
  )?.[1];
  const given = after.map((text) => new RegExp(`^\\s*["']?(${languages})\\b`).exec(text)?.[1]);
  const runtime = given.find((language) => language !== undefined) ?? ofObject ?? "nodejs";
  // In JSON as its first member.
  const name = /^(?:\{\s*)?["']?name["']?[^\S\n]*:[^\S\n]*["']?([\w.-]+)/m.exec(settings)?.[1];
  return { folder, programFolder: programFolder(folder, settings), name, runtime };
}

/** `main` names a folder, or a file in one. */
function programFolder(folder: string, settings: string): string {
  const main = /^["']?main["']?\s*:\s*["']?([^"'#\n]+)/m.exec(settings)?.[1];
  if (main === undefined) return folder;
  const path = resolve(folder, main.trim());
  return /\.[cm]?[jt]s$/.test(path) ? dirname(path) : path;
}
