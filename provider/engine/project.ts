import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Properties } from "../input/plain";
import { objectIn, stringIn } from "./written";

export interface Project {
  /** The folder of its Pulumi.yaml. */
  readonly folder: string;
  /** Where the engine runs its program and loads this package: the folder, or the one that `main` names. */
  readonly programFolder: string;
  /** Undefined where the file does not say it. */
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

function projectIn(folder: string, text: string): Project {
  const { name, runtime, main } = settingsIn(text);
  return {
    folder,
    programFolder: programFolder(folder, stringIn(main)),
    name: stringIn(name),
    runtime: stringIn(runtime) ?? stringIn(objectIn(runtime)?.name) ?? "nodejs",
  };
}

/** What can't be read is reported by Pulumi itself. */
function settingsIn(text: string): Properties {
  // Loaded by the commands that look for a project.
  const { parse } = require("yaml") as typeof import("yaml");
  try {
    return objectIn(parse(text)) ?? {};
  } catch {
    return {};
  }
}

/** `main` names a folder, or a file in one. */
function programFolder(folder: string, main: string | undefined): string {
  if (main === undefined) return folder;
  const path = resolve(folder, main);
  return /\.[cm]?[jt]s$/.test(path) ? dirname(path) : path;
}
