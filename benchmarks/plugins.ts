import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "email-marketing-emulator";
import type { Engine } from "../tools/engine/executable";
import { bundle } from "../tools/plugin/bundle";
import { pluginExecutable } from "../tools/plugin/install";
import { readPublished } from "../tools/schema/metadata";
import { openProject, type Project } from "./project";

const schema = join(__dirname, "..", "provider", "schema.json");

/** The executables of our plugin and of one that does nothing. Each consists of one bundled file. */
export interface Plugins {
  readonly ours: string;
  readonly noOp: string;
}

export async function preparePlugins(folder: string): Promise<Plugins> {
  const ours = await pluginExecutable(join(folder, "ours"));
  const noOp = join(folder, "no-op", "pulumi-resource-emailmarketing");
  await mkdir(join(folder, "no-op"), { recursive: true });
  const file = join(folder, "no-op", "no-op.js");
  await bundle(file, { entryPoints: [join(__dirname, "no-op-plugin-process.cjs")] });
  await copyFile(schema, join(folder, "no-op", "schema.json"));
  const variable = `NO_OP_SCHEMA="${join(folder, "no-op", "schema.json")}"`;
  const script = `#!/bin/sh\n${variable} exec "${process.execPath}" "${file}" "$@"\n`;
  await writeFile(noOp, script, { mode: 0o755 });
  return { ours, noOp };
}

/** Opens a YAML project with this number of senders, and puts the plugin into the CLI's cache. */
export async function openYaml(
  engine: Engine,
  { emulator, plugin, count }: { emulator: Emulator; plugin: string; count: number },
): Promise<Project> {
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

export async function installPlugin(project: Project, file: string): Promise<void> {
  const { version } = readPublished();
  const install = ["plugin", "install", "resource", "emailmarketing", version, "--file", file];
  const { exitCode, output } = await project.command(install);
  if (exitCode !== 0) throw new Error(output);
}
