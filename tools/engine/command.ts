import { type SpawnOptions, spawn } from "node:child_process";
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
  /** Is told every line of the standard error stream as it comes. */
  onErrorLine?: (line: string) => void;
  /** Ends the command. */
  signal?: AbortSignal;
}

/**
 * Runs a command without a shell and without input, and gives what it wrote.
 * Rejects only when the command can't be started (`ENOENT`) or was ended through `signal`.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { onErrorLine, ...rest } = options;
  const spawnOptions: SpawnOptions = { ...rest, stdio: ["ignore", "pipe", "pipe"] };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, spawnOptions);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const output: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => {
      stdout.push(chunk);
      output.push(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr.push(chunk);
      output.push(chunk);
    });
    if (onErrorLine !== undefined && child.stderr) {
      createInterface({ input: child.stderr }).on("line", onErrorLine);
    }
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({
        exitCode: code ?? -1,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
        output: Buffer.concat(output).toString(),
      }),
    );
  });
}
