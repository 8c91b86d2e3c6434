import {
  type ContractOperation,
  isPart,
  listOperations,
  type Part,
  part,
  requestSchema,
  responseSchemas,
} from "./document";

const header = `
/** A JSON Schema, draft 2020-12, without references. */
type Schema = { readonly [key: string]: unknown };

/** What the contract says about one operation. */
export interface Operation {
  /** The document that it stands in: the specification's, or what public clients add. */
  readonly document: "specified" | "extended";
  /** The interface that serves it, and whose key it takes. */
  readonly interface: "main" | "verification";
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path template, such as \`/list/{id}\`, relative to the interface's base URL. */
  readonly path: string;
  /** What a JSON request body must satisfy; absent where no body is needed. */
  readonly requestSchema?: Schema;
  /** What the body of a reply satisfies, by status; no other status is documented. */
  readonly responses: { readonly [status: number]: Schema };
}
`;

const componentPrefix = "#/components/schemas/";

/** The keywords that describe and do not constrain. */
const isProse = (key: string): boolean =>
  key.startsWith("x-") || ["description", "example", "examples", "default"].includes(key);

/**
 * The TypeScript module that the emulator ships: every operation with the schemas of its request
 * and replies, each component schema a constant, so that nothing is left to resolve at run time.
 */
export function emulatorModule(document: Part): string {
  const schemas = part(part(document, "components"), "schemas");
  const operations = listOperations(document);
  const ids = operations.map(({ id }) => ` | ${JSON.stringify(id)}`).join("");
  return [
    header,
    `/** The name of an operation. */\nexport type OperationId =${ids};\n`,
    ...inOrderOfUse(
      schemas,
      operations.flatMap((operation) => bodies(document, operation)),
    ).map((name) => constant(name, schemas[name])),
    "/** Every operation of both documents. */",
    "export const operations: { readonly [Id in OperationId]: Operation } = {",
    ...operations.map((operation) => operationText(document, operation)),
    "};\n",
  ].join("\n");
}

function constant(name: string, schema: unknown): string {
  return `const ${identifier(name)}: Schema = ${expression(schema)};\n`;
}

function operationText(document: Part, operation: ContractOperation): string {
  const body = requestSchema(operation);
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

/** A value as TypeScript, a reference being the name of the constant that it points to. */
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

/** The schemas of everything that an operation takes and gives. */
function bodies(document: Part, operation: ContractOperation): Part[] {
  const body = requestSchema(operation);
  const replies = responseSchemas(document, operation).map(([, schema]) => schema);
  return body === undefined ? replies : [body, ...replies];
}

/** The components that `users` need, such that each comes after the ones that it refers to. */
function inOrderOfUse(schemas: Part, users: readonly Part[]): string[] {
  const ordered = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (schemas[name] === undefined) throw new Error(`There is no schema ${name}`);
    if (path.includes(name)) throw new Error(`${[...path, name].join(" -> ")} is circular`);
    for (const used of referencesIn(schemas[name])) visit(used, [...path, name]);
    ordered.add(name);
  };
  for (const name of users.flatMap(referencesIn)) visit(name, []);
  return [...ordered];
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isPart(value)) return [];
  const reference = value.$ref;
  if (typeof reference === "string") return [componentName(reference)];
  return Object.values(value).flatMap(referencesIn);
}

function componentName(reference: string): string {
  if (!reference.startsWith(componentPrefix)) throw new Error(`${reference} is no schema`);
  return reference.slice(componentPrefix.length);
}

/** `DomainSearch` as a constant is `domainSearch`. */
const identifier = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
