import contract from "./contract.json";

/** A JSON Schema, draft 2020-12, without references. */
type Schema = { readonly [key: string]: unknown };

export interface Operation {
  /** The document with the operation: the specification, or the one with operations that only public clients use. */
  readonly document: "specified" | "extended";
  /** The API that serves the operation. The API decides which key is needed. */
  readonly api: "main" | "verification";
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path template, such as `/list/{id}`, relative to the API's base URL. */
  readonly path: string;
  /** Schema of the JSON request body; absent for an operation without one. */
  readonly requestSchema?: Schema;
  /** Schemas of the response bodies by status; the contract documents no other status. */
  readonly responses: { readonly [status: number]: Schema };
}

// `namesIn` infers the type, so that the declaration file lists the ids. If the declaration file imported the JSON for
// the ids, each package would carry the JSON twice.
export const operationIds = namesIn(contract.operations);

export type OperationId = (typeof operationIds)[number];

/** A statement of the contract that the specification doesn't make. */
export interface Guess {
  /** The place of the statement: an operation, or a property of a schema. */
  readonly where: string;
  readonly what: string;
  /** A: the vendor's own client or documentation; B: two or more independent clients; C: one client; D: a guess. */
  readonly grade: "A" | "B" | "C" | "D";
}

const schemas: { readonly [name: string]: unknown } = contract.schemas;

export const operations = whole(contract.operations) as {
  readonly [Id in OperationId]: Operation;
};

export const guesses = contract.guesses as readonly Guess[];

/** Replaces each reference in a value with the schema that the reference names. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return whole(schemas[String(value.$ref)]);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, whole(inner)]));
}

function namesIn<Name extends string>(table: { readonly [name in Name]: unknown }): Name[] {
  return Object.keys(table) as Name[];
}
