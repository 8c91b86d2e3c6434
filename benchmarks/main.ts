import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findEngine } from "../tools/engine";
import { runToEnd } from "../tools/engine/interruption";
import { measureCheckpoints, withoutCheckpoints } from "./checkpoint";
import { pulumiContenders } from "./contender/pulumi";
import { measureDiffSizes } from "./diff-size";
import { measureHostile } from "./hostile";
import type { HostileCell } from "./hostile/measure";
import { measureIdenticalCalls } from "./identical-call";
import { measureRefresh } from "./lifecycle";
import { measureRun, profileSteps } from "./measure";
import { measuring } from "./measuring";
import { measureMemory } from "./memory";
import { plans, type SizeName } from "./plan";
import { measurePlugin } from "./plugin/measure";
import { measureReach } from "./reach";
import { brokenLimits, hostileTable } from "./report/hostile";
import { markdown, memorySection, pluginSection, showSection } from "./report/markdown";
import type { BenchResult } from "./result";
import { measureShow } from "./show";

const sizes = Object.keys(plans) as SizeName[];

const usage = `Usage: npm run bench -- [hostile] [options]
  hostile       processor time of texts that are slow to read, at 250 kB, 500 kB and 1 MB; fails where a limit is broken
  --size NAME   ${sizes.join(" or ")} (default small). large takes about 10 minutes.
  --only NAME   memory, plugin or show: measure this alone.
  --help        show this help`;

/** Measures everything that a size asks for. */
async function measure(size: SizeName): Promise<BenchResult> {
  const plan = plans[size];
  const startedAt = new Date().toISOString();
  const engine = await findEngine();
  const [provider] = pulumiContenders(engine);

  const profiles = await measuring(`CPU time with ${plan.profiled} senders`, () =>
    profileSteps(provider, plan.profiled),
  );
  const runs = [];
  for (const count of plan.compared) {
    const what = `requests and state of ${count} senders`;
    runs.push(await measuring(what, () => measureRun(provider, count)));
  }
  const refreshes = [];
  for (const count of plan.refreshed) {
    const what = `a refresh of ${count} senders without the engine`;
    refreshes.push(await measuring(what, () => measureRefresh(count)));
  }
  const checkpoints = [];
  for (const recorded of [
    { what: "Pulumi, each step recorded", contender: provider },
    { what: "Pulumi, recorded once", contender: provider, env: withoutCheckpoints },
  ]) {
    const what = `${plan.recorded} senders, ${recorded.what}`;
    checkpoints.push(...(await measuring(what, () => measureCheckpoints(recorded, plan.recorded))));
  }
  const calls = `${plan.calls} identical function calls`;
  return {
    size,
    startedAt,
    versions: versions(engine.version),
    runs,
    profiles,
    refreshes,
    checkpoints,
    reach: await measuring("what one call runs", measureReach),
    identicalCalls: await measuring(calls, () => measureIdenticalCalls(engine, plan.calls)),
    diffSizes: await measuring("previews of a long mail", () => measureDiffSizes(engine)),
    memory: await measuring("memory of long mails", () => measureMemory(engine, plan.memory)),
    plugin: await measurePlugin(engine, plan.plugin),
    hostile: await measuring("texts that are slow to read", () => measureHostile(plan.hostile)),
    shows: await measuring(`pages of ${plan.shown} campaigns`, () => measureShow(plan.shown)),
  };
}

function versions(cli: string): Record<string, string> {
  return {
    "pulumi-email-marketing": versionOf("pulumi-email-marketing"),
    "Pulumi CLI": cli,
    "@pulumi/pulumi": versionOf("@pulumi/pulumi"),
    "Node.js": process.versions.node,
  };
}

/** The version of a package as it is installed here. */
function versionOf(name: string): string {
  const file = require.resolve(join(name, "package.json"));
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** Measures one part alone, which has its own section of the page. */
async function benchPart(size: SizeName, only: string): Promise<number> {
  const { shown, plugin, memory } = plans[size];
  const parts: Readonly<Record<string, () => Promise<string[]>>> = {
    memory: async () => memorySection(await measureMemory(await findEngine(), memory)),
    plugin: async () => pluginSection(await measurePlugin(await findEngine(), plugin)),
    show: async () => showSection(await measureShow(shown)),
  };
  const section = parts[only];
  if (!section) {
    throw new Error(`--only: must be one of ${Object.keys(parts).join(", ")} (got "${only}")`);
  }
  console.log((await section()).join("\n\n"));
  return 0;
}

/** Measures the texts that are slow to read, always in their full sizes. */
async function benchHostile(): Promise<number> {
  const sizesOfTexts = plans.large.hostile;
  const cells: HostileCell[] = await measuring("texts that are slow to read", () =>
    measureHostile(sizesOfTexts),
  );
  const broken = brokenLimits(cells, sizesOfTexts);
  console.log(hostileTable(cells, sizesOfTexts));
  console.log(`\n${cells.length} cells, ${broken.length} break a limit`);
  for (const line of broken) console.log(`- ${line}`);
  return broken.length === 0 ? 0 : 1;
}

async function bench(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: "string", default: "small" },
      only: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const size = sizes.find((name) => name === values.size);
  if (!size) throw new Error(`--size: must be one of ${sizes.join(", ")} (got "${values.size}")`);
  const [part] = positionals;
  if (part === "hostile") return benchHostile();
  if (part !== undefined) throw new Error(`must be "hostile" or an option (got "${part}")`);
  if (values.only !== undefined) return benchPart(size, values.only);
  console.log(markdown(await measure(size)));
  return 0;
}

runToEnd(bench(), []);
