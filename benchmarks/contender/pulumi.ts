import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { layConfig, layProject, layStack, scratchFolder } from "../../tests/support/stack/files";
import { passphrase } from "../../tests/support/stack/secret";
import { runCommand } from "../../tools/engine/command";
import { type Engine, isExecutable } from "../../tools/engine/executable";
import type { Contender, Deployment, Load, Shape, Step } from "../contender";
import {
  commandProgram,
  noopFiles,
  noopProgram,
  providerProgram,
  settingsOf,
  tutorialProgram,
} from "../program";

const project = "bench";
const stack = "dev";
const unattended = ["--non-interactive", "--color", "never"];

// Without the preview that goes before, so that every step is one phase.
const commands = {
  preview: ["preview", "--diff"],
  up: ["up", "--yes", "--skip-preview"],
  "unchanged-preview": ["preview"],
  unchanged: ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} satisfies Record<Step, readonly string[]>;

interface PulumiWay {
  readonly name: string;
  readonly what: string;
  readonly cannot: readonly string[];
  readonly shapes: readonly Shape[];
  readonly program: (load: Load) => string;
  /** Further files of the project. */
  readonly files?: Readonly<Record<string, string>>;
}

const ways: readonly PulumiWay[] = [
  {
    name: "no-op",
    what: "a dynamic provider that does nothing, with inputs of the same shape: the engine's own cost",
    cannot: [],
    shapes: ["senders", "mixed"],
    program: noopProgram,
    files: noopFiles,
  },
  {
    name: "provider",
    what: "this provider",
    cannot: [],
    shapes: ["senders", "mixed"],
    program: providerProgram,
  },
  {
    name: "tutorial",
    what: "a dynamic provider as tutorials write it: a class captured into the state, one look-up for each read",
    cannot: [
      "take over a sender that exists already: a lost reply makes a second one",
      "wait when the service refuses (429): the step fails",
      "check an input before the service does",
      "be upgraded: the old code in the state runs until every resource is updated",
      "keep its text out of previews and state",
    ],
    shapes: ["senders"],
    program: tutorialProgram,
  },
];

const command: PulumiWay = {
  name: "command",
  what: "@pulumi/command with curl",
  cannot: [
    "read: a refresh sees nothing",
    "check, replace by field, take over, or wait when the service refuses",
    "give the id of what it made except as text of a command",
  ],
  shapes: ["senders"],
  program: commandProgram,
};

/** The ways that run on the Pulumi engine; the command provider's only where its plugin lies on PATH. */
export function pulumiContenders(engine: Engine, hasCommandPlugin: boolean): Contender[] {
  return (hasCommandPlugin ? [...ways, command] : ways).map((way) => ({
    name: way.name,
    what: way.what,
    cannot: way.cannot,
    shapes: way.shapes,
    isProviderProcess: (line: string) =>
      /cmd\/dynamic-provider|pulumi-resource-command/.test(line) &&
      !line.includes("require.resolve"),
    open: (load: Load) => openProject(engine, load, way),
  }));
}

/** A deployment by Pulumi, with files beside its program. */
export interface PulumiDeployment extends Deployment {
  /** Writes a file beside the program. */
  readonly write: (name: string, content: string) => Promise<void>;
}

/** Lays a project with a program; also for what is measured beside the steps. */
export async function openProject(
  engine: Engine,
  load: Load,
  { program, files = {} }: Pick<PulumiWay, "program" | "files">,
): Promise<PulumiDeployment> {
  const scratch = await scratchFolder();
  const dir = join(scratch, "project");
  const backend = join(scratch, "backend");
  await mkdir(dir);
  await layProject(dir, { program: program(load), files, name: project });
  await layStack(backend, project, stack);
  await layConfig(dir, { project, stack, config: {} });
  const env = environment(engine, { scratch, backend, load });
  const file = join(backend, ".pulumi", "stacks", project, `${stack}.json`);
  return {
    run: (step) => runCommand(engine.pulumi, [...commands[step], ...unattended], { cwd: dir, env }),
    stateBytes: async () => (await stat(file)).size,
    codeBytes: async () => codeBytes(await readFile(file, "utf8")),
    write: (name, content) => writeFile(join(dir, name), content),
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

interface Place {
  readonly scratch: string;
  readonly backend: string;
  readonly load: Load;
}

function environment(engine: Engine, { scratch, backend, load }: Place): NodeJS.ProcessEnv {
  const ours = /^(EMAIL_MARKETING_|PULUMI_|NODE_OPTIONS$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !ours.test(name));
  return {
    ...Object.fromEntries(inherited),
    ...settingsOf(load.emulator),
    PATH: `${engine.dir}${delimiter}${process.env.PATH}`,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_HOME: join(scratch, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_STACK: stack,
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

/** The plugin of Pulumi's command provider. */
export const commandPlugin = {
  /** An executable on PATH is used, as the engine itself does. */
  async isOnPath(): Promise<boolean> {
    const folders = (process.env.PATH ?? "").split(delimiter);
    const found = await Promise.all(
      folders.map((folder) => isExecutable(join(folder, "pulumi-resource-command"))),
    );
    return found.includes(true);
  },
  /** Why it can't be had otherwise: what the Go client says when asked for its module. */
  async whyNot(): Promise<string> {
    const module = "github.com/pulumi/pulumi-command/provider";
    const { exitCode, stderr } = await runCommand("go", ["list", "-m", `${module}@latest`], {
      cwd: tmpdir(),
      env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod" },
    });
    const answer =
      exitCode === 0
        ? "a module proxy has it, but it is not built here"
        : `the Go module proxy refuses it (${/(\d{3} [A-Z][a-z]+)/.exec(stderr)?.[1] ?? "no reply"})`;
    return (
      "@pulumi/command with curl: its npm package has no plugin, there is no pulumi-resource-command on PATH, " +
      `and ${answer}.`
    );
  },
};
