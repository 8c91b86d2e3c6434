import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator } from "email-marketing-emulator";
import type { Engine } from "../tools/engine/executable";
import { inScratch } from "../tools/engine/scratch";
import { pluginExecutable } from "../tools/plugin/install";
import { readPublished } from "../tools/schema/metadata";
import { installPlugin } from "./plugins";
import { campaignSeed } from "./program";
import { openProject } from "./project";
import { figure, type Row } from "./row";

type Runtime = "dynamic resources" | "plugin";

/** Limit in MB per campaign: the memory of the program's process in a preview, minus that in an update. */
const mostPerCampaign = 0.5;

/**
 * Measures the memory for stacks of campaigns, with dynamic resources and with the plugin. The growth between two
 * counts is the memory per campaign.
 */
export async function measureMemory(engine: Engine, counts: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const runtime of ["dynamic resources", "plugin"] as const) {
    const measured: { count: number; preview: Peaks; up: Peaks }[] = [];
    for (const count of counts) {
      const peaks = await inScratch((folder) => measureSteps(folder, engine, runtime, count));
      measured.push({ count, ...peaks });
      for (const [step, { program, provider }] of Object.entries(peaks)) {
        const what = `${step} of ${figure(count)} campaigns of 50 kB, ${runtime}`;
        rows.push({ what, measured: program / 1e6, digits: 0, unit: "MB, the program" });
        rows.push({ what: "", measured: provider / 1e6, digits: 0, unit: "MB, the provider" });
      }
    }
    const [few, many] = [measured[0], measured.at(-1)];
    // With few campaigns, Node.js's own memory varies more than the memory of the campaigns.
    const isJudged = few && many && many.count >= 50;
    const grown = (step: "preview" | "up") =>
      isJudged ? (many[step].program - few[step].program) / (many.count - few.count) : 0;
    rows.push({
      what: `each further campaign in a preview, above the same \`up\`, ${runtime}`,
      measured: isJudged ? (grown("preview") - grown("up")) / 1e6 : undefined,
      atMost: mostPerCampaign,
      digits: 1,
      unit: "MB, the program",
    });
  }
  return rows;
}

/** The highest memory of each process, in bytes. */
interface Peaks {
  readonly program: number;
  readonly provider: number;
}

async function measureSteps(
  folder: string,
  engine: Engine,
  runtime: Runtime,
  count: number,
): Promise<Record<"preview" | "up", Peaks>> {
  const emulator = await startEmulator({ seed: campaignSeed });
  const project = await openProject(engine, emulator, program(runtime, count));
  const peaksOf = async (step: "preview" | "up") => {
    const own = join(folder, step);
    await mkdir(own);
    const first = JSON.stringify(join(__dirname, "memory-process.cjs"));
    await project.run(step, { NODE_OPTIONS: `--require=${first}`, BENCH_MEMORY_FOLDER: own });
    return peaksIn(own);
  };
  try {
    for (let at = 0; at < count; at += 1) {
      await project.write(`${at}.html`, `${longEmail}<!-- ${at} -->`);
    }
    if (runtime === "plugin") {
      await installPlugin(project, await pluginExecutable(join(folder, "plugin")));
    }
    return { preview: await peaksOf("preview"), up: await peaksOf("up") };
  } finally {
    await project.close();
    await emulator.close();
  }
}

/** A program with campaigns, as dynamic resources or as in an SDK of the plugin. */
function program(runtime: Runtime, count: number): string {
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
  return `${classOf[runtime]}
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

/** An email of about 50 kB. */
const longEmail = `<html><body>${"<p>What is new this spring.</p>".repeat(1600)}</body></html>`;

async function peaksIn(folder: string): Promise<Peaks> {
  const noted = (await readdir(folder)).map(async (name) => {
    const text = await readFile(join(folder, name), "utf8");
    return JSON.parse(text) as { readonly of: keyof Peaks; readonly bytes: number };
  });
  const all = await Promise.all(noted);
  const peak = (of: keyof Peaks) =>
    Math.max(0, ...all.filter((one) => one.of === of).map(({ bytes }) => bytes));
  return { program: peak("program"), provider: peak("provider") };
}
