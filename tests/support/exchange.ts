import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import {
  type ContractOperation,
  listOperations,
  type Part,
  part,
  readMerged,
  requestSchema,
  responseSchemas,
} from "../../contract/document";
import { memoize } from "../../provider/plain/async";

/** A request and its response, as sent over the network. */
export interface RecordedExchange {
  readonly method: string;
  /** The path as sent, with or without the prefix of its API (`/v1`, `/verify`). */
  readonly path: string;
  /** The request's body, as text or parsed. Absent or empty if the request has none. */
  readonly requestBody?: unknown;
  readonly status: number;
  /** The response's body, as text or parsed. */
  readonly responseBody?: unknown;
  /** The request's headers. An absent header isn't checked. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A deviation from the contract, and the message that deviates. Never contains a value of a body or a header. */
export interface Violation {
  readonly on: "request" | "reply";
  readonly message: string;
}

interface CheckedOperation {
  readonly operation: ContractOperation;
  readonly pattern: RegExp;
  /** Compiled at the first use, like `responses`, because a suite uses few operations. */
  readonly request: (() => ValidateFunction) | undefined;
  readonly responses: ReadonlyMap<number, () => ValidateFunction>;
}

/** Read the contract before any test, because this takes a second, in which a client in this process could time out. */
const checked = readOperations();

/**
 * All deviations of one exchange from the contract. A test that sends an invalid request on purpose expects deviations
 * on `request` only.
 */
export function validateExchange(exchange: RecordedExchange): Violation[] {
  const { method, status } = exchange;
  const path = exchange.path.split("?", 1)[0] ?? "";
  const found = checked.find(
    ({ operation, pattern }) => operation.method === method && pattern.test(path),
  );
  if (found === undefined) {
    return [{ on: "request", message: `${method} ${path} is no operation of the contract` }];
  }
  const route = `${method} ${found.operation.path}`;
  const request = [...bodyFaults(found, exchange), ...headerFaults(found, exchange)];
  const response = responseFaults(found, exchange);
  if (request.length > 0 && status < 300) response.push("accepts an invalid request");
  return [
    ...request.map((fault): Violation => ({ on: "request", message: `${route}: ${fault}` })),
    ...response.map(
      (fault): Violation => ({ on: "reply", message: `${route} ${status}: ${fault}` }),
    ),
  ];
}

function bodyFaults({ request }: CheckedOperation, { requestBody }: RecordedExchange): string[] {
  const body = parsed(requestBody);
  if (body instanceof SyntaxError) return ["the body is not JSON"];
  if (request !== undefined) return faultsOf(request(), body);
  const isEmpty = body === undefined || JSON.stringify(body) === "{}";
  return isEmpty ? [] : ["takes no body"];
}

function headerFaults({ operation }: CheckedOperation, exchange: RecordedExchange): string[] {
  const headers = new Headers(
    Object.entries(exchange.headers ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const key = headers.get("authorization");
  const isBearer = /^bearer /i.test(key ?? "");
  const type = headers.get("content-type");
  const faults: string[] = [];
  if (key !== null && isBearer !== (operation.api === "verification")) {
    faults.push(`the Authorization header is not that of the ${operation.api} API`);
  }
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) {
    faults.push("Content-Type is not application/json");
  }
  return faults;
}

function responseFaults({ responses }: CheckedOperation, exchange: RecordedExchange): string[] {
  const response = responses.get(exchange.status);
  if (response === undefined) return ["the status is not documented"];
  const body = parsed(exchange.responseBody);
  return body instanceof SyntaxError ? ["the body is not JSON"] : faultsOf(response(), body);
}

/** Parses a body that is text. No operation has a JSON string as its body, so a string isn't parsed yet. */
function parsed(body: unknown): unknown {
  if (body === "") return undefined;
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch (error) {
    return error;
  }
}

function faultsOf(validate: ValidateFunction, body: unknown): string[] {
  if (body === undefined) return ["the body is missing"];
  return validate(body) ? [] : (validate.errors ?? []).map(sentence);
}

function sentence({ instancePath, message, params }: ErrorObject): string {
  const extra: unknown = params.additionalProperty;
  const name = typeof extra === "string" ? ` (${extra})` : "";
  return `${instancePath || "the body"} ${message ?? "is not valid"}${name}`;
}

function readOperations(): CheckedOperation[] {
  const document = readMerged();
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
  addFormats(ajv);
  ajv.addVocabulary(["x-unspecified", "x-meaning", "x-grade", "x-rule"]);
  ajv.addSchema({
    $id: "contract:",
    $defs: withDefinitions(part(part(document, "components"), "schemas")),
  });
  const validator = (schema: Part) => memoize(() => ajv.compile(withDefinitions(schema)));
  return listOperations(document).map((operation) => {
    const request = requestSchema(operation);
    return {
      operation,
      pattern: pathPattern(operation),
      request: request && validator(request),
      responses: new Map(
        responseSchemas(document, operation).map(([status, schema]) => [
          Number(status),
          validator(schema),
        ]),
      ),
    };
  });
}

/** Replaces references to components with references to definitions, as JSON Schema needs them. */
function withDefinitions(schemas: Part): Part {
  const text = JSON.stringify(schemas).replaceAll('"#/components/schemas/', '"contract:#/$defs/');
  return JSON.parse(text) as Part;
}

function pathPattern(operation: ContractOperation): RegExp {
  const prefix = operation.api === "main" ? "/v1" : "/verify";
  return new RegExp(`^(?:${prefix})?${operation.path.replaceAll(/\{[^{}]+\}/g, "[^/]+")}$`);
}
