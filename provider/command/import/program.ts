import { relative, resolve, sep } from "node:path";
import { findProject } from "../../engine/project";
import { exactJson } from "../../errors/redact";
import { importCommand, type NamedObject } from "./file";
import { slug, variableName } from "./naming";

/** How the program is written. */
export interface ProgramOptions {
  /** The import file that goes with it. */
  readonly file: string;
  /** The folder that paths are relative to. */
  readonly cwd: string;
  readonly protect: boolean;
  /** The logical name of the explicit `Provider` that the resources get. */
  readonly provider?: string | undefined;
}

/** The program that declares the objects as they are, in a file of its own. */
export function importProgram(objects: readonly NamedObject[], options: ProgramOptions): string {
  const head = [
    "// To import these objects into the state, run:",
    `// ${importCommand(options.file, "dynamic", options.protect)}`,
    ...fileLine(objects),
    importLine(objects),
    ...providerLine(options),
  ];
  return `${head.join("\n")}\n\n${statements(objects, options).join("\n\n")}\n`;
}

function importLine(objects: readonly NamedObject[]): string {
  const kinds = new Set(objects.map(({ kind }) => kind));
  return `import { ${[...kinds].sort().join(", ")} } from "pulumi-email-marketing";`;
}

/** What reads the texts that lie in files. */
function fileLine(objects: readonly NamedObject[]): string[] {
  return objects.some(({ files }) => files !== undefined)
    ? ['import { readFileSync } from "node:fs";']
    : [];
}

/** By its path from where Pulumi runs the program. */
function textOfFile(file: string, cwd: string): string {
  const from = findProject(cwd)?.programFolder ?? cwd;
  const path = relative(from, resolve(cwd, file)).split(sep).join("/");
  return `readFileSync(${exactJson(path)}, "utf8")`;
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
  { cwd, protect, provider }: ProgramOptions,
): string[] {
  const settings = [
    ...(protect ? ["protect: true"] : []),
    ...(provider === undefined ? [] : [`provider: ${providerVariable(provider)}`]),
  ];
  const rest = settings.length === 0 ? "" : `, { ${settings.join(", ")} }`;
  const variables = new Set<string>();
  return objects.map(({ kind, name, inputs, files = {} }) => {
    const fields = Object.entries(inputs).map(([field, value]) => {
      const file = files[field];
      const given = file === undefined ? exactJson(value) : textOfFile(file, cwd);
      return `  ${field}: ${given},`;
    });
    return [
      `export const ${free(variableName(name, kind), variables)} = new ${kind}(${exactJson(name)}, {`,
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
