import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "email-marketing-emulator";
import type { Engine } from "../../tools/engine/executable";
import { bundle } from "../../tools/plugin/bundle";
import { pluginExecutable } from "../../tools/plugin/install";
import { buildExecutable } from "../../tools/plugin/release";
import { readPublished } from "../../tools/schema/metadata";
import { openProject, type PulumiDeployment } from "../contender/pulumi";

const schema = join(__dirname, "..", "..", "provider", "schema.json");

/** The executables of our plugin and of one that does nothing, both of one bundled file, and that of a release. */
export interface Plugins {
  readonly ours: string;
  readonly released: string;
  readonly noOp: string;
}

/** Prepares them in a folder. */
export async function preparePlugins(folder: string): Promise<Plugins> {
  const ours = await pluginExecutable(join(folder, "ours"));
  const noOp = join(folder, "no-op", "pulumi-resource-emailmarketing");
  await mkdir(join(folder, "no-op"), { recursive: true });
  const file = join(folder, "no-op", "no-op.js");
  await bundle(file, { entryPoints: [join(__dirname, "..", "no-op-plugin-process.ts")] });
  await copyFile(schema, join(folder, "no-op", "schema.json"));
  const variable = `NO_OP_SCHEMA="${join(folder, "no-op", "schema.json")}"`;
  const script = `#!/bin/sh\n${variable} exec "${process.execPath}" "${file}" "$@"\n`;
  await writeFile(noOp, script, { mode: 0o755 });
  const released = join(folder, "released");
  await buildExecutable(folder, released);
  return { ours, released, noOp };
}

/** A program in YAML with so many senders, and a plugin in the CLI's cache. */
export async function openYaml(
  engine: Engine,
  { emulator, plugin, count }: { emulator: Emulator; plugin: string; count: number },
): Promise<PulumiDeployment> {
  const senders = Array.from({ length: count }, (_, n) => [
    `s${n}`,
    {
      type: "emailmarketing:Sender",
      properties: { email: `s${n}@acme.example`, name: `Sender ${n}` },
    },
  ]);
  const program = { name: "bench", runtime: "yaml", resources: Object.fromEntries(senders) };
  const files = { "Pulumi.yaml": JSON.stringify(program) };
  const project = await openProject(engine, emulator, { files });
  await installPlugin(project, plugin);
  return project;
}

export async function installPlugin(project: PulumiDeployment, file: string): Promise<void> {
  const { version } = readPublished();
  const install = ["plugin", "install", "resource", "emailmarketing", version, "--file", file];
  const { exitCode, output } = await project.command(install);
  if (exitCode !== 0) throw new Error(output);
}

/** The same senders by dynamic resources, in TypeScript. */
export function openTypeScript(
  engine: Engine,
  { emulator, count }: { emulator: Emulator; count: number },
): Promise<PulumiDeployment> {
  const compilerOptions = { module: "nodenext", moduleResolution: "nodenext", target: "es2022" };
  const program = `import { Sender } from "pulumi-email-marketing";
for (let n = 0; n < ${count}; n += 1) {
  new Sender(\`s\${n}\`, { email: \`s\${n}@acme.example\`, name: \`Sender \${n}\` });
}
`;
  const files = {
    "Pulumi.yaml": JSON.stringify({ name: "bench", runtime: "nodejs", main: "index.ts" }),
    "tsconfig.json": JSON.stringify({ compilerOptions }),
    "index.ts": program,
  };
  return openProject(engine, emulator, { files });
}
