import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findEngine } from "../tools/engine";
import { standardErrorProgress } from "../tools/engine/progress";
import { openJournal } from "./journal";
import { thisMachine, versionOf, watchStolen } from "./machine";
import { openTofuVersion, restProviderVersion } from "./opentofu/build";
import { plans, type SizeName, sizeNames } from "./plan";
import { endDescendants } from "./process-watch";
import { markdown } from "./report/markdown";
import type { BenchResult } from "./result";
import { findContenders, measureAll } from "./session";

const page = join(__dirname, "..", "docs", "performance.md");

const usage = `Usage: npm run bench -- [options]
  --size NAME     ${sizeNames.join(", ")}; small when absent. Only large writes docs/performance.md.
  --minutes N     time after which no more runs begin; what is left out is named
  --report-only   writes the report anew from the last result of the size, measuring nothing
  --help          shows this
Results are written to benchmarks/results/SIZE.json as they come.`;

/** Measures all that a size asks for, saying what it does meanwhile. */
async function measure(size: SizeName, minutes: number): Promise<BenchResult> {
  const progress = standardErrorProgress();
  const before = loadavg()[0] ?? 0;
  const stolen = watchStolen();
  const until = performance.now() + minutes * 60_000;
  const engine = await findEngine();
  const { contenders, absent } = await findContenders(engine, progress);
  const begun: BenchResult = {
    size,
    startedAt: new Date().toISOString(),
    machine: thisMachine(),
    load: { before, after: before },
    versions: versions(engine.version),
    compared: contenders.map(({ name, what, cannot }) => ({ name, what, cannot })),
    ...{ absent, missing: [], runs: [], startUp: [], lifecycles: [], diffSizes: [] },
  };
  const journal = openJournal(resultFile(size), begun, { progress, endWork: endDescendants });
  for (const name of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.once(name, () => journal.interrupt(name));
  }
  try {
    await measureAll({ plan: plans[size], engine, contenders, until, journal });
  } catch (error) {
    await journal.miss(`Everything that comes after this: ${(error as Error).message}.`);
    process.exitCode = 1;
  }
  const stolenPercent = stolen();
  const after = loadavg()[0] ?? 0;
  await journal.add({
    load: { before, after, ...(stolenPercent !== undefined && { stolenPercent }) },
  });
  await journal.close();
  return journal.result();
}

function resultFile(size: SizeName): string {
  return join(__dirname, "results", `${size}.json`);
}

function versions(cli: string): Record<string, string> {
  return {
    "pulumi-email-marketing": versionOf("pulumi-email-marketing"),
    "Pulumi CLI": cli,
    "@pulumi/pulumi": versionOf("@pulumi/pulumi"),
    "Node.js": process.versions.node,
    OpenTofu: openTofuVersion,
    "terraform-provider-restapi": restProviderVersion,
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      size: { type: "string", default: "small" },
      minutes: { type: "string" },
      "report-only": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const size = sizeNames.find((name) => name === values.size);
  if (!size) throw new Error(`--size is one of ${sizeNames.join(", ")}`);
  const minutes = Number(values.minutes ?? plans[size].minutes);
  if (!(minutes > 0)) throw new Error("--minutes is a number above 0");
  const result = values["report-only"]
    ? (JSON.parse(await readFile(resultFile(size), "utf8")) as BenchResult)
    : await measure(size, minutes);
  const text = markdown(result);
  // The page shows the large run only: a small one says little about ratios.
  if (size === "large") await writeFile(page, text);
  console.log(text);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
