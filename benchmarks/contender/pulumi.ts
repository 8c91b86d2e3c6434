import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "email-marketing-emulator";
import { layConfig, layProject, layStack, scratchFolder } from "../../tests/support/stack/files";
import { passphrase } from "../../tests/support/stack/secret";
import { type CommandResult, runCommand } from "../../tools/engine/command";
import { scratchEnvironment } from "../../tools/engine/environment";
import type { Engine } from "../../tools/engine/executable";
import type { Contender, Deployment, Load, Step } from "../contender";
import { noOpProgram, providerProgram, settingsOf } from "../program";
import { runTimed } from "../timed-command";

const project = "bench";
const stack = "dev";
// Without the dots of a slow command, so that the size of what is printed is the same on every machine.
const unattended = ["--non-interactive", "--color", "never", "--suppress-progress"];

// Without the preview that usually goes before, so that every step is one phase.
const commands = {
  preview: ["preview", "--diff"],
  up: ["up", "--yes", "--skip-preview"],
  "unchanged-preview": ["preview"],
  unchanged: ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} satisfies Record<Step, readonly string[]>;

/** This provider, and a dynamic provider that does nothing. */
export function pulumiContenders(engine: Engine): readonly [Contender, Contender] {
  const openWith = (program: (load: Load) => string) => (load: Load) =>
    openProject(engine, load.emulator, program(load));
  return [
    { name: "provider", open: openWith(providerProgram) },
    { name: "no-op", open: openWith(noOpProgram) },
  ];
}

/** A deployment by Pulumi, with files beside its program. */
export interface PulumiDeployment extends Deployment {
  /** Runs any command of the CLI. */
  readonly command: (args: readonly string[]) => Promise<CommandResult>;
  /** Writes a file beside the program. */
  readonly write: (name: string, content: string) => Promise<void>;
}

/** Writes a project with a program: JavaScript, or what `files` has. */
export async function openProject(
  engine: Engine,
  emulator: Emulator,
  program: string | { readonly files: Readonly<Record<string, string>> },
): Promise<PulumiDeployment> {
  const scratch = await scratchFolder();
  const dir = join(scratch, "project");
  const backend = join(scratch, "backend");
  await mkdir(dir);
  const laid = typeof program === "string" ? { program } : { program: "", ...program };
  await layProject(dir, { ...laid, name: project });
  await layStack(backend, project, stack);
  await layConfig(dir, { project, stack }, {});
  const env = {
    ...scratchEnvironment(engine, join(scratch, "home"), { name: stack, backend, passphrase }),
    ...settingsOf(emulator),
    // npm puts the plugin of this repository on the PATH.
    PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
  };
  const command = (step: Step) => [...commands[step], ...unattended];
  const place = (more?: Readonly<Record<string, string>>) => ({
    cwd: dir,
    env: { ...env, ...more },
  });
  const file = join(backend, ".pulumi", "stacks", project, `${stack}.json`);
  return {
    run: (step, more) => runCommand(engine.pulumi, command(step), place(more)),
    timed: (step, more) => runTimed(engine.pulumi, command(step), place(more)),
    command: (args) => runCommand(engine.pulumi, args, place()),
    stateBytes: async () => (await stat(file)).size,
    codeBytes: async () => codeBytes(await readFile(file, "utf8")),
    write: (name, content) => writeFile(join(dir, name), content),
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

/** One copy of the provider's text. */
function codeBytes(state: string): number {
  const { checkpoint } = JSON.parse(state) as {
    checkpoint: { latest?: { resources?: { inputs?: { __provider?: unknown } }[] } };
  };
  const texts = (checkpoint.latest?.resources ?? []).flatMap(({ inputs }) =>
    typeof inputs?.__provider === "string" ? [Buffer.byteLength(inputs.__provider)] : [],
  );
  return Math.max(0, ...texts);
}
