import type { Violation } from "../input/json-schema";

/** The result of an operation. An error gets its shape when the response is written. */
export type Reply =
  | { readonly kind: "done"; readonly status: number; readonly body: unknown }
  | ({ readonly kind: "invalid" } & Violation)
  | { readonly kind: "missing" };

/**
 * The shapes of error bodies. The service has four, and each operation its own: an error list is
 * `{ errors: [{ field, message }] }`, an error object `{ error: { field, message } }`, an error text
 * `{ error }` and a message `{ message }`.
 */
export type ErrorShape = "error-list" | "error-object" | "error-text" | "message";

/** 200 with a body. */
export function ok(body: unknown): Reply {
  return { kind: "done", status: 200, body };
}

/** 201 with a body. */
export function created(body: unknown): Reply {
  return { kind: "done", status: 201, body };
}

/** An invalid request: 400 in the operation's error shape. */
export function invalid(field: string, message: string): Reply {
  return { kind: "invalid", field, message };
}

/** Record not found: 404 in the operation's error shape. */
export function missing(): Reply {
  return { kind: "missing" };
}

/** The body of an error in one of the shapes. */
export function errorBody(shape: ErrorShape, { field, message }: Violation): unknown {
  return {
    "error-list": { errors: [{ field, message }] },
    "error-object": { error: { field, message } },
    "error-text": { error: message },
    message: { message },
  }[shape];
}

/** The messages that the specification gives word for word. */
export const known = {
  unauthorised: { field: "", message: "Authorization failed" },
  notFound: { field: "id", message: "Record not found with the given Id" },
  tooManyRequests: { field: "", message: "Too Many Requests" },
  internalFailure: {
    field: "",
    message: "We are facing technical difficulties. Please try again later.",
  },
} satisfies Record<string, Violation>;
