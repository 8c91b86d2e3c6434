import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Engine } from "../../../tools/engine";
import { type Changes, changesIn } from "../../../tools/engine/change";
import { type CommandResult, startCommand } from "../../../tools/engine/command";
import { scratchEnvironment } from "../../../tools/engine/environment";
import { passphrase } from "./secret";

/** How one command is run. */
export interface RunOptions {
  /** Added to the project's environment; `undefined` removes a variable. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Another program than the CLI, with the same environment. */
  executable?: string;
  /** Called with each line as it is printed. */
  onLine?: (line: string) => void;
}

/** What a command of the engine did. */
export interface StackResult extends CommandResult {
  /** How many resources changed, the stack itself among them. */
  changes: Changes;
  elapsedMs: number;
}

/** A command that may be ended before it is done. */
export type RunningStack = ReturnType<StackCommands["start"]>;

/** Where and with what the commands of a project run. */
export interface CommandPlace {
  engine: Engine;
  /** The project's folder. */
  dir: string;
  /** A folder for what the engine keeps for itself. */
  home: string;
  backend: string;
  stack: string;
  /** The program is plain JavaScript, so that nothing of TypeScript need be loaded. */
  isJavaScript: boolean;
  env: Readonly<Record<string, string>>;
}

/** Runs the commands of one project, and remembers what they print and start. */
export type StackCommands = Awaited<ReturnType<typeof stackCommands>>;

const firstModule = join(__dirname, "..", "program-process.cjs");

/** Prepares a place for commands. */
export async function stackCommands(place: CommandPlace) {
  const processFolder = join(place.home, "processes");
  await mkdir(processFolder, { recursive: true });
  const environment = environmentOf(place, processFolder);
  const running = new Set<{ kill: () => void; result: Promise<StackResult> }>();
  let printed = "";

  /** The Node.js processes that the engine has running, the providers among them. */
  const processes = async () => {
    const pids = await readdir(processFolder);
    // One that was killed could not take its file away, and its id may become another process's.
    const alive = pids.filter((pid) => signal(Number(pid), 0));
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
        /** Ends the engine at once, as a crash would; its providers stay until `dispose`. */
        kill: () => command.kill("SIGKILL"),
        /** What a Ctrl-C in a terminal sends to the engine. */
        interrupt: () => command.kill("SIGINT"),
      };
      running.add(started);
      return started;
    },
    /** All that finished commands have printed. */
    printed: () => printed,
    processes,
    /** Ends all that runs. */
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

/** Waits for the end of a process that the engine left to itself, up to a moment of the monotonic clock. */
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

/** Signals a process; false when there is none. */
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
