import { join } from "node:path";
import ts from "typescript";

const folder = join(__dirname, "..", "..", "temp");

/**
 * Compiles sources as if they were in a program's folder. Returns the errors with their lines. Checks no declarations
 * in node_modules, because this repository can't change them.
 */
export function compile(
  files: Readonly<Record<string, string>>,
  options: ts.CompilerOptions,
): string[] {
  const sources = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const all = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [], ...options };
  const host = ts.createCompilerHost(all);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  const program = ts.createProgram([...sources.keys()], all, host);
  const ours = program.getSourceFiles().filter(({ fileName }) => !/node_modules/.test(fileName));
  const found = ours.flatMap((file) => ts.getPreEmitDiagnostics(program, file));
  return ts.sortAndDeduplicateDiagnostics(found).map(({ file, start = 0, messageText }) => {
    const line = file?.text.slice(0, start).split("\n").length ?? 0;
    const name = file?.fileName.slice(folder.length + 1) ?? "";
    return `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

/** Compiler options for the modules of Node.js, as in a user's program. */
export const nodenext = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};
