import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What a finished command left behind. */
export interface CommandResult {
  /** The exit status; -1 when a signal ended the command. */
  exitCode: number;
  stdout: string;
  stderr: string;
  /** Both streams as they came. */
  output: string;
}

/** How a command is run. */
export interface CommandOptions {
  cwd?: string;
  /** The whole environment of the command; the one of this process when absent. */
  env?: NodeJS.ProcessEnv;
  /** Called with every line of both streams as it comes. */
  onLine?: (line: string) => void;
}

/** A command that runs. */
export interface RunningCommand {
  /** What it leaves behind; rejects only when it can't be started (`ENOENT`). */
  result: Promise<CommandResult>;
  /** Sends it a signal; nothing happens once it has ended. */
  kill: (signal: NodeJS.Signals) => void;
}

const running = new Set<ChildProcess>();

process.once("exit", () => {
  for (const child of running) {
    child.kill("SIGKILL");
  }
});

/** Starts a command without a shell and without input; it ends with this process at the latest. */
export function startCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): RunningCommand {
  const { onLine, ...place } = options;
  const child = spawn(command, args, { ...place, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.once("close", () => running.delete(child));
  if (onLine !== undefined) {
    createInterface({ input: child.stdout }).on("line", onLine);
    createInterface({ input: child.stderr }).on("line", onLine);
  }
  const chunks: { stream: "stdout" | "stderr"; chunk: Buffer }[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push({ stream: "stdout", chunk }));
  child.stderr.on("data", (chunk: Buffer) => chunks.push({ stream: "stderr", chunk }));
  const textOf = (...streams: string[]) => {
    const wanted = chunks.filter(({ stream }) => streams.includes(stream));
    return Buffer.concat(wanted.map(({ chunk }) => chunk)).toString();
  };
  const result = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({
        exitCode: code ?? -1,
        stdout: textOf("stdout"),
        stderr: textOf("stderr"),
        output: textOf("stdout", "stderr"),
      }),
    );
  });
  return { result, kill: (signal) => void child.kill(signal) };
}

/** Runs a command to its end. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return startCommand(command, args, options).result;
}
