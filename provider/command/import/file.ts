import { dirname, join } from "node:path";
import { providerText } from "../../engine/dynamic-kind";
import { type ResourceForm, typeIn } from "../../engine/urn";
import { exactJson } from "../../errors/redact";
import type { Properties } from "../../input/plain";
import type { AnyListed } from "../../lifecycle/listing";
import type { FileContent } from "../../terminal/write-together";
import type { StateProvider } from "../stack/exported-state";
import { freePath } from "./target";

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

/** The file for `pulumi import --file`. */
export function importFile(
  objects: readonly NamedObject[],
  form: ResourceForm,
  { account, provider }: ImportPlace,
): string {
  const resources = objects.map((object) => ({
    type: typeIn(form, object.kind),
    name: object.name,
    id: object.id,
    ...(provider && { provider: provider.name }),
    ...(form === "dynamic" && propertiesOf(object, account)),
  }));
  const nameTable = provider && { [provider.name]: provider.urn };
  return `${exactJson({ nameTable, resources }, 2)}\n`;
}

/** Of a dynamic resource, so that the engine does not read the object. The plugin reads it by its id. */
function propertiesOf({ kind, inputs, outputs }: NamedObject, account: string) {
  const __provider = providerText(kind);
  return {
    inputs: { ...inputs, __provider },
    outputs: { ...inputs, ...outputs, account, __provider },
  };
}

/** The command that imports the objects of an import file; for the plugin, Pulumi writes their program, too. */
export function importCommand(file: string, form: ResourceForm, protect: boolean): string {
  const code = form === "plugin" ? "--out <program file>" : "--generate-code=false";
  return `pulumi import --file ${file} ${code}${protect ? "" : " --protect=false"}`;
}

/** Beside the program, named after the resource; a file that is there stays. */
export function filesOf(
  name: string,
  { files = {} }: AnyListed,
  {
    cwd,
    program,
    taken,
  }: { readonly cwd: string; readonly program: string; readonly taken: Set<string> },
): Pick<NamedObject, "files"> {
  const paths = Object.entries(files).map(([input, ending]) => {
    const path = freePath(cwd, `${join(dirname(program), name)}.${ending}`, taken);
    taken.add(path);
    return [input, path] as const;
  });
  return paths.length === 0 ? {} : { files: Object.fromEntries(paths) };
}

/** The files of an object's inputs. */
export function contentsOf({ files = {}, inputs }: NamedObject): FileContent[] {
  return Object.entries(files).map(([input, path]) => ({ path, content: String(inputs[input]) }));
}
