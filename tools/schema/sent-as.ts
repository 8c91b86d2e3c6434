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
import type { AnyFields } from "../../provider/input/field";
import type { Doc, NameSource, SentAs } from "./model";

/** The body of a write, and how sure its fields are that say nothing of their own. */
interface Body {
  readonly isUpdate: boolean;
  readonly fields: Part;
  readonly source: NameSource;
}

const document = readMerged();
const operations = (["specified", "extended"] as const).flatMap((source) =>
  listOperations(readDocument(source)),
);

/** The inputs that a request carries as a field, each with its name there and where that name is from. */
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

/** Whether a text names an operation by its method and path. */
function namesOperation(
  text: string,
  { method, path }: Pick<ContractOperation, "method" | "path">,
): boolean {
  const operation = `${method} ${path}`.replace(/[{}]/g, "\\$&");
  return new RegExp(`${operation}(?![\\w/{])`).test(text);
}

/** The fields of a write; none where the request has no body, or asks for a page. */
function bodyOf(operation: ContractOperation): Body[] {
  const schema = requestSchema(operation);
  const fields = schema === undefined ? {} : part(whole(schema), "properties");
  if ("page" in fields) return [];
  const source = (operation.part["x-grade"] ?? "specified") as NameSource;
  return [{ isUpdate: operation.method !== "POST", fields, source }];
}

/** A field's own grade, or that of the schema that it refers to. */
function sourceOf({ fields, source }: Body, name: string): NameSource {
  const field = part(fields, name);
  return (field["x-grade"] ?? whole(field)["x-grade"] ?? source) as NameSource;
}

function whole(schema: Part): Part {
  const { $ref } = schema;
  // The file before the hash is a document that is merged by now.
  return typeof $ref === "string" ? resolve(document, $ref.replace(/^[^#]*/, "")) : schema;
}

export function inSnakeCase(input: string): string {
  return input.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
