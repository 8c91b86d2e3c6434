import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pluginFolder } from "./plugin-folder";
import { encryptionSalt, encryptSecret } from "./secret";

/** The text of a program. */
export type ProgramText =
  /** Of index.js, a CommonJS module. */
  | string
  /** Of index.ts, for which a tsconfig.json is laid; its types are not checked. */
  | { typescript: string }
  /** What Pulumi.yaml declares beside the project; the plugin of the repository serves it. */
  | { yaml: object };

/** The program of a project; a folder that holds a whole one is copied. */
export type Program = ProgramText | { dir: string };

/** A value of the stack's config. */
export type ConfigValue = string | { secret: string };

/** What a project consists of. */
export interface ProjectFiles {
  program: Program;
  /** Further files by their path in the project. */
  files?: Readonly<Record<string, string>>;
  /** The project's name, part of every URN; `test` when absent. */
  name?: string;
  /** Also lets a program in JavaScript make resources of the repository's plugin, as it does for one in YAML. */
  hasPlugin?: true;
}

const repository = join(__dirname, "..", "..", "..");

/** Scratch space lies in the repository, so that a program finds the packages by their names. */
export async function scratchFolder(parent = join(repository, "temp", "stack")): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, "s-"));
}

/** Lays the files of a project, and gives its name. */
export async function layProject(
  dir: string,
  { program, files, name = "test", hasPlugin }: ProjectFiles,
): Promise<string> {
  const isFolder = typeof program === "object" && "dir" in program;
  if (isFolder) {
    await cp(program.dir, dir, {
      recursive: true,
      filter: (source) => !/node_modules$|Pulumi\.[^/\\]+\.yaml$/.test(source),
    });
  } else {
    await writeProgram(dir, name, program);
  }
  await layFiles(dir, files);
  const settings = await readFile(join(dir, "Pulumi.yaml"), "utf8").catch(() => undefined);
  if (settings !== undefined) {
    return /^name: *["']?([\w.-]+)/m.exec(settings)?.[1] ?? name;
  }
  const runtime = { name: "nodejs", options: { typescript: typeof program === "object" } };
  const plugins = hasPlugin && (await ownPlugin());
  await writeFile(join(dir, "Pulumi.yaml"), JSON.stringify({ name, runtime, plugins }));
  return name;
}

/** What a project's settings say of the plugin of the repository. */
async function ownPlugin(): Promise<object> {
  return { providers: [{ name: "emailmarketing", path: await pluginFolder() }] };
}

/** Writes files of a project. */
export async function layFiles(dir: string, files: ProjectFiles["files"] = {}): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}

/** A value of a YAML program that is another one's, such as an output of a resource. */
export function outputOf(path: string): string {
  return `\${${path}}`;
}

/** Lays the program's own file; one in YAML is a part of the project's settings. */
export async function writeProgram(dir: string, name: string, program: ProgramText): Promise<void> {
  if (typeof program === "string") {
    await writeFile(join(dir, "index.js"), program);
  } else if ("yaml" in program) {
    // JSON is YAML.
    const settings = { name, runtime: "yaml", plugins: await ownPlugin(), ...program.yaml };
    await writeFile(join(dir, "Pulumi.yaml"), JSON.stringify(settings));
  } else {
    const compilerOptions = { module: "nodenext", moduleResolution: "nodenext", target: "es2022" };
    await writeFile(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await writeFile(join(dir, "index.ts"), program.typescript);
  }
}

/** Lays a file backend that holds one empty stack, as `pulumi stack init` would. */
export async function layStack(backend: string, project: string, stack: string): Promise<void> {
  const stacks = join(backend, ".pulumi", "stacks", project);
  await mkdir(stacks, { recursive: true });
  await writeFile(join(backend, ".pulumi", "meta.yaml"), "version: 1\n");
  const checkpoint = { stack: `organization/${project}/${stack}` };
  await writeFile(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
}

/** Lays a stack's config, with its secrets encrypted; a key without a namespace gets the project's. */
export async function layConfig(
  dir: string,
  { project, stack }: { readonly project: string; readonly stack: string },
  config: Readonly<Record<string, ConfigValue>>,
) {
  const values: Record<string, string | { secure: string }> = {};
  for (const [key, value] of Object.entries(config)) {
    values[key.includes(":") ? key : `${project}:${key}`] =
      typeof value === "string" ? value : { secure: await encryptSecret(value.secret) };
  }
  const settings = { encryptionsalt: await encryptionSalt(), config: values };
  await writeFile(join(dir, `Pulumi.${stack}.yaml`), JSON.stringify(settings));
}
