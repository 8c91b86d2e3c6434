import { type CommandOptions, type CommandResult, runCommand } from "../tools/engine/command";

/** What a command took. */
export interface TimedResult extends CommandResult {
  readonly wallMs: number;
  /** Of the command and of all processes that it has waited for. */
  readonly cpuMs: number;
}

/** Prints, behind the output of the command, what the shell knows of the time of its children. */
const script = '"$@"; status=$?; times; exit $status';

/** Runs a command to its end and takes its time, by the shell: Node.js does not tell what its children took. */
export async function runTimed(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<TimedResult> {
  const startedAt = performance.now();
  const result = await runCommand("/bin/sh", ["-c", script, "sh", command, ...args], options);
  return { ...result, wallMs: performance.now() - startedAt, cpuMs: cpuMsIn(result.stdout) };
}

/** The last line: user and system time, such as `1m2.345s 0m0.678s`. */
function cpuMsIn(stdout: string): number {
  const last = stdout.trim().split("\n").at(-1) ?? "";
  const times = [...last.matchAll(/\b(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, min, s]) => sum + (Number(min) * 60 + Number(s)) * 1000, 0);
}
