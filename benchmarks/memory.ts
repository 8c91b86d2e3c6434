import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "email-marketing-emulator";
import type { Engine } from "../tools/engine/executable";
import { pluginExecutable } from "../tools/plugin/install";
import { readPublished } from "../tools/schema/metadata";
import { openProject } from "./contender/pulumi";
import { mailOf } from "./mail";
import { succeeded } from "./measure";
import { installPlugin } from "./plugin/project";
import { seed } from "./program";

/** What one step of a stack of campaigns took, each with a mail of 50 kB as a string. */
export interface MemoryMeasure {
  readonly way: "dynamic resources" | "plugin";
  readonly step: "preview" | "up" | "unchanged up";
  readonly count: number;
  /** Most memory of the program's process at one time. */
  readonly programBytes: number;
  /** The same of the provider's. */
  readonly providerBytes: number;
  /** Of all processes of the command. */
  readonly cpuMs: number;
}

/** How many campaigns are taken through the steps, and how many are only previewed. */
export interface MemoryPlan {
  readonly applied: readonly number[];
  readonly previewed: readonly number[];
}

// By the contender's words: its own preview prints every input.
const steps = { preview: "unchanged-preview", up: "up", "unchanged up": "unchanged" } as const;

/** Takes the campaigns through the steps, by both ways in. */
export async function measureMemory(engine: Engine, plan: MemoryPlan): Promise<MemoryMeasure[]> {
  const measured: MemoryMeasure[] = [];
  for (const way of ["dynamic resources", "plugin"] as const) {
    for (const count of plan.applied) {
      measured.push(...(await measureSteps(engine, { way, count }, Object.keys(steps) as Steps)));
    }
    for (const count of plan.previewed) {
      measured.push(...(await measureSteps(engine, { way, count }, ["preview"])));
    }
  }
  return measured;
}

type Steps = readonly MemoryMeasure["step"][];
type Stack = Pick<MemoryMeasure, "way" | "count">;

async function measureSteps(engine: Engine, stack: Stack, asked: Steps): Promise<MemoryMeasure[]> {
  const folder = await mkdtemp(join(tmpdir(), "email-marketing-bench-"));
  const lists = [{ id: "list-1", name: "Customers", contact_count: 1 }];
  const senders = [{ sender_email: "hello@acme.example", sender_name: "Acme" }];
  const emulator = await startEmulator({ seed: { ...seed, senders, lists } });
  const deployment = await openProject(engine, emulator, program(stack));
  const measured: MemoryMeasure[] = [];
  try {
    for (let at = 0; at < stack.count; at += 1) {
      await deployment.write(`${at}.html`, mailOf(50_000, at));
    }
    if (stack.way === "plugin") {
      await installPlugin(deployment, await pluginExecutable(join(folder, "plugin")));
    }
    for (const step of asked) {
      const own = join(folder, step);
      await mkdir(own);
      const first = JSON.stringify(join(__dirname, "memory-process.cjs"));
      const env = { NODE_OPTIONS: `--require=${first}`, BENCH_MEMORY_FOLDER: own };
      const result = await deployment.timed(steps[step], env);
      succeeded(result, { name: stack.way }, step);
      measured.push({ ...stack, step, cpuMs: result.cpuMs, ...(await peaksIn(own)) });
    }
  } finally {
    await deployment.close();
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  }
  return measured;
}

/** The campaigns as dynamic resources, or as the SDKs of the plugin declare them. */
function program({ way, count }: Stack): string {
  const { version } = readPublished();
  const classOf = {
    "dynamic resources": `const { Campaign } = require("pulumi-email-marketing");`,
    plugin: `const { CustomResource } = require("@pulumi/pulumi");
class Campaign extends CustomResource {
  constructor(name, args) {
    super("emailmarketing:index:Campaign", name, args, { version: "${version}" });
  }
}`,
  };
  return `${classOf[way]}
const { readFileSync } = require("node:fs");
for (let n = 0; n < ${count}; n += 1) {
  new Campaign(\`c\${n}\`, {
    name: \`Campaign \${n}\`,
    subject: \`Part \${n}\`,
    sender: { email: "hello@acme.example", name: "Acme" },
    html: readFileSync(\`\${n}.html\`, "utf8"),
    plainText: "Hello. %%unsubscribe%%",
    listIds: ["list-1"],
  });
}
`;
}

async function peaksIn(
  folder: string,
): Promise<Pick<MemoryMeasure, "programBytes" | "providerBytes">> {
  const names = await readdir(folder);
  const noted = names.map(async (name) => {
    const text = await readFile(join(folder, name), "utf8");
    return JSON.parse(text) as { readonly of: string; readonly bytes: number };
  });
  const all = await Promise.all(noted);
  const peak = (of: string) =>
    Math.max(0, ...all.filter((one) => one.of === of).map(({ bytes }) => bytes));
  return { programBytes: peak("program"), providerBytes: peak("provider") };
}
