import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Suite } from "mocha";
import { type Engine, findEngine } from "../../../tools/engine";
import { requireLanguage } from "../../../tools/engine/language-host";
import { type RunOptions, type StackCommands, stackCommands } from "./command";
import { layConfig, layProject, layStack, scratchFolder, writeProgram, writeYaml } from "./files";
import type { Deployment, ImportResource, Project, ProjectOptions } from "./project";

export type { Changes } from "../../../tools/engine/change";
export type { RunOptions, StackResult } from "./command";
export { type ConfigValue, outputOf, type Program } from "./files";
export type { ImportResource, Project, ProjectOptions, StateResource } from "./project";

const stack = "dev";
const unattended = ["--non-interactive", "--color", "never"];
let engine: Promise<Engine> | undefined;

/** The engine of this test run. */
export function sharedEngine(): Promise<Engine> {
  engine ??= findEngine();
  return engine;
}

/**
 * Prepares a suite for the real engine, which may have to be built first, and gives a
 * `createProject` whose projects are disposed of when the suite ends.
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

/** Lays a Pulumi project with an empty stack in scratch space; runs no command yet. */
export async function createProject(options: ProjectOptions): Promise<Project> {
  if (typeof options.program === "object" && "yaml" in options.program) {
    await requireLanguage(await sharedEngine(), "yaml");
  }
  const scratch = await scratchFolder(options.scratch);
  const dir = join(scratch, "project");
  await mkdir(dir);
  const name = await layProject(dir, options);
  const backend = options.backendOf?.backend ?? join(scratch, "backend");
  await layStack(backend, name, stack);
  const config = { ...options.config };
  await layConfig(dir, { project: name, stack, config });
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
    backend,
    ...operations(commands, dir),
    state: () => stateOf(backend, name),
    async setConfig(key, value) {
      if (value === undefined) delete config[key];
      else config[key] = value;
      await layConfig(dir, { project: name, stack, config });
    },
    writeProgram: (program) =>
      typeof program === "object" && "yaml" in program
        ? writeYaml(dir, name, { ...program.yaml })
        : writeProgram(dir, program),
    async writeFile(path, content) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), content);
    },
    printed: commands.printed,
    processes: commands.processes,
    dispose() {
      disposed ??= commands.end().then(() => rm(scratch, { recursive: true, force: true }));
      return disposed;
    },
  };
}

/** What a project does by the CLI. */
function operations(commands: StackCommands, dir: string) {
  const run = (args: readonly string[], options?: RunOptions) =>
    commands.start(args, options).result;
  const operation =
    (...command: string[]) =>
    (args: readonly string[] = [], options?: RunOptions) =>
      run([...command, ...unattended, ...args], options);
  return {
    preview: operation("preview"),
    up: operation("up", "--yes", "--skip-preview"),
    upWithPreview: operation("up", "--yes"),
    refresh: operation("refresh", "--yes", "--skip-preview"),
    destroy: operation("destroy", "--yes", "--skip-preview"),
    async importResources(resources: readonly ImportResource[]) {
      const file = join(dir, "import.json");
      await writeFile(file, JSON.stringify({ resources }));
      const args = ["--yes", "--skip-preview", "--generate-code=false", "--file", file];
      return run(["import", ...unattended, ...args]);
    },
    raw: run,
    start: commands.start,
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
