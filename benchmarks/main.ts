import { mkdir, readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { findEngine } from "../tools/engine";
import type { Engine } from "../tools/engine/executable";
import { standardErrorProgress } from "../tools/engine/progress";
import type { Contender } from "./contender";
import { openTofuContender } from "./contender/opentofu";
import { commandPlugin, pulumiContenders } from "./contender/pulumi";
import { measureDiffSizes } from "./diff-size";
import { type LifecycleMeasure, measureLifecycle } from "./lifecycle";
import { thisMachine, versionOf } from "./machine";
import { measureRun, type RunMeasure } from "./measure";
import { findOpenTofu, openTofuVersion, restProviderVersion } from "./opentofu/build";
import { limitPerSecond, type Plan, plans, type SizeName, sizeNames } from "./plan";
import { endDescendants } from "./process-watch";
import { markdown } from "./report/markdown";
import type { BenchResult, LimitedMeasure } from "./result";
import { measureStartUp } from "./start-up";

const progress = standardErrorProgress();
/** What takes longer is ended, and the benchmark with it. */
const longestMs = 30 * 60_000;
let interruptedBy: string | undefined;
const page = join(__dirname, "..", "docs", "performance.md");

/** Measures all that a size asks for, saying what it does meanwhile. */
async function measure(size: SizeName, minutes: number): Promise<BenchResult> {
  const plan = plans[size];
  const startedAt = new Date().toISOString();
  const until = performance.now() + minutes * 60_000;
  const before = loadavg()[0] ?? 0;
  const engine = await findEngine();
  const { contenders, absent } = await findContenders(engine);
  const startUp = await during("start-up", () => measureStartUp(plan.startUps));
  const diffSizes = await during("previews of a long mail", () => measureDiffSizes(engine));
  const lifecycles = await measureLifecycles(plan);
  const runs = await measureRounds(plan, contenders, { until, absent });
  const limited = await measureLimited(plan, contenders);
  return {
    size,
    startedAt,
    machine: thisMachine(),
    load: { before, after: loadavg()[0] ?? 0 },
    versions: versions(engine),
    compared: contenders.map(({ name, what, cannot }) => ({ name, what, cannot })),
    absent,
    runs,
    startUp,
    lifecycles,
    limited,
    diffSizes,
  };
}

async function findContenders(engine: Engine) {
  const absent: string[] = [];
  const contenders = [...pulumiContenders(engine, await commandPlugin.isOnPath())];
  if (!(await commandPlugin.isOnPath())) absent.push(await commandPlugin.whyNot());
  try {
    contenders.push(openTofuContender(await findOpenTofu(progress)));
  } catch (error) {
    absent.push(`OpenTofu: ${(error as Error).message}`);
  }
  for (const sentence of absent) progress.say(`Not compared: ${sentence}`);
  return { contenders, absent };
}

async function measureLifecycles({ lifecycles }: Plan): Promise<LifecycleMeasure[]> {
  const measures: LifecycleMeasure[] = [];
  for (const task of lifecycles) {
    const what = `${task.what} of ${task.count} senders without the engine`;
    measures.push(await during(what, () => measureLifecycle(task)));
  }
  return measures;
}

/** The contenders take turns, so that what else the machine does falls on all of them. */
async function measureRounds(
  { rounds }: Plan,
  contenders: readonly Contender[],
  { until, absent }: { until: number; absent: string[] },
): Promise<RunMeasure[]> {
  const runs: RunMeasure[] = [];
  for (const { shape, count, runs: times, only } of rounds) {
    const partakers = contenders.filter(
      ({ name, shapes }) => shapes.includes(shape) && (only?.includes(name) ?? true),
    );
    for (let time = 0; time < times; time += 1) {
      for (const contender of partakers) {
        const what = `${contender.name}, ${count} ${shape}, run ${time + 1} of ${times}`;
        if (performance.now() > until) {
          absent.push(`${what}: the time of the benchmark was over.`);
          continue;
        }
        runs.push(await during(what, () => measureRun(contender, { shape, count })));
      }
    }
  }
  return runs;
}

async function measureLimited(
  { limited: count }: Plan,
  contenders: readonly Contender[],
): Promise<LimitedMeasure> {
  const provider = contenders.find(({ name }) => name === "provider");
  if (!provider) throw new Error("the provider itself does not take part");
  const limit = limitPerSecond;
  const options = { shape: "senders", count, limit, only: ["up"] } as const;
  const run = await during(`${count} senders at ${limit} requests a second`, () =>
    measureRun(provider, options),
  );
  return { perSecond: limit, run };
}

function versions(engine: Engine): Record<string, string> {
  return {
    "pulumi-email-marketing": versionOf("pulumi-email-marketing"),
    "Pulumi CLI": engine.version,
    "@pulumi/pulumi": versionOf("@pulumi/pulumi"),
    "Node.js": process.versions.node,
    OpenTofu: openTofuVersion,
    "terraform-provider-restapi": restProviderVersion,
  };
}

function during<Value>(doing: string, work: () => Promise<Value>): Promise<Value> {
  if (interruptedBy !== undefined) return Promise.reject(new Error(`ended by ${interruptedBy}`));
  const bound = setTimeout(endDescendants, longestMs);
  const step = { doing: `Measuring ${doing}`, expected: "at most 30 min" };
  return progress.during(step, () => work()).finally(() => clearTimeout(bound));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      size: { type: "string", default: "small" },
      /** Time for the rounds; those that would begin later are left out, and named. */
      minutes: { type: "string" },
      /** Writes the page anew from the last result, measuring nothing. */
      "report-only": { type: "boolean", default: false },
    },
  });
  const size = sizeNames.find((name) => name === values.size);
  if (!size) throw new Error(`--size is one of ${sizeNames.join(", ")}`);
  const file = join(__dirname, "results", `${size}.json`);
  const result = values["report-only"]
    ? (JSON.parse(await readFile(file, "utf8")) as BenchResult)
    : await measure(size, Number(values.minutes ?? plans[size].minutes));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(result, undefined, 2)}\n`);
  const text = markdown(result);
  // The page shows the large run only: a small one says little about ratios.
  if (size === "large") await writeFile(page, text);
  console.log(text);
}

for (const name of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
  // What is being measured then fails, and is tidied up as after any failure.
  process.once(name, () => {
    interruptedBy = name;
    endDescendants();
  });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
