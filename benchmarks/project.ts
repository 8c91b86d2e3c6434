import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, type Seed, startEmulator } from "email-marketing-emulator";
import { scratchFolder, writeConfig, writeProject, writeStack } from "../tests/support/stack/files";
import { passphrase } from "../tests/support/stack/secret";
import { type CommandResult, runCommand } from "../tools/engine/command";
import { scratchEnvironment } from "../tools/engine/environment";
import type { Engine } from "../tools/engine/executable";
import { settingsOf } from "./program";

const project = "bench";
const stack = "dev";

// Skip the preview that usually precedes an update, so that every step is one phase.
const commands = {
  preview: ["preview"],
  // This option makes the CLI print the changed lines of inputs.
  diff: ["preview", "--diff"],
  up: ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

export type Step = keyof typeof commands;

// Without progress dots, the output of a slow command has the same size on every machine.
const unattended = ["--non-interactive", "--color", "never", "--suppress-progress"];

/** The output of a step that succeeded, and its CPU time. */
export interface StepResult {
  readonly stdout: string;
  /** The CPU time of the command and of all processes that it has waited for. */
  readonly cpuMs: number;
}

/** A program and its stack. */
export interface Project {
  /** Runs a step. Throws if the step fails, because its figures would mean nothing. */
  readonly run: (step: Step, env?: Readonly<Record<string, string>>) => Promise<StepResult>;
  readonly command: (args: readonly string[]) => Promise<CommandResult>;
  /** Writes a file next to the program. */
  readonly write: (name: string, content: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a program with its own account, and closes the program and the account after the work. */
export async function withProject<Value>(
  engine: Engine,
  { seed, program }: { readonly seed: Seed; readonly program: string },
  work: (project: Project, emulator: Emulator) => Promise<Value>,
): Promise<Value> {
  const emulator = await startEmulator({ seed });
  const project = await openProject(engine, emulator, program);
  try {
    return await work(project, emulator);
  } finally {
    await project.close();
    await emulator.close();
  }
}

/** Writes a project with a program in JavaScript, or with the program in `files`. */
export async function openProject(
  engine: Engine,
  emulator: Emulator,
  program: string | { readonly files: Readonly<Record<string, string>> },
): Promise<Project> {
  const scratch = await scratchFolder();
  const dir = join(scratch, "project");
  const backend = join(scratch, "backend");
  await mkdir(dir);
  const laid = typeof program === "string" ? { program } : { program: "", ...program };
  await writeProject(dir, { ...laid, name: project });
  await writeStack(backend, project, stack);
  await writeConfig(dir, { project, stack }, {});
  const env = {
    ...scratchEnvironment(engine, join(scratch, "home"), { name: stack, backend, passphrase }),
    ...settingsOf(emulator),
    // Without this variable, the CLI would use the repository's plugin, which npm puts on the PATH.
    PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
  };
  return {
    async run(step, more) {
      // The shell prints the CPU time of its children after the output, because Node.js doesn't report it.
      const script = '"$@"; status=$?; times; exit $status';
      const args = ["-c", script, "sh", engine.pulumi, ...commands[step], ...unattended];
      const result = await runCommand("/bin/sh", args, { cwd: dir, env: { ...env, ...more } });
      if (result.exitCode !== 0) throw new Error(`${step} failed:\n${result.output}`);
      const lines = result.stdout.trim().split("\n");
      return { stdout: lines.slice(0, -2).join("\n"), cpuMs: milliseconds(lines.at(-1) ?? "") };
    },
    command: (args) => runCommand(engine.pulumi, args, { cwd: dir, env }),
    write: (name, content) => writeFile(join(dir, name), content),
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

/** The sum of user and system time in milliseconds, from a line such as `1m2.345s 0m0.678s`. */
function milliseconds(line: string): number {
  const times = [...line.matchAll(/\b(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, min, s]) => sum + (Number(min) * 60 + Number(s)) * 1000, 0);
}
