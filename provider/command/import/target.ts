import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import type { ResourceForm } from "../../engine/urn";
import { EmailMarketingError } from "../../errors/error";
import type { FileContent } from "../../terminal/write-together";

/** Where an import writes. */
interface Target {
  readonly cwd: string;
  readonly file: string;
  readonly program: string;
  /** Whether a file that is there is replaced, and kept beside the new one. */
  readonly force?: boolean;
}

/** Checked before the account is read, which takes a while. */
export function requireTwoPaths({ cwd, file, program }: Target): void {
  const [own, other] = [file, program].map((path) => resolve(cwd, path)) as [string, string];
  const exist = existsSync(own) && existsSync(other);
  if (own === other || (exist && realpathSync(own) === realpathSync(other))) {
    throw wrong(`--file and --program are both ${file}. Set two different paths.`);
  }
}

/** A program that no longer declares something makes the next `pulumi up` delete it: so no file is replaced unasked. */
export function requireNew(target: Target, form: ResourceForm): void {
  const [path] = target.force ? [] : replacedBy(target, form);
  if (path === undefined) return;
  const option = path === target.file ? "--file" : "--program";
  throw wrong(
    `${path} already exists. Set another ${option}, or add --force to replace it and keep the old file beside it.`,
  );
}

/** What is replaced, each under a new name: `email-marketing.ts.before`. */
export function keptFiles(target: Target, form: ResourceForm): FileContent[] {
  return replacedBy(target, form).map((path) => ({
    path: freePath(target.cwd, `${path}.before`, new Set()),
    content: readFileSync(resolve(target.cwd, path), "utf8"),
  }));
}

/** For the plugin, Pulumi writes the program. */
function replacedBy({ cwd, file, program }: Target, form: ResourceForm): string[] {
  const written = form === "plugin" ? [file] : [file, program];
  return written.filter((path) => isFile(resolve(cwd, path)));
}

/** The path that a file of its own can have: the given one, or the next free one. */
export function freePath(cwd: string, path: string, taken: ReadonlySet<string>): string {
  const { dir, name, ext } = parse(path);
  const isFree = (one: string) => !taken.has(one) && !isFile(resolve(cwd, one));
  let free = path;
  for (let number = 2; !isFree(free); number += 1) free = join(dir, `${name}-${number}${ext}`);
  return free;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function wrong(problem: string): EmailMarketingError {
  return new EmailMarketingError("config", problem);
}
