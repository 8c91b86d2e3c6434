import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Engine } from "../../../tools/engine";
import { type Changes, changesIn } from "../../../tools/engine/change";
import { type CommandResult, startCommand } from "../../../tools/engine/command";
import { scratchEnvironment } from "../../../tools/engine/environment";
import { passphrase } from "./secret";

/** Options for one command. */
export interface RunOptions {
  /** Added to the project's environment; `undefined` removes a variable. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Another program to run in place of the CLI, with the same environment. */
  executable?: string;
  /** Called with each line of the output. */
  onLine?: (line: string) => void;
}

/** The result of a command of the engine. */
export interface StackResult extends CommandResult {
  /** The number of changed resources, including the stack itself. */
  changes: Changes;
  elapsedMs: number;
}

/** A running command, which a test can kill or interrupt. */
export type RunningStack = ReturnType<StackCommands["start"]>;

/** The folders, the stack and the environment of a project's commands. */
export interface CommandPlace {
  engine: Engine;
  dir: string;
  /** A folder for the engine's own files. */
  home: string;
  backend: string;
  stack: string;
  /** True if the program is plain JavaScript, so that its processes needn't load TypeScript. */
  isJavaScript: boolean;
  env: Readonly<Record<string, string>>;
}

/** Runs the commands of one project, and collects their output and processes. */
export type StackCommands = Awaited<ReturnType<typeof stackCommands>>;

const firstModule = join(__dirname, "..", "program-process.cjs");

/** Prepares the commands of one project. */
export async function stackCommands(place: CommandPlace) {
  const processFolder = join(place.home, "processes");
  await mkdir(processFolder, { recursive: true });
  const environment = environmentOf(place, processFolder);
  const running = new Set<{ kill: () => void; result: Promise<StackResult> }>();
  let printed = "";

  /** The running Node.js processes that the engine has started, including providers. */
  const processes = async () => {
    const pids = await readdir(processFolder);
    // A killed process can't delete its file, and another process may get its id later.
    const isOwn = await Promise.all(pids.map((pid) => mayBeOwn(pid, processFolder)));
    const alive = pids.filter((pid, at) => isOwn[at] && signal(Number(pid), 0));
    const dead = pids.filter((pid) => !alive.includes(pid));
    await Promise.all(dead.map((pid) => rm(join(processFolder, pid), { force: true })));
    return Promise.all(
      alive.map(async (pid) => {
        const command = await readFile(join(processFolder, pid), "utf8").catch(() => "");
        return { pid: Number(pid), command };
      }),
    );
  };

  return {
    start(args: readonly string[], options: RunOptions = {}) {
      const startedAt = performance.now();
      const { executable = place.engine.pulumi } = options;
      const env = { ...environment, ...options.env };
      const { onLine } = options;
      const how = { cwd: place.dir, env, ...(onLine && { onLine }) };
      const command = startCommand(executable, args, how);
      const result = command.result.then((done) => {
        printed += done.output;
        running.delete(started);
        const elapsedMs = Math.round(performance.now() - startedAt);
        return { ...done, changes: changesIn(done.stdout), elapsedMs };
      });
      const started = {
        result,
        /** Kills the engine, as in a crash. Its providers may run until `dispose`. */
        kill: () => command.kill("SIGKILL"),
        /** Sends SIGINT to the engine, like Ctrl-C in a terminal. */
        interrupt: () => command.kill("SIGINT"),
      };
      running.add(started);
      return started;
    },
    /** The output of all finished commands. */
    printed: () => printed,
    processes,
    /** Kills all running commands and their processes. */
    async end() {
      const left = [...running];
      for (const command of left) {
        command.kill();
      }
      await Promise.all(left.map((command) => command.result));
      const leftBehind = await processes();
      await Promise.all(leftBehind.map(({ pid }) => endProcess(pid)));
    },
  };
}

function environmentOf(place: CommandPlace, processFolder: string): NodeJS.ProcessEnv {
  const { engine, home, backend, stack } = place;
  return {
    ...scratchEnvironment(engine, home, { name: stack, backend, passphrase }),
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    NODE_OPTIONS: `--require=${JSON.stringify(firstModule)}`,
    STACK_PROCESS_FOLDER: processFolder,
    STACK_IS_JAVASCRIPT: String(place.isJavaScript),
    ...place.env,
  };
}

/** Waits for the end of a process that outlived its engine. Throws at the time `latest` of `performance.now()`. */
export async function ended(pid: number, latest: number): Promise<void> {
  while (signal(pid, 0)) {
    if (performance.now() > latest) throw new Error(`process ${pid} goes on`);
    await delay(20);
  }
}

async function endProcess(pid: number): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (signal(pid, "SIGKILL")) {
    if (performance.now() > deadline) {
      throw new Error(`process ${pid} does not end`);
    }
    await delay(10);
  }
}

/** False if the environment of a process, which only Linux shows, lacks the folder of this project's processes. */
async function mayBeOwn(pid: string, processFolder: string): Promise<boolean> {
  const environment = await readFile(join("/proc", pid, "environ"), "utf8").catch(() => undefined);
  return environment?.includes(processFolder) ?? true;
}

/** Sends a signal to a process. Returns false if the process doesn't exist. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") {
      return false;
    }
    throw error;
  }
}
