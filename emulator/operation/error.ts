import type { Violation } from "../input/json-schema";

/** The messages that the specification gives word for word. */
export const specifiedErrors = {
  unauthorised: { field: "", message: "Authorization failed" },
  notFound: { field: "id", message: "Record not found with the given Id" },
  tooManyRequests: { field: "", message: "Too Many Requests" },
  internalFailure: {
    field: "",
    message: "We are facing technical difficulties. Please try again later.",
  },
} satisfies Record<string, Violation>;

/** Thrown by an operation to respond with an error. The contract determines the shape of the response. */
export class OperationError extends Error {
  constructor(
    readonly field: string,
    message: string,
    readonly status: 400 | 404 = 400,
  ) {
    super(message);
  }
}

/** Returns the object that a request names. If there is none, throws a 404. */
export function requireFound<Row>(row: Row | undefined): Row {
  if (row === undefined)
    throw new OperationError(specifiedErrors.notFound.field, specifiedErrors.notFound.message, 404);
  return row;
}

type ErrorShape = "error-list" | "error-object" | "error-text" | "message";

export function errorBody(shape: ErrorShape, { field, message }: Violation): object {
  return {
    "error-list": { errors: [{ field, message }] },
    "error-object": { error: { field, message } },
    "error-text": { error: message },
    message: { message },
  }[shape];
}

interface ErrorSchema {
  readonly properties?: { readonly error?: { readonly type?: unknown } };
}

/** The shape of an error response in the contract. Without a schema, an error list. */
export function shapeOf(schema: ErrorSchema | undefined): ErrorShape {
  const type = schema?.properties?.error?.type;
  if (type === undefined) return "error-list";
  return type === "string" ? "error-text" : "error-object";
}
