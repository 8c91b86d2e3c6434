import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawn } from "../tests/support/draw";
import { findEngine } from "./engine";
import { requireLanguage } from "./engine/language-host";
import { formatDuration } from "./engine/progress";
import { follow } from "./example/follow";
import { type Example, examples } from "./example/list";
import { runTool } from "./language/requirement";
import { table } from "./table";

const repository = join(__dirname, "..");

/**
 * Follows the READMEs of the named examples, or of all, on the Node.js of this process or the line of `--node`; gives
 * the number of those that did not come out as they should.
 */
async function main(args: string[]): Promise<number> {
  const { positionals: names, values } = parseArgs({
    args,
    options: { node: { type: "string" } },
    allowPositionals: true,
  });
  const unknown = names.filter((name) => !examples.some(({ folder }) => folder === name));
  if (unknown.length > 0) {
    const known = examples.map(({ folder }) => folder).join(", ");
    throw new Error(`Unknown example: ${unknown.join(", ")}. Examples: ${known}.`);
  }
  const named = examples.filter(({ folder }) => names.includes(folder));
  const chosen = names.length === 0 ? drawn(examples, 3) : named;
  const engine = await findEngine();
  if (chosen.some(({ folder }) => folder === "languages")) await requireLanguage(engine, "yaml");
  const scratch = await mkdtemp(join(tmpdir(), "email-marketing-node-"));
  try {
    await runTool("npm", ["run", "pack"], { cwd: repository });
    const node = values.node && (await installNode(values.node, scratch));
    const place = { engine, node };
    const rows: string[][] = [];
    let failed = 0;
    for (const example of chosen) {
      const { row, isFailed } = await one(example, place);
      rows.push(row);
      if (isFailed) failed += 1;
    }
    console.log(`\n${table(["example", "result", "installed", "time:"], rows).join("\n")}\n`);
    console.log(`${chosen.length - failed} of ${chosen.length} READMEs lead to what they say.`);
    console.log(`${chosen.length - failed} passed, ${failed} failed`);
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

/** A line of Node.js, such as 26, as npm has it; gives the folder of its executable. */
async function installNode(line: string, folder: string): Promise<string> {
  await runTool("npm", ["install", "--prefix", folder, `node@${line}`], { cwd: folder });
  return join(folder, "node_modules", "node", "bin");
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
