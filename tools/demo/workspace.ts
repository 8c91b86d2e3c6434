import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../engine";
import { type CommandResult, type RunningCommand, startCommand } from "../engine/command";
import { scratchEnvironment } from "../engine/environment";
import { pluginExecutable } from "../plugin/install";
import { readPublished } from "../schema/metadata";
import { packageName } from "../schema/shapes";

/** A stack in scratch space, outside the repository, for the program at the repository's root. */
export interface Workspace {
  /** Makes the stack. */
  init(): Promise<void>;
  /** Installs the provider plugin of this repository. */
  installPlugin(): Promise<void>;
  /** Runs a command of the CLI on the stack; its output goes to `onLine` as it comes. */
  run(args: readonly string[], onLine: (line: string) => void): Promise<CommandResult>;
  /** Waits for the command that runs, ends it when it takes long, and removes the scratch space. */
  close(): Promise<void>;
}

/** How a workspace is set up. */
export interface WorkspaceOptions {
  engine: Engine;
  /** The folder that holds Pulumi.yaml. */
  project: string;
  /** Added to the environment of the CLI and of the program. */
  env: Readonly<Record<string, string>>;
}

const patienceMs = 10_000;

/** Makes the scratch space. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { engine, project } = options;
  const scratch = await mkdtemp(join(tmpdir(), "email-marketing-demo-"));
  const backend = join(scratch, "backend");
  await mkdir(backend);
  // Of its own name, so that no stack of the user's is touched.
  const stack = `demo-${process.pid}`;
  const configFile = join(scratch, `Pulumi.${stack}.yaml`);
  const env = {
    ...scratchEnvironment(engine, join(scratch, "home"), {
      name: stack,
      backend,
      passphrase: "demo",
    }),
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...options.env,
  };
  let running: RunningCommand | undefined;
  let isClosing = false;
  const pulumi = async (args: readonly string[], onLine: (line: string) => void) => {
    if (isClosing) {
      throw new Error("the demo was interrupted");
    }
    const everywhere = ["--non-interactive", "--color", "never"];
    running = startCommand(engine.pulumi, [...args, ...everywhere], { cwd: project, env, onLine });
    return running.result;
  };
  const laidFile = join(project, `Pulumi.${stack}.yaml`);
  return {
    async init() {
      const made = await pulumi(["stack", "init", stack], () => undefined);
      if (made.exitCode !== 0) {
        throw new Error(`The stack could not be created: ${made.output}`);
      }
      // The CLI lays the stack's settings beside Pulumi.yaml, where a demo must leave nothing.
      await rename(laidFile, configFile);
    },
    async installPlugin() {
      const { version } = readPublished();
      const file = await pluginExecutable(join(scratch, "plugin"));
      const install = ["plugin", "install", "resource", packageName, version, "--file", file];
      const made = await pulumi(install, () => undefined);
      if (made.exitCode !== 0) {
        throw new Error(`The plugin could not be installed: ${made.output}`);
      }
    },
    run: ([command = "", ...args], onLine) =>
      pulumi([command, "--config-file", configFile, ...args], onLine),
    async close() {
      isClosing = true;
      const killing = setTimeout(() => running?.kill("SIGKILL"), patienceMs);
      await running?.result;
      clearTimeout(killing);
      await rm(laidFile, { force: true });
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
