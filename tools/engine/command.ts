import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface CommandResult {
  /** The exit status, or -1 if a signal ended the command. */
  exitCode: number;
  stdout: string;
  stderr: string;
  /** The text of standard output and standard error, in order of arrival. */
  output: string;
}

export interface CommandOptions {
  cwd?: string;
  /** The whole environment of the command. Default: that of this process. */
  env?: NodeJS.ProcessEnv;
  /** Called with each line of both streams as it arrives. */
  onLine?: (line: string) => void;
}

export interface RunningCommand {
  /** Resolves when the command ends. Rejects only if the command can't be started (`ENOENT`). */
  result: Promise<CommandResult>;
  /** Sends a signal. Does nothing if the command has ended. */
  kill: (signal: NodeJS.Signals) => void;
}

const running = new Set<ChildProcess>();

process.once("exit", () => {
  for (const child of running) {
    child.kill("SIGKILL");
  }
});

/** Starts a command without a shell and without input. The command is killed when this process exits. */
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

export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return startCommand(command, args, options).result;
}
