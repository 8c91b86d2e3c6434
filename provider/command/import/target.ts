import { join, parse, resolve } from "node:path";
import type { ResourceForm } from "../../engine/urn";
import { isFile } from "../../terminal/writing";

/** Where the user wants the files. */
interface Wanted {
  readonly cwd: string;
  readonly file: string;
  readonly program: string;
}

/** Where an import writes its two files. */
export interface Target {
  readonly file: string;
  readonly program: string;
  /** Why these are not the paths that the user gave. */
  readonly note?: string;
}

/** The given paths, or the next free ones: what a program that was replaced no longer declares, `pulumi up` would delete. */
export function targetOf({ cwd, file, program }: Wanted, form: ResourceForm): Target {
  // For the plugin, Pulumi writes the program.
  const given = form === "plugin" ? [file] : [file, program];
  const takenOf = (paths: readonly string[]) => paths.find((path) => isFile(resolve(cwd, path)));
  const taken = takenOf(given);
  if (taken === undefined) return { file, program };
  const next = (number: number) => given.map((path) => numbered(path, number));
  let number = 2;
  while (takenOf(next(number)) !== undefined) number += 1;
  const [free = file, freeProgram = program] = next(number);
  const note = `${taken} already exists, so the files are ${next(number).join(" and ")}`;
  return { file: free, program: freeProgram, note };
}

function numbered(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-${number}${ext}`);
}

/** The path that a file of its own can have: the given one, or the next free one. */
export function freePath(cwd: string, path: string, taken: ReadonlySet<string>): string {
  const isFree = (one: string) => !taken.has(one) && !isFile(resolve(cwd, one));
  let free = path;
  for (let number = 2; !isFree(free); number += 1) free = numbered(path, number);
  return free;
}
