import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pluginFolder } from "./plugin-folder";
import { encryptionSalt, encryptSecret } from "./secret";

/** The text of a program. */
export type ProgramText =
  /** The text of index.js, a CommonJS module. */
  | string
  /** The text of index.ts, which gets a tsconfig.json. Its types aren't checked. */
  | { typescript: string }
  /** Members of Pulumi.yaml. The program uses the plugin of the repository. */
  | { yaml: object };

/** The program of a project, or a folder with a whole project, which is copied. */
export type Program = ProgramText | { dir: string };

/** A value in the stack config. */
export type ConfigValue = string | { secret: string };

/** The files of a project. */
export interface ProjectFiles {
  program: Program;
  /** Further files, by their paths in the project. */
  files?: Readonly<Record<string, string>>;
  /** The project's name, which is part of every URN. Default: `test`. */
  name?: string;
  /** Allows resources of the repository's plugin in a JavaScript program. A YAML program can always use the plugin. */
  hasPlugin?: true;
}

const repository = join(__dirname, "..", "..", "..");

/** Makes a scratch folder, by default in the repository, so that a program finds the packages by name. */
export async function scratchFolder(parent = join(repository, "temp", "stack")): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, "s-"));
}

/** Writes the files of a project, and returns the project's name. */
export async function writeProject(
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
  await writeFiles(dir, files);
  const settings = await readFile(join(dir, "Pulumi.yaml"), "utf8").catch(() => undefined);
  if (settings !== undefined) {
    return /^name: *["']?([\w.-]+)/m.exec(settings)?.[1] ?? name;
  }
  const runtime = { name: "nodejs", options: { typescript: typeof program === "object" } };
  const plugins = hasPlugin && (await ownPlugin());
  await writeFile(join(dir, "Pulumi.yaml"), JSON.stringify({ name, runtime, plugins }));
  return name;
}

/** The entry for the repository's plugin in the settings of a project. */
async function ownPlugin(): Promise<object> {
  return { providers: [{ name: "emailmarketing", path: await pluginFolder() }] };
}

/** Writes additional files of a project. */
export async function writeFiles(dir: string, files: ProjectFiles["files"] = {}): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}

/** The expression for a value of another resource in a YAML program, such as `${spring.id}`. */
export function outputOf(path: string): string {
  return `\${${path}}`;
}

/** Writes the file of a program. A YAML program is part of the project's settings. */
export async function writeProgram(dir: string, name: string, program: ProgramText): Promise<void> {
  if (typeof program === "string") {
    await writeFile(join(dir, "index.js"), program);
  } else if ("yaml" in program) {
    // JSON is valid YAML.
    const settings = { name, runtime: "yaml", plugins: await ownPlugin(), ...program.yaml };
    await writeFile(join(dir, "Pulumi.yaml"), JSON.stringify(settings));
  } else {
    const compilerOptions = { module: "nodenext", moduleResolution: "nodenext", target: "es2022" };
    await writeFile(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await writeFile(join(dir, "index.ts"), program.typescript);
  }
}

/** Writes a file backend with one empty stack, like `pulumi stack init`. */
export async function writeStack(backend: string, project: string, stack: string): Promise<void> {
  const stacks = join(backend, ".pulumi", "stacks", project);
  await mkdir(stacks, { recursive: true });
  await writeFile(join(backend, ".pulumi", "meta.yaml"), "version: 1\n");
  const checkpoint = { stack: `organization/${project}/${stack}` };
  await writeFile(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
}

/** Writes a stack config, with its secrets encrypted. A key without a namespace gets the project's name as one. */
export async function writeConfig(
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
