import {
  type ContractOperation,
  isPart,
  listOperations,
  type Part,
  part,
  requestSchema,
  responseSchemas,
} from "./document";
import { guesses } from "./open-points";
import { componentName, inOrderOfUse } from "./schema-use";

/** True for keywords that only document a schema. No code reads them at run time. */
const isProse = (key: string): boolean =>
  key.startsWith("x-") || ["description", "example", "examples", "default"].includes(key);

/**
 * The contract as JSON for both packages: the operations, all schemas that they use, and the guesses. Each operation,
 * schema and guess has its own line.
 */
export function contractJson(document: Part): string {
  const schemas = part(part(document, "components"), "schemas");
  const operations = listOperations(document);
  const bodies = operations.flatMap((operation) => [
    part(operation.part, "requestBody"),
    ...responseSchemas(document, operation).map(([, schema]) => schema),
  ]);
  const used = inOrderOfUse(schemas, bodies);
  const sections = [
    `"schemas": {\n${lines(used.map((name) => [name, served(schemas[name])]))}\n}`,
    `"operations": {\n${lines(operations.map((one) => [one.id, operation(document, one)]))}\n}`,
    `"guesses": [\n${guesses()
      .map((guess) => JSON.stringify(guess))
      .join(",\n")}\n]`,
  ];
  return `{\n${sections.join(",\n")}\n}\n`;
}

function lines(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(",\n");
}

function operation(document: Part, one: ContractOperation): Part {
  const request = requestSchema(one);
  return {
    document: one.source,
    api: one.api,
    method: one.method,
    path: one.path,
    ...(request && { requestSchema: served(request) }),
    responses: served(Object.fromEntries(responseSchemas(document, one))),
  };
}

/** A schema without documentation, with `$ref` as a mere name. In `properties`, keys such as "default" are names. */
function served(value: unknown, isNameTable = false): unknown {
  if (Array.isArray(value)) return value.map((item) => served(item));
  if (!isPart(value)) return value;
  const reference = value.$ref;
  if (typeof reference === "string") return { $ref: componentName(reference) };
  const kept = Object.entries(value)
    .filter(([key]) => isNameTable || !isProse(key))
    .map(([key, inner]) => [key, served(inner, key === "properties")]);
  return Object.fromEntries(kept);
}
