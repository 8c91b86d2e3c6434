import { statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { EmailMarketingError } from "../errors/error";

/** What a user has asked to write. */
export interface Asked {
  /** In words, with the path that the user gave, such as `the file report.json`. */
  readonly target: string;
  /** What follows from a failure, as a sentence. */
  readonly advice: string;
}

/** Does a step that writes; what fails is said in one sentence. */
export async function writing<Value>(
  { target, advice }: Asked,
  step: () => Promise<Value>,
): Promise<Value> {
  try {
    return await step();
  } catch (cause) {
    const { code = "unwritable" } = cause as { code?: string };
    throw new EmailMarketingError("config", `can't write ${target} (${code}). ${advice}`, {
      cause,
    });
  }
}

/** A file to write. */
export interface FileContent {
  /** As the user gave it. */
  readonly path: string;
  readonly content: string;
}

/** Writes one file. */
export function writeOne(folder: string, { path, content }: FileContent): Promise<void> {
  const asked = { target: `the file ${path}`, advice: "No file was changed." };
  return writing(asked, () => writeFile(resolve(folder, path), content));
}

/** Writes files that are not there yet, all of them or none. */
export async function writeNew(folder: string, files: readonly FileContent[]): Promise<void> {
  const begun: string[] = [];
  try {
    for (const file of files) {
      begun.push(resolve(folder, file.path));
      await writeOne(folder, file);
    }
  } catch (error) {
    // A device or a folder at such a path is none of ours.
    await Promise.all(begun.filter(isFile).map((path) => rm(path)));
    throw error;
  }
}

/** Whether there is a file at a path. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
