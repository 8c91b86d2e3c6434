import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";

// The schemas are our own and checked where they are made; checking them again costs the start.
const ajv = new Ajv2020({ strict: false, validateSchema: false });
addFormats(ajv);

/** Gives what a value does not satisfy in a schema; the schema is compiled when first needed. */
export function checkerOf(schema: object): (value: unknown) => readonly ErrorObject[] {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? [] : (compiled.errors ?? []);
  };
}

/** The first thing that is wrong, and where: `/domains/0 must have required property 'domain'`. */
export function firstFault(errors: readonly ErrorObject[]): string | undefined {
  const [first] = errors;
  if (first === undefined) return undefined;
  const extra: unknown = first.params.additionalProperty;
  const name = typeof extra === "string" ? ` ${extra}` : "";
  return `${first.instancePath || "/"} ${first.message ?? "is not valid"}${name}`;
}
