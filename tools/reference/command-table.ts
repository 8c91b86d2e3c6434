import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { table } from "../../contract/table";
import { memoize } from "../../provider/plain/async";
import type { Parts } from "./marked";

const main = join(__dirname, "../../cli/command/main.ts");

/** The options of each command as a table, by the command's name. */
export function commandTables(): Parts {
  return Object.fromEntries([...commandOptions()].map(([name, rows]) => [name, optionTable(rows)]));
}

/** The options of each command with their meanings, read from its `--help`. */
export const commandOptions = memoize((): ReadonlyMap<string, readonly string[][]> => {
  const [help = ""] = helpsOf([""]);
  const names = rowsOf(help, "Commands")
    .map(([usage = ""]) => usage.split(" ")[0] ?? "")
    .filter((name) => name !== "help");
  const helps = helpsOf(names);
  return new Map(names.map((name, index) => [name, rowsOf(helps[index] ?? "", "Options")]));
});

/** Evaluates the command line for each command in one process, because a process takes longer than a help text. */
const printHelps = `
const [main, ...names] = process.argv.slice(1);
for (const name of names) {
  // With --eval, process.argv has no script path, so the command's arguments follow process.execPath directly.
  process.argv = [process.execPath, ...(name === "" ? [] : [name]), "--help"];
  delete require.cache[main];
  require(main);
  console.log("\\f");
}`;

/** The help texts of commands. An empty name stands for the command line itself. */
function helpsOf(names: readonly string[]): string[] {
  const args = ["--import", "tsx", "--eval", printHelps, main, ...names];
  return execFileSync(process.execPath, args, { encoding: "utf8" }).split("\f\n");
}

function optionTable(options: readonly string[][]): string {
  const rows = options
    .filter(([usage = ""]) => !usage.includes("--help"))
    .map(([usage = "", meaning = ""]) => [`\`${usage}\``, meaning.replaceAll("*", "\\*")]);
  return table(["option", "meaning"], rows).join("\n");
}

/** The rows of a section of `--help`: option and meaning. A meaning may have several lines. */
function rowsOf(help: string, section: string): string[][] {
  const [, lines = ""] = new RegExp(`^${section}:\\n((?: .*\\n)*)`, "m").exec(help) ?? [];
  return lines
    .replace(/\n {4,}/g, " ")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.trim().split(/ {2,}/));
}
