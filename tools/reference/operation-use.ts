import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listOperations, readDocument, type Source } from "../../contract/document";
import type { Doc, PackageModel, Property } from "./model";
import { namesOperation } from "./sent-as";

/** An operation of the contract, and what stands on it. */
export interface OperationUse {
  readonly source: Source;
  /** Method and path. */
  readonly operation: string;
  /** The resources and functions whose doc comments name it. */
  readonly users: readonly string[];
  /** The file of the emulator that serves it. */
  readonly area: string;
}

const areas = join(__dirname, "..", "..", "emulator", "area");

/** Every operation of the contract; throws where the doc comment of nothing names one. */
export function operationUses({ resources, functions }: PackageModel): OperationUse[] {
  const areaOf = emulatorAreas();
  const texts = [
    ...resources.map(({ kind, doc, inputs }) => ({ name: kind, text: textOf(doc, inputs) })),
    ...functions.map(({ name, doc, args }) => ({ name, text: textOf(doc, args) })),
  ];
  return (["specified", "extended"] as const)
    .flatMap((source) => listOperations(readDocument(source)))
    .map(({ id, source, method, path }) => {
      const operation = `${method} ${path}`;
      const isUser = ({ text }: { text: string }) => namesOperation(text, { method, path });
      const users = texts.filter(isUser).map(({ name }) => name);
      if (users.length === 0) {
        throw new Error(`the doc comment of no resource or function names ${operation}`);
      }
      return { source, operation, users, area: areaOf(id) };
    });
}

/** Whatever a doc comment says, and those of the inputs. */
function textOf({ text, sections }: Doc, inputs: readonly Property[]): string {
  return [text, ...sections.values(), ...inputs.map(({ doc }) => doc.text)].join("\n");
}

/** The file that each operation's implementation is imported from. */
function emulatorAreas(): (id: string) => string {
  const index = readFileSync(join(areas, "index.ts"), "utf8");
  const imports = [...index.matchAll(/^import \{([^}]*)\} from "\.\/([\w-]+)";/gm)];
  return (id) => {
    const found = imports.find(([, names = ""]) => new RegExp(`\\b${id}\\b`).test(names));
    if (!found) throw new Error(`emulator/area/index.ts doesn't import ${id}`);
    return found[2] ?? "";
  };
}
