import { chmod, copyFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { EmailMarketingError } from "../../provider/errors/error";

export interface FileContent {
  readonly path: string;
  readonly content: string;
}

interface Target extends FileContent {
  /** The path of the file to replace: `path`, or the target of the symlink at `path`. */
  readonly real: string;
  readonly mode: number | undefined;
  /** False for a path that is written to instead of replaced, such as a device or a pipe. */
  readonly isFile: boolean;
  readonly staged: string;
  readonly backup: string;
}

/**
 * Writes several files. After a failure, restores the regular files that it has replaced, because the user may have no
 * other copy. Can't restore a device or a pipe. Steps that may fill the disk come before the first replacement.
 */
export async function writeTogether(folder: string, files: readonly FileContent[]): Promise<void> {
  const targets = await Promise.all(
    files.map((file) => withPathInError(file, () => targetOf(folder, file))),
  );
  const regular = targets.filter(({ isFile }) => isFile);
  const replaced: Target[] = [];
  try {
    for (const target of regular) await withPathInError(target, () => stage(target));
    for (const target of targets.filter(({ isFile }) => !isFile)) {
      await withPathInError(target, () => writeFile(target.real, target.content));
    }
    for (const target of regular) {
      await withPathInError(target, () => rename(target.staged, target.real));
      replaced.push(target);
    }
  } catch (error) {
    await Promise.all(replaced.map(restore));
    throw error;
  } finally {
    const beside = regular.flatMap(({ staged, backup }) => [staged, backup]);
    await Promise.all(beside.map((path) => rm(path, { force: true })));
  }
}

async function targetOf(folder: string, file: FileContent): Promise<Target> {
  const path = resolve(folder, file.path);
  const real = await realpath(path).catch(() => path);
  const found = await stat(real).catch(() => undefined);
  const beside = (ending: string) =>
    join(dirname(real), `.${basename(real)}.${process.pid}.${ending}`);
  return {
    ...file,
    real,
    mode: found?.mode,
    isFile: found?.isFile() ?? true,
    staged: beside("new"),
    backup: beside("old"),
  };
}

async function stage({ staged, content, real, mode, backup }: Target): Promise<void> {
  await writeFile(staged, content, { flush: true });
  if (mode === undefined) return;
  // writeFile applies the umask to a mode, so set the mode afterwards.
  await chmod(staged, mode & 0o7777);
  await copyFile(real, backup);
}

function restore({ real, mode, backup }: Target): Promise<void> {
  return mode === undefined ? rm(real) : rename(backup, real);
}

function withPathInError<Value>({ path }: FileContent, step: () => Promise<Value>): Promise<Value> {
  return explainWriteFailure({ target: `the file ${path}`, advice: "No file was changed." }, step);
}

export interface OutputFile {
  /** The file or folder in words, for the error message, such as `the file report.json`. */
  readonly target: string;
  readonly advice: string;
}

export async function explainWriteFailure<Value>(
  { target, advice }: OutputFile,
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
