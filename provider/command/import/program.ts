import { importCommand, type NamedObject } from "./file";
import { slug, variableName } from "./name";

/** How the program is written. */
export interface ProgramOptions {
  /** The import file that goes with it. */
  readonly file: string;
  readonly protect: boolean;
  /** The logical name of the explicit `Provider` that the resources get. */
  readonly provider?: string | undefined;
  /** The program that stands in its place. */
  readonly existing?: string | undefined;
}

/** The text of a program. */
export interface Program {
  readonly text: string;
  /** How many declarations of the existing program it keeps; 0 where it replaces that one. */
  readonly kept: number;
}

/**
 * The program that declares the objects as they are. It replaces an existing one only if it declares everything that one
 * does: what a program no longer declares, the next `pulumi up` deletes.
 */
export function importProgram(objects: readonly NamedObject[], options: ProgramOptions): Program {
  const { existing = "" } = options;
  const declared = declarationsIn(existing);
  const given = new Set(objects.map(({ kind, name }) => keyOf(kind, name)));
  if ([...declared].every((key) => given.has(key))) {
    return { text: newProgram(objects, options), kept: 0 };
  }
  const added = objects.filter(({ kind, name }) => !declared.has(keyOf(kind, name)));
  return { text: extended(existing, added, options), kept: declared.size };
}

function newProgram(objects: readonly NamedObject[], options: ProgramOptions): string {
  const head = [
    "// Written by pulumi-email-marketing import. To import these objects into the state, run:",
    `// ${importCommand(options.file, options.protect)}`,
    ...fileLine(objects),
    importLine(kindsOf(objects)),
    ...providerLine(options),
  ];
  return `${head.join("\n")}\n\n${statements(objects, options, []).join("\n\n")}\n`;
}

function extended(
  existing: string,
  added: readonly NamedObject[],
  options: ProgramOptions,
): string {
  const program = withKinds(existing.trimEnd(), kindsOf(added));
  const lines = [...fileLine(added), ...providerLine(options)].filter(
    (line) => !existing.includes(line),
  );
  const head = [...lines, program].join("\n");
  const taken = existing.match(/[\w$]+/g) ?? [];
  return `${[head, ...statements(added, options, taken)].join("\n\n")}\n`;
}

function importLine(kinds: readonly string[]): string {
  return `import { ${[...new Set(kinds)].sort().join(", ")} } from "pulumi-email-marketing";`;
}

function kindsOf(objects: readonly NamedObject[]): string[] {
  return objects.map(({ kind }) => kind);
}

/** Imports what is missing, in the line that is there. */
function withKinds(program: string, kinds: readonly string[]): string {
  const line = /import \{([^}]*)\} from ["']pulumi-email-marketing["'];?/.exec(program);
  if (!line) return kinds.length === 0 ? program : `${importLine(kinds)}\n${program}`;
  const imported = (line[1] ?? "").split(",").map((name) => name.trim());
  const missing = kinds.filter((kind) => !imported.includes(kind));
  const names = [...imported.filter((name) => name !== ""), ...missing];
  return missing.length === 0 ? program : program.replace(line[0], () => importLine(names));
}

/** What reads the texts that lie in files. */
function fileLine(objects: readonly NamedObject[]): string[] {
  return objects.some(({ files }) => files !== undefined)
    ? ['import { readFileSync } from "node:fs";']
    : [];
}

/** The path is relative to the project's folder, in which Pulumi runs the program. */
function textOfFile(file: string): string {
  return `readFileSync(${JSON.stringify(file)}, "utf8")`;
}

/** Only the user knows where the Provider is declared. */
function providerLine({ provider }: ProgramOptions): string[] {
  return provider === undefined
    ? []
    : [`import { ${providerVariable(provider)} } from "./providers";`];
}

/** The variable that the program expects an explicit `Provider` in. */
export function providerVariable(provider: string): string {
  return variableName(slug(provider), "Provider");
}

function statements(
  objects: readonly NamedObject[],
  options: ProgramOptions,
  taken: Iterable<string>,
): string[] {
  const { protect, provider } = options;
  const settings = [
    ...(protect ? ["protect: true"] : []),
    ...(provider === undefined ? [] : [`provider: ${providerVariable(provider)}`]),
  ];
  const rest = settings.length === 0 ? "" : `, { ${settings.join(", ")} }`;
  const variables = new Set(taken);
  return objects.map(({ kind, name, inputs, files = {} }) => {
    const fields = Object.entries(inputs).map(([field, value]) => {
      const file = files[field];
      const given = file === undefined ? JSON.stringify(value) : textOfFile(file);
      return `  ${field}: ${given},`;
    });
    return [
      `export const ${free(variableName(name, kind), variables)} = new ${kind}(${JSON.stringify(name)}, {`,
      ...fields,
      `}${rest});`,
    ].join("\n");
  });
}

/** Logical names that differ in their hyphens only would give the same variable. */
function free(variable: string, taken: Set<string>): string {
  let name = variable;
  for (let number = 2; taken.has(name); number += 1) name = `${variable}${number}`;
  taken.add(name);
  return name;
}

/** What a program declares, of whatever package, in any formatter's style. */
function declarationsIn(program: string): Set<string> {
  const declaration = /\bnew\s+(?:[\w$]+\.)*([\w$]+)\(\s*(["'`])(.+?)\2/g;
  return new Set(
    [...program.matchAll(declaration)].map(([, kind = "", , name = ""]) => keyOf(kind, name)),
  );
}

function keyOf(kind: string, name: string): string {
  return `${kind} ${name}`;
}
