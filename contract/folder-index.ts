import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * The indexes of the folders in which each noun has a file or a folder of its own. They follow from what is there, so that
 * a noun is added by writing its files.
 */

/** Every operation that an emulator's folder exports under its id. */
export function areaIndex(folder: string, ids: readonly string[]): string {
  const files = exportsOf(folder, /^export (?:const|function) (\w+)/gm).map(({ file, names }) => ({
    file,
    names: names.filter((name) => ids.includes(name)),
  }));
  return `import type { OperationId } from "#contract";
import type { Operation } from "../operation/operation";
${importsOf(files)}
/** The implementation of every operation in the contract, which its file exports under the operation's id. */
export const served: Readonly<Record<OperationId, Operation>> = { ${listOf(files)} };
`;
}

/** Every collection of a folder: where a file has several for the same rows, the first. */
export function collectionIndex(folder: string): string {
  const files = exportsOf(folder, /^export const (\w+) = collection</gm).map(({ file, names }) => ({
    file,
    names: names.slice(0, 1),
  }));
  return `${importsOf(files)}
/** Every collection of the service that is searched, by the name under which an account holds it. */
export const collections = { ${listOf(files)} };
`;
}

/** What programs see of every noun in a folder; what several nouns share has no program. */
export function programIndex(folder: string): string {
  const nouns = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
    existsSync(join(folder, entry.name, "program.ts")),
  );
  const names = nouns.map(({ name }) => name).sort();
  return `${names.map((noun) => `export * from "./${noun}/program";`).join("\n")}\n`;
}

interface FileExports {
  /** Without its ending. */
  readonly file: string;
  readonly names: readonly string[];
}

function exportsOf(folder: string, pattern: RegExp): FileExports[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  return files.sort().map((file) => {
    const found = readFileSync(join(folder, file), "utf8").matchAll(pattern);
    return { file: file.slice(0, -3), names: [...found].map(([, name = ""]) => name) };
  });
}

function importsOf(files: readonly FileExports[]): string {
  return files
    .filter(({ names }) => names.length > 0)
    .map(({ file, names }) => `import { ${names.toSorted().join(", ")} } from "./${file}";\n`)
    .join("");
}

function listOf(files: readonly FileExports[]): string {
  return files.flatMap(({ names }) => names).join(", ");
}
