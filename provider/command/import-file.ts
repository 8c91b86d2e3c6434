import { providerText, typeOf } from "../dynamic-kind";
import { variableName } from "./import-name";

/** An object to import. */
export interface NamedObject {
  readonly kind: string;
  /** The logical name. */
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** The file for `pulumi import --file`: with inputs and outputs, so that the engine does not read the objects. */
export function importFile(objects: readonly NamedObject[], account: string): string {
  const resources = objects.map(({ kind, name, id, inputs, outputs }) => {
    const __provider = providerText(kind);
    return {
      type: typeOf(kind),
      name,
      id,
      inputs: { ...inputs, __provider },
      outputs: { ...inputs, ...outputs, account, __provider },
    };
  });
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}

/** The command that imports the objects of an import file. */
export function importCommand(file: string, protect: boolean): string {
  return `pulumi import --file ${file} --generate-code=false${protect ? "" : " --protect=false"}`;
}

/** The program that declares the objects as they are. */
export function importProgram(
  objects: readonly NamedObject[],
  { file, protect }: { readonly file: string; readonly protect: boolean },
): string {
  const options = protect ? ", { protect: true }" : "";
  const kinds = [...new Set(objects.map(({ kind }) => kind))].sort();
  const variables = new Set<string>();
  const statements = objects.map(({ kind, name, inputs }) => {
    const variable = free(variableName(name, kind), variables);
    const fields = Object.entries(inputs).map(
      ([field, value]) => `  ${field}: ${JSON.stringify(value)},`,
    );
    return [
      `const ${variable} = new ${kind}(${JSON.stringify(name)}, {`,
      ...fields,
      `}${options});`,
    ].join("\n");
  });
  return `${[
    "// Written by pulumi-email-marketing import. To import these objects into the state, run:",
    `// ${importCommand(file, protect)}`,
    `import { ${kinds.join(", ")} } from "pulumi-email-marketing";`,
    "",
    statements.join("\n\n"),
  ].join("\n")}\n`;
}

/** Logical names that differ in their hyphens only would give the same variable. */
function free(variable: string, taken: Set<string>): string {
  let name = variable;
  for (let number = 2; taken.has(name); number += 1) name = `${variable}${number}`;
  taken.add(name);
  return name;
}
