import { Ajv2020, type ErrorObject } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Operation } from "../../../contract";
import type { RawResponse } from "../../../provider/client/call";
import { isRecord } from "../../../provider/plain/value";

export interface Expected {
  readonly operation: Operation;
  readonly status: number;
  /** The requested page size; undefined if the expected response isn't a page of rows. */
  readonly limit: number | undefined;
}

const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, verbose: true });
addFormats(ajv);

/**
 * The differences between a response and the contract, without duplicates. They quote no values from the response
 * except the status and counts, because other values may be contact data.
 */
export function differences(response: RawResponse, expected: Expected): string[] {
  const { operation, status, limit } = expected;
  const wrongStatus =
    response.status === status
      ? []
      : [`replied with status ${response.status} instead of ${status}`];
  const schema = operation.responses[response.status] ?? operation.responses[status];
  const body = parsed(response.text);
  if (body instanceof SyntaxError) return [...wrongStatus, "the body is not JSON"];
  // Don't compare the body of an unexpected error with a schema, because its status is already a difference.
  const isJudged = schema !== undefined && (status >= 400 || response.status < 400);
  const ofBody = isJudged ? (otherShape(schema, body, status) ?? ofSchema(schema, body)) : [];
  const ofTotal =
    limit === undefined || response.status >= 400 ? [] : totalDifferences(body, limit);
  return [...new Set([...wrongStatus, ...ofBody, ...ofTotal])];
}

/**
 * Returns one difference for an error body that lacks a required field. The service has several error formats, and a
 * comparison of another format with the schema would report each field. Undefined for any other body.
 */
function otherShape(
  { required }: { readonly required?: unknown },
  body: unknown,
  status: number,
): string[] | undefined {
  if (status < 400 || !isRecord(body) || !Array.isArray(required)) return undefined;
  const fields = Object.keys(body);
  if (required.every((name) => fields.includes(name as string))) return undefined;
  const given = fields.map(shownFieldName).join(", ") || "none";
  return [`the error has the fields ${given} instead of ${required.join(", ")}`];
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function ofSchema(schema: object, body: unknown): string[] {
  const validate = ajv.compile(schema);
  return validate(body) ? [] : (validate.errors ?? []).map(sentence);
}

function sentence({ instancePath, message = "", params, data, keyword }: ErrorObject): string {
  const at = pathOf(instancePath) || "the body";
  if (keyword === "additionalProperties") {
    return `${at} ${message}: ${shownFieldName(String(params.additionalProperty))}`;
  }
  return keyword === "type" ? `${at} ${message} (got ${typeOf(data)})` : `${at} ${message}`;
}

/** Hides a field name that isn't a short identifier, because a response may use email addresses as field names. */
function shownFieldName(name: string): string {
  return /^[A-Za-z_][\w-]{0,60}$/.test(name) ? name : "(a name that is not shown)";
}

/** Converts a JSON pointer such as `/data/0/status` to `data[].status`. */
function pathOf(pointer: string): string {
  const steps = pointer.split("/").slice(1);
  return steps
    .map((step) => (/^\d+$/.test(step) ? "[]" : `.${shownFieldName(step)}`))
    .join("")
    .replace(/^\./, "");
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const totalNames = ["count", "list_count", "total"] as const;

/** Compares the total with the number of rows on a first page. Unless the page is full, the two must be equal. */
function totalDifferences(body: unknown, limit: number): string[] {
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
