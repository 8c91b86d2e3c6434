import { Ajv2020, type ErrorObject } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Operation } from "#contract";
import type { RawReply } from "../../client/call";
import { isRecord } from "../../client/decode";

/** A question, as far as its reply is judged by it. */
export interface Expected {
  readonly operation: Operation;
  /** The documented status of a reply to it. */
  readonly status: number;
  /** Rows of a page, where the question asks for the first one. */
  readonly limit?: number;
}

const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, verbose: true });
addFormats(ajv);

/**
 * How a reply differs from what is documented, each difference once, however many rows have it. Names and types only: a
 * value may be a contact's.
 */
export function differences(reply: RawReply, expected: Expected): string[] {
  const { operation, status, limit } = expected;
  const wrongStatus =
    reply.status === status ? [] : [`replied with status ${reply.status} instead of ${status}`];
  const schema = operation.responses[reply.status] ?? operation.responses[status];
  const body = parsed(reply.text);
  if (body instanceof SyntaxError) return [...wrongStatus, "the body is not JSON"];
  // A refusal says nothing about the form of a good reply.
  const isJudged = schema !== undefined && (status >= 400 || reply.status < 400);
  const ofBody = isJudged ? (otherShape(schema, body, status) ?? ofSchema(schema, body)) : [];
  const ofTotal = limit === undefined || reply.status >= 400 ? [] : totals(body, limit);
  return [...new Set([...wrongStatus, ...ofBody, ...ofTotal])];
}

/** The service has several shapes of errors: another one is one difference, not one for each of its fields. */
function otherShape(
  { required }: { readonly required?: unknown },
  body: unknown,
  status: number,
): string[] | undefined {
  if (status < 400 || !isRecord(body) || !Array.isArray(required)) return undefined;
  const fields = Object.keys(body);
  if (required.every((name) => fields.includes(name as string))) return undefined;
  const given = fields.map(shown).join(", ") || "none";
  return [`the error has the fields ${given} instead of ${required.join(", ")}`];
}

/** The JSON, or the error in its place. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function ofSchema(schema: object, body: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(body)) return [];
  const errors = validate.errors ?? [];
  const missing = named(errors, "required", "missingProperty");
  const added = named(errors, "additionalProperties", "additionalProperty");
  const renamed = missing.flatMap(({ at, name }) => {
    const other = added.find((one) => one.at === at && isRespelt(one.name, name));
    return other === undefined ? [] : [{ at, name, as: other.name }];
  });
  const isOf = ({ at, name }: Named, part: "name" | "as") =>
    renamed.some((one) => one.at === at && one[part] === name);
  return [
    ...renamed.map(({ at, name, as }) => `${join(at, name)} is spelled ${as}`),
    ...missing
      .filter((one) => !isOf(one, "name"))
      .map(({ at, name }) => `${join(at, name)} is missing`),
    ...added
      .filter((one) => !isOf(one, "as"))
      .map(({ at, name }) => `${join(at, shown(name))} is not documented`),
    ...errors
      .filter(({ keyword }) => keyword !== "required" && keyword !== "additionalProperties")
      .map(sentence),
  ];
}

interface Named {
  readonly at: string;
  readonly name: string;
}

function named(errors: readonly ErrorObject[], keyword: string, param: string): Named[] {
  return errors
    .filter((error) => error.keyword === keyword)
    .map(({ instancePath, params }) => ({ at: pathOf(instancePath), name: String(params[param]) }));
}

const bare = (name: string) => name.toLowerCase().replace(/[_-]/g, "");
const isRespelt = (one: string, other: string) => bare(one) === bare(other);

/** A name that is none may be a value: an address as the key of an object, say. */
function shown(name: string): string {
  return /^[A-Za-z_][\w-]{0,60}$/.test(name) ? name : "(a name that is not shown)";
}

/** `data[].status` for `/data/0/status`. */
function pathOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[]` : join(path, shown(step))), "");
}

function join(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

function sentence({ keyword, params, instancePath, data }: ErrorObject): string {
  const at = pathOf(instancePath) || "the body";
  switch (keyword) {
    case "type":
      return `${at} is of type ${typeOf(data)} instead of ${[params.type].flat().join(" or ")}`;
    case "enum": {
      const valid = (params.allowedValues as readonly unknown[]).map(String);
      const isCase = typeof data === "string" && valid.includes(data.toLowerCase());
      const which = isCase ? "differs in case from" : "is none of";
      return `${at} ${which} the documented values (${valid.join(", ")})`;
    }
    case "const":
      return `${at} has another text than documented`;
    case "format":
    case "pattern":
      return `${at} has another form than documented`;
    case "minItems":
      return `${at} is empty`;
    default:
      return `${at} is not as documented (${keyword})`;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const totalNames = ["count", "list_count", "total"] as const;

/** What a first page shows of the total: where it isn't full, it holds all rows. */
function totals(body: unknown, limit: number): string[] {
  if (!isRecord(body) || !Array.isArray(body.data)) return [];
  const { length } = body.data;
  if (length > limit)
    return [`a page has ${length} rows, although at most ${limit} were requested`];
  return totalNames.flatMap((name) => {
    const total = body[name];
    if (typeof total !== "number") return [];
    if (length < limit ? total === length : total >= length) return [];
    return [`${name} is ${total}, but the first page has ${length} of at most ${limit} rows`];
  });
}
