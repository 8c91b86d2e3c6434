import {
  type ContractOperation,
  listOperations,
  type Part,
  part,
  readDocument,
  readMerged,
  requestSchema,
  resolve,
} from "../../contract/document";
import type { AnyFields } from "../../provider/input/validation";
import type { Doc, NameSource, SentAs } from "./model";

/** The body of a write. `source` applies to fields without a grade of their own. */
interface Body {
  readonly isUpdate: boolean;
  readonly fields: Part;
  readonly source: NameSource;
}

const document = readMerged();
const operations = (["specified", "extended"] as const).flatMap((source) =>
  listOperations(readDocument(source)),
);

/** The inputs that a request contains as fields, with the field's name and its source. */
export function sentInputs(fields: AnyFields, doc: Doc): ReadonlyMap<string, SentAs> {
  const text = [doc.text, ...doc.sections.values()].join("\n");
  const bodies = operations.filter((one) => namesOperation(text, one)).flatMap(bodyOf);
  const entries = Object.entries(fields).flatMap(([input, { wire = inSnakeCase(input) }]) => {
    const found = (isUpdate: boolean) =>
      bodies.find((body) => body.isUpdate === isUpdate && wire in body.fields);
    const update = found(true);
    const first = found(false) ?? update;
    if (!first) return [];
    const source = sourceOf(first, wire);
    const inUpdates = update && sourceOf(update, wire);
    const sentAs: SentAs = {
      name: wire,
      source,
      ...(inUpdates !== undefined && inUpdates !== source && { inUpdates }),
    };
    return [[input, sentAs] as const];
  });
  return new Map(entries);
}

/** True if a text names an operation by its method and path. */
function namesOperation(
  text: string,
  { method, path }: Pick<ContractOperation, "method" | "path">,
): boolean {
  const operation = `${method} ${path}`.replace(/[{}]/g, "\\$&");
  return new RegExp(`${operation}(?![\\w/{])`).test(text);
}

/** The fields of a write; empty if the request has no body or is a search. */
function bodyOf(operation: ContractOperation): Body[] {
  const schema = requestSchema(operation);
  const fields = schema === undefined ? {} : part(whole(schema), "properties");
  if ("page" in fields) return [];
  const source = (operation.part["x-grade"] ?? "specified") as NameSource;
  return [{ isUpdate: operation.method !== "POST", fields, source }];
}

/** The grade of the field, otherwise of the schema to which the field refers, otherwise of the operation. */
function sourceOf({ fields, source }: Body, name: string): NameSource {
  const field = part(fields, name);
  return (field["x-grade"] ?? whole(field)["x-grade"] ?? source) as NameSource;
}

function whole(schema: Part): Part {
  const { $ref } = schema;
  // Drop the file before the hash, because all documents are merged.
  return typeof $ref === "string" ? resolve(document, $ref.replace(/^[^#]*/, "")) : schema;
}

export function inSnakeCase(input: string): string {
  return input.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
