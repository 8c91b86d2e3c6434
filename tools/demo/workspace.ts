import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../engine";
import { type CommandResult, type RunningCommand, startCommand } from "../engine/command";
import { scratchEnvironment } from "../engine/environment";
import { pluginExecutable } from "../plugin/install";
import { readPublished } from "../schema/metadata";
import { packageName } from "../schema/shapes";

/** A stack in scratch space, for a program in a folder of its own. */
export interface Workspace {
  /** Makes the stack. */
  init(): Promise<void>;
  /** Installs the provider plugin of this repository. */
  installPlugin(): Promise<void>;
  /** Runs a command of the CLI, or of the package, on the stack; its output goes to `onLine` as it comes. */
  run(command: string, onLine: (line: string) => void): Promise<CommandResult>;
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
const packageCommand = join(__dirname, "..", "..", "provider/bin/pulumi-email-marketing.js");

/** Makes the scratch space. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { engine, project } = options;
  const scratch = await mkdtemp(join(tmpdir(), "email-marketing-demo-"));
  const backend = join(scratch, "backend");
  await mkdir(backend);
  // Of its own name, so that no stack of the user's is touched.
  const stack = `demo-${process.pid}`;
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
  const start = async (file: string, args: readonly string[], onLine: (line: string) => void) => {
    if (isClosing) {
      throw new Error("the demo was interrupted");
    }
    running = startCommand(file, args, { cwd: project, env, onLine });
    return running.result;
  };
  const pulumi = (args: readonly string[], onLine: (line: string) => void) =>
    start(engine.pulumi, [...args, "--non-interactive", "--color", "never"], onLine);
  return {
    async init() {
      const made = await pulumi(["stack", "init", stack], () => undefined);
      if (made.exitCode !== 0) {
        throw new Error(`The stack could not be created: ${made.output}`);
      }
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
    run(command, onLine) {
      const [program, ...args] = command.replace(/ > .*/, "").split(" ");
      if (program === "pulumi") return pulumi(args, onLine);
      return start(process.execPath, [packageCommand, ...args], onLine);
    },
    async close() {
      isClosing = true;
      const killing = setTimeout(() => running?.kill("SIGKILL"), patienceMs);
      await running?.result;
      clearTimeout(killing);
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
