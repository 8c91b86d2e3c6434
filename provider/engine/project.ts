import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { objectIn, type Properties, stringIn } from "../plain/value";

export type Project = NonNullable<ReturnType<typeof findProject>>;

/** The project in a folder or in the nearest folder above. */
export function findProject(from: string) {
  const file = projectFile(from);
  if (file === undefined) return undefined;
  const folder = dirname(file);
  const { name, runtime, main } = settingsIn(readFileSync(file, "utf8"));
  const place = stringIn(main) ?? "";
  const program = resolve(folder, place);
  return {
    /** The folder of the project file, such as Pulumi.yaml. */
    folder,
    /** The folder in which the engine runs the program and loads this package. `main` is a folder or a file. */
    programFolder: /\.[cm]?[jt]s$/.test(place) ? dirname(program) : program,
    /** The project's name; undefined if the file has none. */
    name: stringIn(name),
    /** The language of the program, such as `nodejs` or `yaml`. */
    runtime: stringIn(runtime) ?? stringIn(objectIn(runtime)?.name) ?? "nodejs",
  };
}

function projectFile(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]
      .map((name) => join(folder, name))
      .find((path) => existsSync(path));
    if (file !== undefined || dirname(folder) === folder) return file;
  }
}

/** The stack config in the files, because the engine passes a plugin only its own keys. Lacks imported environments. */
export function configInFiles(
  from: string,
  { stack, project }: { readonly stack: string; readonly project: string },
): Properties {
  const file = projectFile(from);
  if (file === undefined) return {};
  const { name, config, stackConfigDir } = settingsIn(readFileSync(file, "utf8"));
  if (name !== project) return {};
  const folder = join(dirname(file), stringIn(stackConfigDir) ?? "");
  const ofStack = join(folder, `Pulumi.${stack}${extname(file)}`);
  const configs = [config, existsSync(ofStack) && settingsIn(readFileSync(ofStack, "utf8")).config];
  const entries = configs.flatMap((one) => Object.entries(objectIn(one) ?? {}));
  return Object.fromEntries(
    entries.map(([key, value]) => [key.includes(":") ? key : `${project}:${key}`, value]),
  );
}

/** A file with a syntax error counts as empty, because Pulumi itself reports the error. */
function settingsIn(text: string): Properties {
  // Loaded on first use, because most processes read no project files.
  const { parse } = require("yaml") as typeof import("yaml");
  try {
    return objectIn(parse(text)) ?? {};
  } catch {
    return {};
  }
}
