import { relative, resolve, sep } from "node:path";
import { findProject } from "../../../provider/engine/project";
import { exactJson } from "../../../provider/errors/redact";
import { firstFreeName, type ImportOptions, importCommand, type NamedObject } from "./file";

export function importProgram(objects: readonly NamedObject[], options: ImportOptions): string {
  const { file, protect, provider } = options;
  const kinds = new Set(objects.map(({ kind }) => kind));
  const hasFiles = objects.some(({ files }) => files !== undefined);
  const head = [
    "// To import these objects into the state, run:",
    `// ${importCommand(file, "dynamic", protect)}`,
    ...(hasFiles ? ['import { readFileSync } from "node:fs";'] : []),
    `import { ${[...kinds].sort().join(", ")} } from "pulumi-email-marketing";`,
    // Only the user knows where the Provider is declared, so the generated program imports it from a file that the user
    // writes.
    ...(provider === undefined
      ? []
      : [`import { ${providerVariable(provider)} } from "./providers";`]),
  ];
  return `${head.join("\n")}\n\n${statements(objects, options).join("\n\n")}\n`;
}

function statements(
  objects: readonly NamedObject[],
  { cwd, protect, provider }: ImportOptions,
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
    // Logical names that differ only in hyphens may have the same variable name. Add a number to the later one.
    const own = variableName(name, kind);
    const variable = firstFreeName((number) => `${own}${number}`, variables);
    return [
      `export const ${variable} = new ${kind}(${exactJson(name)}, {`,
      ...fields,
      `}${rest});`,
    ].join("\n");
  });
}

/** A TypeScript expression that reads the file. The path is relative to the folder in which Pulumi runs the program. */
function textOfFile(file: string, cwd: string): string {
  const from = findProject(cwd)?.programFolder ?? cwd;
  const path = relative(from, resolve(cwd, file)).split(sep).join("/");
  return `readFileSync(${exactJson(path)}, "utf8")`;
}

export function providerVariable(provider: string): string {
  return variableName(slug(provider), "Provider");
}

/**
 * Returns a function that builds a unique logical name from as few parts as possible. If the stack already has a name,
 * the function tries the name with the explicit Provider's name as a suffix before it adds a part.
 */
export function createNaming(
  takenNames: readonly string[],
  provider?: string,
): (parts: readonly string[]) => string {
  const given = new Set(takenNames);
  return (parts) => {
    const words = parts.map(slug).filter((one) => one !== "");
    const slugs = words.length === 0 ? ["object"] : words;
    const candidates = slugs
      .map((_, index) => slugs.slice(0, index + 1).join("-"))
      .flatMap((one) =>
        provider && takenNames.includes(one) ? [one, `${one}-${slug(provider)}`] : [one],
      );
    const free = candidates.find((one) => !given.has(one)) ?? candidates.at(-1);
    // Two objects may still have the same name, for example because a slug drops characters. Add a number to the later
    // one.
    return firstFreeName((number) => `${free}${number && `-${number}`}`, given);
  };
}

/** Lower-case words of the letters a to z and digits, joined by hyphens. Accents are removed. */
function slug(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** The variable name for a logical name. It ends with `kind`, so it is never a reserved word. */
export function variableName(logicalName: string, kind: string): string {
  const camel = logicalName.replace(/-(.)/g, (_, first: string) => first.toUpperCase());
  return `${/^\d/.test(camel) ? "_" : ""}${camel}${kind}`;
}
