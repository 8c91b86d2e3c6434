/** What an operation answers; the writer gives it the shape of the operation's errors. */
export type Reply =
  | { readonly kind: "done"; readonly status: number; readonly body: unknown }
  | ({ readonly kind: "invalid" } & Violation)
  | { readonly kind: "missing" };

/** What is wrong with a request, and in which field. */
export interface Violation {
  readonly field: string;
  readonly message: string;
}

/** The four shapes of error bodies that the contract names. */
export type ErrorShape = "A" | "B" | "C" | "D";

/** 200 with a body. */
export function ok(body: unknown): Reply {
  return { kind: "done", status: 200, body };
}

/** 201 with a body. */
export function created(body: unknown): Reply {
  return { kind: "done", status: 201, body };
}

/** A bad request: 400 in the operation's error shape. */
export function invalid(field: string, message: string): Reply {
  return { kind: "invalid", field, message };
}

/** Record not found: 404 in the operation's error shape. */
export function missing(): Reply {
  return { kind: "missing" };
}

/** The body of an error in one of the contract's shapes. */
export function errorBody(shape: ErrorShape, { field, message }: Violation): unknown {
  return {
    A: { errors: [{ field, message }] },
    B: { error: { field, message } },
    C: { error: message },
    D: { message },
  }[shape];
}

/** What the contract says word for word. */
export const known = {
  unauthorised: { field: "", message: "Authorization failed" },
  notFound: { field: "id", message: "Record not found with the given Id" },
  tooManyRequests: { field: "", message: "Too Many Requests" },
  internalFailure: {
    field: "",
    message: "We are facing technical difficulties. Please try again later.",
  },
} satisfies Record<string, Violation>;
