import { type Context, Hono } from "hono";
import { operationIds, operations } from "#contract";
import type { StoreControl } from "../account/store";
import { bodyCheck, type Violation } from "../input/json-schema";
import type { Operation, PagingQuirk } from "../operation/operation";
import { errorBody, known, type Reply } from "../operation/reply";
import { sendDue } from "../routes/campaign-schedule";
import { served } from "../routes/index";
import type { Keys } from "./key";

/** The paths of the two interfaces on the server. */
export const prefixes = { main: "/v1", verification: "/verify" } as const;

/** What the exchange passes to the service with the request. */
export interface Env {
  Bindings: {
    /** The body, which the exchange has already read. */
    readonly text: string;
    readonly paging?: PagingQuirk | undefined;
    /** How old the account is that a reading operation sees. */
    readonly staleMs?: number | undefined;
    /** The total that a search states in place of its own. */
    readonly total?: number | undefined;
  };
}

/** Creates the routes of both interfaces over one store. */
export function createService(store: StoreControl, keys: Keys): Hono<Env> {
  const expected = { main: keys.apiKey, verification: `Bearer ${keys.verifyKey}` };
  const app = new Hono<Env>();
  for (const id of operationIds) {
    const operation = served[id];
    const { method, path, interface: side, requestSchema } = operations[id];
    const violationIn = requestSchema && bodyCheck(requestSchema);
    const route = `${prefixes[side]}${path.replace(/\{[^{}]*\}/, ":id")}`;
    app.on(method, route, (context) => {
      // Hono answers HEAD with the GET route, but the contract has no HEAD.
      if (context.req.method === "HEAD") return unknownRoute(context);
      const isAuthorised = context.req.header("authorization") === expected[side];
      // An error list for every operation, whatever the shape of its other errors.
      if (!isAuthorised) return context.json(errorBody("error-list", known.unauthorised), 401);
      return write(context, operation, answer(context, operation, { store, violationIn }));
    });
  }
  app.notFound(unknownRoute);
  app.onError((error, context) => {
    console.error(error);
    return context.json(errorBody("message", known.internalFailure), 500);
  });
  return app;
}

interface Checked {
  readonly store: StoreControl;
  /** Undefined for an operation without a body. */
  readonly violationIn: ((body: unknown) => Violation | undefined) | undefined;
}

function answer(
  context: Context<Env>,
  operation: Operation,
  { store, violationIn }: Checked,
): Reply {
  const { text, paging, staleMs, total } = context.env;
  const body = violationIn && parsed(text, context.req.header("content-type"));
  if (body instanceof Error) return { kind: "invalid", field: "", message: body.message };
  const violation = violationIn?.(body);
  if (violation !== undefined) return { kind: "invalid", ...violation };
  sendDue(store);
  const seen = operation.reads && staleMs !== undefined ? store.asOf(staleMs) : store;
  const reply = operation.handle({ id: context.req.param("id") ?? "", body, paging }, seen);
  sendDue(store, store.now());
  return total === undefined ? reply : withTotal(reply, total);
}

/** The same reply with another total, under whichever name the operation states it. */
function withTotal(reply: Reply, total: number): Reply {
  if (reply.kind !== "done") return reply;
  const body = reply.body as Readonly<Record<string, unknown>>;
  const stated = Object.keys(body).filter((name) => totalNames.includes(name));
  const totals = Object.fromEntries(stated.map((name) => [name, total]));
  return { ...reply, body: { ...body, ...totals } };
}

const totalNames = ["count", "list_count", "total"];

function parsed(text: string, contentType: string | undefined): unknown {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) {
    return new Error("Content-Type must be application/json");
  }
  try {
    return JSON.parse(text);
  } catch {
    return new Error("The body is not valid JSON");
  }
}

/** The one place where a reply becomes a response. */
function write(context: Context<Env>, { errors = {} }: Operation, reply: Reply): Response {
  const { invalid = "error-list", missing = "error-list", sentence } = errors;
  if (reply.kind === "done") return context.json(reply.body, reply.status as 200);
  if (reply.kind === "invalid") {
    const { field, message } = reply;
    return context.json(errorBody(invalid, { field, message: sentence ?? message }), 400);
  }
  return context.json(errorBody(missing, known.notFound), 404);
}

// 501, since a 404 would look like an object that doesn't exist.
function unknownRoute(context: Context): Response {
  const { method, path } = context.req;
  const help = "Its README links to the list of what it serves.";
  const message = `The emulator does not serve ${method} ${path}. ${help}`;
  // Clients take a lone message for a success, whatever the status is.
  return context.json(errorBody("error-list", { field: "", message }), 501);
}
