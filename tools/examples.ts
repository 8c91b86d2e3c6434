import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "./engine";
import { runCommand } from "./engine/command";
import { requireLanguage } from "./engine/language-host";
import { formatDuration } from "./engine/progress";
import { follow } from "./example/follow";
import { type Example, examples } from "./example/list";
import { table } from "./table";

const repository = join(__dirname, "..");

/** Follows the READMEs of the named examples, or of all; gives the number of those that did not come out as they should. */
async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !examples.some(({ folder }) => folder === name));
  if (unknown.length > 0) {
    const known = examples.map(({ folder }) => folder).join(", ");
    throw new Error(`Unknown example: ${unknown.join(", ")}. Examples: ${known}.`);
  }
  const chosen = examples.filter(({ folder }) => names.length === 0 || names.includes(folder));
  const engine = await findEngine();
  if (chosen.some(({ folder }) => folder === "languages")) await requireLanguage(engine, "yaml");
  const scratch = await mkdtemp(join(tmpdir(), "email-marketing-packed-"));
  try {
    const packages = await packed(scratch);
    const place = { engine, packages };
    const rows: string[][] = [];
    let failed = 0;
    for (const example of chosen) {
      const { row, isFailed } = await one(example, place);
      rows.push(row);
      if (isFailed) failed += 1;
    }
    console.log(`\n${table(["example", "result", "installed", "time:"], rows).join("\n")}\n`);
    console.log(`${chosen.length - failed} of ${chosen.length} READMEs lead to what they say.`);
    return failed;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function one(example: Example, place: Parameters<typeof follow>[1]) {
  const startedAt = performance.now();
  const { problems, installed, output } = await follow(example, place);
  const time = formatDuration(performance.now() - startedAt);
  const isFailed = problems.length > 0;
  const result = isFailed ? problems.join("; ") : `ok: ${example.expected}`;
  console.log(`${example.folder}: ${result}`);
  if (isFailed) console.error(output);
  return { row: [example.folder, result, installed, time], isFailed };
}

/** The packages as the registry would have them, by their names. */
async function packed(folder: string): Promise<Record<string, string>> {
  const workspaces = ["-w", "provider", "-w", "emulator"];
  const args = ["pack", "--json", "--loglevel=error", "--pack-destination", folder, ...workspaces];
  const { exitCode, stdout, output } = await runCommand("npm", args, { cwd: repository });
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${output}`);
  const found = Object.values(
    JSON.parse(stdout) as Record<string, { name: string; filename: string }>,
  );
  return Object.fromEntries(found.map(({ name, filename }) => [name, join(folder, filename)]));
}

main(process.argv.slice(2)).then(
  (failed) => {
    process.exitCode = failed === 0 ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
