import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import type { ResourceForm } from "../../engine/urn";
import type { StateObject } from "../stack/state";

/** Where the user wants the files. */
interface Wanted {
  readonly cwd: string;
  readonly file: string;
  readonly program: string;
  readonly force?: boolean;
}

/** Where an import writes its two files. */
export interface Target {
  readonly file: string;
  readonly program: string;
  /** Why these are not the paths that the user gave. */
  readonly note?: string;
}

/**
 * A file that is there stays, and the import takes the next free names: what a program no longer declares, the next
 * `pulumi up` deletes. With `force`, a program is replaced that nothing would be lost with.
 */
export function targetOf(
  { cwd, file, program, force = false }: Wanted,
  { form, held }: { readonly form: ResourceForm; readonly held: readonly StateObject[] },
): Target {
  const isTaken = (path: string) => isFile(resolve(cwd, path));
  // For the plugin, Pulumi writes the program.
  const written = form === "plugin" ? [file] : [file, program];
  const taken = written.find(isTaken);
  if (taken === undefined) return { file, program };
  const kept = form === "plugin" ? undefined : whyKept(resolve(cwd, program), held);
  if (force && kept === undefined) return { file, program };
  for (let number = 2; ; number += 1) {
    const next = { file: numbered(file, number), program: numbered(program, number) };
    const [own = "", names] =
      form === "plugin" ? [file, [next.file]] : [program, [next.file, next.program]];
    if (names.some(isTaken)) continue;
    const why = force && kept !== undefined ? `${own} ${kept}` : `${taken} already exists`;
    return { ...next, note: `${why}, so the files are ${names.join(" and ")}` };
  }
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

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

const mark = /^\/\/ Written by pulumi-email-marketing import \(([0-9a-f]{16})\)\.\n/;

/** A program with a first line that shows whether it was edited since. */
export function marked(program: string): string {
  return `// Written by pulumi-email-marketing import (${hashOf(program)}).\n${program}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Why a program must not be replaced, in words that follow its path. */
function whyKept(path: string, held: readonly StateObject[]): string | undefined {
  if (!isFile(path)) return undefined;
  const text = readFileSync(path, "utf8");
  const [line, hash] = mark.exec(text) ?? [];
  if (line === undefined) return "was not written by import";
  const rest = text.slice(line.length);
  if (hashOf(rest) !== hash) return "was edited since import wrote it";
  const names = new Set(held.map(({ kind, name }) => `${kind} ${name}`));
  return declared(rest).some((name) => names.has(name))
    ? "declares resources that the stack already has"
    : undefined;
}

/** What a program declares that is as `import` wrote it. */
function declared(program: string): string[] {
  const statements = program.matchAll(/^export const \w+ = new (\w+)\((".*"), \{$/gm);
  return [...statements].map(
    ([, kind = "", name = '""']) => `${kind} ${JSON.parse(name) as string}`,
  );
}
