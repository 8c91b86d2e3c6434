import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A JSON value that is an object: a schema, an operation, or any other part of a document. */
export type Part = { readonly [key: string]: unknown };

/** The document of an operation: the specification, or the document of operations that only public clients use. */
export type Source = "specified" | "extended";

export interface ContractOperation {
  readonly id: string;
  readonly source: Source;
  readonly method: string;
  /** The path template, relative to the base URL of the operation's API. */
  readonly path: string;
  /** The API that serves the operation. The security scheme of the API has the same name. */
  readonly api: "main" | "verification";
  readonly part: Part;
}

const files: Readonly<Record<Source, string>> = {
  specified: "openapi.yaml",
  extended: "extended.yaml",
};

const methods = ["get", "put", "post", "delete", "patch"] as const;

export const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the object under `key`, or an empty one. */
export function part(of: Part, key: string): Part {
  const value = of[key];
  return isPart(value) ? value : {};
}

/** Reads one document, with its references unresolved. */
export function readDocument(source: Source): Part {
  const document: unknown = parse(readFileSync(join(__dirname, files[source]), "utf8"));
  if (!isPart(document)) throw new Error(`${files[source]} must contain an object`);
  return document;
}

/**
 * Reads both documents and merges their paths and components, with the metadata of the specified
 * one. References between the files become references within the result.
 */
export function readMerged(): Part {
  const specified = readDocument("specified");
  const extended: unknown = JSON.parse(
    JSON.stringify(readDocument("extended")).replaceAll(`"${files.specified}#`, '"#'),
  );
  if (!isPart(extended)) throw new Error(`${files.extended} must contain an object`);
  const components = ["schemas", "responses", "securitySchemes"].map((kind) => [
    kind,
    { ...part(part(extended, "components"), kind), ...part(part(specified, "components"), kind) },
  ]);
  return {
    ...specified,
    paths: bothPaths(part(specified, "paths"), part(extended, "paths")),
    components: Object.fromEntries(components),
  };
}

/** Merges the operations of each path, because a path may have operations in both documents. */
function bothPaths(specified: Part, extended: Part): Part {
  const added = Object.keys(extended).map((path) => [
    path,
    { ...part(specified, path), ...part(extended, path) },
  ]);
  return { ...specified, ...Object.fromEntries(added) };
}

/** The part that a local reference (`#/components/...`) points to. */
export function resolve(document: Part, reference: string): Part {
  const steps = reference.replace(/^#\//, "").split("/");
  const found = steps.reduce((at, step) => part(at, step), document);
  if (Object.keys(found).length === 0) throw new Error(`${reference} doesn't exist`);
  return found;
}

/**
 * The operations of a document, in the order of its paths. Each `source` is the document that describes the operation.
 */
export function listOperations(document: Part): ContractOperation[] {
  const extendedPaths = part(readDocument("extended"), "paths");
  return Object.entries(part(document, "paths")).flatMap(([path, item]) =>
    methods.flatMap((method): ContractOperation[] => {
      const operation = isPart(item) ? item[method] : undefined;
      if (!isPart(operation)) return [];
      const isExtended = method in part(extendedPaths, path);
      return [
        {
          id: String(operation.operationId),
          source: isExtended ? "extended" : "specified",
          method: method.toUpperCase(),
          path,
          api: operation.security === undefined ? "main" : "verification",
          part: operation,
        },
      ];
    }),
  );
}

export function requestSchema(operation: ContractOperation): Part | undefined {
  return jsonSchema(part(operation.part, "requestBody"));
}

/** The schema of each documented response of an operation, by status. */
export function responseSchemas(document: Part, operation: ContractOperation): [string, Part][] {
  return Object.entries(part(operation.part, "responses")).map(([status, response]) => {
    if (!isPart(response)) throw new Error(`${operation.id} ${status} must be an object`);
    const reference = response.$ref;
    const resolved = typeof reference === "string" ? resolve(document, reference) : response;
    const schema = jsonSchema(resolved);
    if (schema === undefined) throw new Error(`${operation.id} ${status} has no JSON schema`);
    return [status, schema];
  });
}

function jsonSchema(holder: Part): Part | undefined {
  const schema = part(part(holder, "content"), "application/json").schema;
  return isPart(schema) ? schema : undefined;
}
