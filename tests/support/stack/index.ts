import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Suite } from "mocha";
import { type Engine, findEngine } from "../../../tools/engine";
import { requireLanguage } from "../../../tools/engine/language-host";
import { type RunOptions, type StackCommands, stackCommands } from "./command";
import {
  type ConfigValue,
  type ProgramText,
  type ProjectFiles,
  scratchFolder,
  writeConfig,
  writeFiles,
  writeProgram,
  writeProject,
  writeStack,
} from "./files";

export type { Changes } from "../../../tools/engine/change";
export type { RunOptions, StackResult } from "./command";
export { outputOf, type Program, type ProgramText } from "./files";

/** The options of a new project, which has one stack named `dev`. */
export interface ProjectOptions extends ProjectFiles {
  /** The stack config. A key without a namespace gets the project's name as its namespace. */
  config?: Readonly<Record<string, ConfigValue>>;
  /** Additional environment variables. This process's own EMAIL_MARKETING_* and PULUMI_* variables are removed. */
  env?: Readonly<Record<string, string>>;
  /** The folder for the project. Use another one if a program must not find the repository's packages. */
  scratch?: string;
  /** A project whose backend this project uses too, for stack references. */
  backendOf?: { readonly backend: string };
}

/** The state of a stack as the engine stores it, with encrypted secrets. */
export interface Deployment {
  /** Absent before the first `up`, and after a `destroy`. */
  resources?: StateResource[];
  /** Operations that an earlier command began without getting a result. */
  pending_operations?: unknown[];
}

/** One resource in the state. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  /** The position of the declaration in the program, in the engine's format. */
  sourcePosition?: string;
  outputs?: Record<string, unknown>;
  [field: string]: unknown;
}

/** One resource for `pulumi import`. */
export interface ImportResource {
  type: string;
  name: string;
  id: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

/** A Pulumi project in a scratch folder, which uses the real CLI. A command that fails doesn't throw. */
export type Project = Awaited<ReturnType<typeof createProject>>;

const stack = "dev";
const unattended = ["--non-interactive", "--color", "never"];
let engine: Promise<Engine> | undefined;

/** The engine of this test run. */
export function sharedEngine(): Promise<Engine> {
  engine ??= findEngine();
  return engine;
}

/**
 * Prepares a suite for the real engine, which is built first if necessary. Returns a `createProject` whose projects are
 * removed when the suite ends.
 */
export function useEngine(suite: Suite): typeof createProject {
  const projects: Project[] = [];
  suite.timeout(300_000);
  suite.beforeAll("finds the Pulumi engine", async function () {
    this.timeout(0);
    await sharedEngine();
  });
  suite.afterAll("disposes of the projects", async () => {
    await Promise.all(projects.map((project) => project.dispose()));
  });
  return async (options) => {
    const project = await createProject(options);
    projects.push(project);
    return project;
  };
}

/** Writes a Pulumi project with an empty stack into a scratch folder. Runs no command. */
export async function createProject(options: ProjectOptions) {
  if (typeof options.program === "object" && "yaml" in options.program) {
    await requireLanguage(await sharedEngine(), "yaml");
  }
  const scratch = await scratchFolder(options.scratch);
  const dir = join(scratch, "project");
  await mkdir(dir);
  const name = await writeProject(dir, options);
  const backend = options.backendOf?.backend ?? join(scratch, "backend");
  await writeStack(backend, name, stack);
  const config = { ...options.config };
  const place = { project: name, stack };
  await writeConfig(dir, place, config);
  const commands = await stackCommands({
    engine: await sharedEngine(),
    dir,
    home: join(scratch, "home"),
    backend,
    stack,
    isJavaScript: typeof options.program === "string",
    env: options.env ?? {},
  });
  let disposed: Promise<void> | undefined;
  return {
    dir,
    name,
    /** The folder of the project's file backend. */
    backend,
    ...operations(commands, dir),
    /** Reads the state from the backend's file, which equals the export but takes no time. */
    state: () => stateOf(backend, name),
    /** Sets a value in the stack config; `undefined` removes the value. */
    async setConfig(key: string, value: ConfigValue | undefined) {
      if (value === undefined) delete config[key];
      else config[key] = value;
      const place = { project: name, stack };
      await writeConfig(dir, place, config);
    },
    writeProgram: (program: ProgramText) => writeProgram(dir, name, program),
    writeFile: (path: string, content: string) => writeFiles(dir, { [path]: content }),
    printed: commands.printed,
    processes: commands.processes,
    /** Kills running commands, and removes the project's files. */
    dispose() {
      disposed ??= commands.end().then(() => rm(scratch, { recursive: true, force: true }));
      return disposed;
    },
  };
}

/** The commands of the CLI for a project. */
function operations(commands: StackCommands, dir: string) {
  const run = (args: readonly string[], options?: RunOptions) =>
    commands.start(args, options).result;
  const operation =
    (...command: string[]) =>
    (args: readonly string[] = [], options?: RunOptions) =>
      run([...command, ...unattended, ...args], options);
  return {
    preview: operation("preview"),
    /** Applies the program without a preview, because a preview would double the time. */
    up: operation("up", "--yes", "--skip-preview"),
    /** Applies the program after a preview, like `pulumi up` for users. */
    upWithPreview: operation("up", "--yes"),
    refresh: operation("refresh", "--yes", "--skip-preview"),
    destroy: operation("destroy", "--yes", "--skip-preview"),
    async importResources(resources: readonly ImportResource[]) {
      const file = join(dir, "import.json");
      await writeFile(file, JSON.stringify({ resources }));
      const args = ["--yes", "--skip-preview", "--generate-code=false", "--file", file];
      return run(["import", ...unattended, ...args]);
    },
    /** Runs any command of the CLI, with no added options. The environment selects the stack and the backend. */
    raw: run,
    start: commands.start,
    /** Exports the state as a user would. */
    exportState: () => run(["stack", "export"]),
  };
}

async function stateOf(backend: string, name: string): Promise<Deployment> {
  const file = join(backend, ".pulumi", "stacks", name, `${stack}.json`);
  const { checkpoint } = JSON.parse(await readFile(file, "utf8")) as {
    checkpoint: { latest?: Deployment };
  };
  return checkpoint.latest ?? {};
}
