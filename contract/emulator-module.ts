import {
  type ContractOperation,
  isPart,
  listOperations,
  type Part,
  part,
  requestSchema,
  responseSchemas,
} from "./document";
import { componentName, inOrderOfUse } from "./schema-use";

const requestField = `  /** Schema of the JSON request body; absent for an operation without one. */
  readonly requestSchema?: Schema;
`;

const header = (request: string) => `
/** A JSON Schema, draft 2020-12, without references. */
type Schema = { readonly [key: string]: unknown };

/** One operation of the contract. */
export interface Operation {
  /** The document that describes it: the specification's, or the one with the operations that only public clients show. */
  readonly document: "specified" | "extended";
  /** The interface that serves it, which also decides the key. */
  readonly interface: "main" | "verification";
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path template, such as \`/list/{id}\`, relative to the interface's base URL. */
  readonly path: string;
${request}  /** Schemas of the reply bodies by status; the contract documents no other status. */
  readonly responses: { readonly [status: number]: Schema };
}
`;

/** Keywords that only document a schema; nothing reads them at run time. */
const isProse = (key: string): boolean =>
  key.startsWith("x-") || ["description", "example", "examples", "default"].includes(key);

/**
 * Generates the TypeScript module that the emulator ships: every operation with the schemas of its
 * request and replies. Each component schema becomes a constant, so that the emulator has no
 * references to resolve at run time.
 */
export function emulatorModule(document: Part): string {
  return [header(requestField), ...operationTable(document, requestSchema)].join("\n");
}

/** Generates the same without the requests, for the provider's check of the service. */
export function replyModule(document: Part): string {
  return [header(""), ...operationTable(document, () => undefined)].join("\n");
}

/** Gives the schema of an operation's request body, as far as the module has any. */
type RequestOf = (operation: ContractOperation) => Part | undefined;

function operationTable(document: Part, requestOf: RequestOf): string[] {
  const schemas = part(part(document, "components"), "schemas");
  const operations = listOperations(document);
  const ids = operations.map(({ id }) => ` | ${JSON.stringify(id)}`).join("");
  const bodies = operations.flatMap((operation) => [
    ...(requestOf(operation) === undefined ? [] : [part(operation.part, "requestBody")]),
    ...responseSchemas(document, operation).map(([, schema]) => schema),
  ]);
  return [
    `/** The name of an operation. */\nexport type OperationId =${ids};\n`,
    ...inOrderOfUse(schemas, bodies).map((name) => constant(name, schemas[name])),
    "/** Every operation of both documents. */",
    "export const operations: { readonly [Id in OperationId]: Operation } = {",
    ...operations.map((operation) => operationText(document, operation, requestOf)),
    "};\n",
  ];
}

function constant(name: string, schema: unknown): string {
  return `const ${identifier(name)}: Schema = ${expression(schema)};\n`;
}

function operationText(document: Part, operation: ContractOperation, requestOf: RequestOf): string {
  const body = requestOf(operation);
  const replies = responseSchemas(document, operation)
    .map(([status, schema]) => `${status}: ${expression(schema)}`)
    .join(", ");
  const fields = [
    `document: ${JSON.stringify(operation.source)}`,
    `interface: ${JSON.stringify(operation.interface)}`,
    `method: ${JSON.stringify(operation.method)}`,
    `path: ${JSON.stringify(operation.path)}`,
    ...(body === undefined ? [] : [`requestSchema: ${expression(body)}`]),
    `responses: { ${replies} }`,
  ];
  return `${operation.id}: { ${fields.join(", ")} },`;
}

/** A value as TypeScript source; a reference becomes the name of the constant it points to. */
function expression(value: unknown, isNameTable = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => expression(item)).join(", ")}]`;
  if (!isPart(value)) return JSON.stringify(value);
  const reference = value.$ref;
  if (typeof reference === "string") return identifier(componentName(reference));
  const entries = Object.entries(value)
    .filter(([key]) => isNameTable || !isProse(key))
    .map(([key, inner]) => `${JSON.stringify(key)}: ${expression(inner, key === "properties")}`);
  return `{ ${entries.join(", ")} }`;
}

/** The name of a component's constant: `domainSearch` for `DomainSearch`. */
const identifier = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
