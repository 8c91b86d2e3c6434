import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { workspaces } from "../package.json";

/*
 * Holds CONTRIBUTING against the code: applies what it has a newcomer write by hand for a noun and for an input to a copy
 * of the last commit, runs the commands that write the rest, and tests both.
 */

const root = join(__dirname, "..");
const copy = join(root, "temp", `contributing-${process.pid}`);
const patches = join(__dirname, "contributing");

/** What is written by hand, and how many files that may touch. */
const most: Readonly<Record<string, number>> = { "tag.patch": 10, "footer.patch": 3 };

/** What writes the rest, as `npm run contract`, `npm run build` and `npm run fix` do. */
const commands = [
  "tsx contract/generate.ts",
  "tsc -b provider emulator",
  "tsx tools/bundle.ts",
  "api-extractor run --local -c provider/api-extractor.json",
  "tsx tools/reference.ts",
  "tsc --noEmit -p .",
];

/**
 * The toy's own tests, and those that list every kind, operation, collection or input. The examples in every language are
 * left out: `npm run sdk -- examples` needs Go.
 */
const tests = [
  ...["account", "api", "command/contract", "contract", "emulator", "nouns/campaign", "nouns/tag"],
  ...["docs", "nouns", "matrix/crash", "tools/reference"],
].map((folder) => `tests/${folder}/*.test.ts`);
const files = ["command/doctor/index", "dynamic", "tools/schema/package-schema"].map(
  (name) => `tests/${name}.test.ts`,
);

function run(command: string, args: readonly string[], cwd = copy): void {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`failed: ${command} ${args.join(" ")}`);
}

/** Links what is installed; links to the workspaces lead to those of the copy. */
function linkPackages(folder: string): void {
  const [from, to] = [join(root, folder, "node_modules"), join(copy, folder, "node_modules")];
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(path) : path, join(to, entry.name));
  }
}

/** Applies a patch; throws where it touches more files than the page promises. */
function apply(name: string, atMost: number): void {
  const patch = join(patches, name);
  const { stdout } = spawnSync("git", ["apply", "--numstat", patch], { encoding: "utf8" });
  const files = stdout.trim().split("\n").length;
  console.log(`${name}: ${files} files by hand, at most ${atMost}`);
  if (files > atMost) throw new Error(`failed: ${name} touches ${files} files`);
  run("git", ["apply", "--index", "--stat", "--apply", patch]);
}

function prove(): void {
  for (const folder of [".", ...workspaces]) {
    if (existsSync(join(root, folder, "node_modules"))) linkPackages(folder);
  }
  for (const [name, atMost] of Object.entries(most)) apply(name, atMost);
  for (const line of commands) {
    const [command = "", ...args] = line.split(" ");
    run(command, args);
  }
  run("mocha", ["--parallel", "--jobs", "2", ...tests, ...files]);
}

run("git", ["worktree", "add", "--quiet", "--detach", copy, "HEAD"], root);
try {
  prove();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  run("git", ["worktree", "remove", "--force", copy], root);
}
