import { providerText, typeOf } from "../../engine/dynamic-kind";
import { typeIn } from "../../engine/urn";
import type { Properties } from "../../input/plain";
import type { StateProvider } from "../stack/state";

/** An object to import. */
export interface NamedObject {
  readonly kind: string;
  /** The logical name. */
  readonly name: string;
  readonly id: string;
  readonly inputs: Properties;
  /** The files that hold the texts of inputs, by the names of these. */
  readonly files?: Readonly<Record<string, string>>;
  readonly outputs: Properties;
}

/** Whose the imported objects are. */
export interface ImportPlace {
  readonly account: string;
  /** The explicit `Provider`, where they don't belong to the default one. */
  readonly provider: Pick<StateProvider, "name" | "urn"> | undefined;
}

/** The file for `pulumi import --file`: with inputs and outputs, so that the engine does not read the objects. */
export function importFile(
  objects: readonly NamedObject[],
  { account, provider }: ImportPlace,
): string {
  const resources = objects.map(({ kind, name, id, inputs, outputs }) => {
    const __provider = providerText(kind);
    return {
      type: typeOf(kind),
      name,
      id,
      ...(provider && { provider: provider.name }),
      inputs: { ...inputs, __provider },
      outputs: { ...inputs, ...outputs, account, __provider },
    };
  });
  const nameTable = provider && { [provider.name]: provider.urn };
  return `${JSON.stringify({ nameTable, resources }, undefined, 2)}\n`;
}

/** The same for the plugin, which reads each object by its id; Pulumi then writes the program itself. */
export function pluginImportFile(
  objects: readonly NamedObject[],
  { provider }: ImportPlace,
): string {
  const resources = objects.map(({ kind, name, id }) => ({
    type: typeIn("plugin", kind),
    name,
    id,
    ...(provider && { provider: provider.name }),
  }));
  const nameTable = provider && { [provider.name]: provider.urn };
  return `${JSON.stringify({ nameTable, resources }, undefined, 2)}\n`;
}

/** The command that imports the objects of an import file for the plugin, and writes their program. */
export function pluginImportCommand(file: string, protect: boolean): string {
  return `pulumi import --file ${file} --out <program file>${protect ? "" : " --protect=false"}`;
}

/** The command that imports the objects of an import file. */
export function importCommand(file: string, protect: boolean): string {
  return `pulumi import --file ${file} --generate-code=false${protect ? "" : " --protect=false"}`;
}
