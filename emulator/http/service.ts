import { type Context, Hono } from "hono";
import { type Operation as Contract, type OperationId, operationIds, operations } from "#contract";
import type { Store } from "../account/store";
import { bodyCheck } from "../input/json-schema";
import { errorBody, OperationError, shapeOf, specifiedErrors } from "../operation/error";
import type { Operation } from "../operation/operation";
import { sendDue } from "../routes/campaign-schedule";
import * as routes from "../routes/index";
import type { ApiKeys } from "./api-key";
import { type FaultEffect, staleness } from "./fault";

/** The paths of the two APIs on the server. */
export const prefixes = { main: "/v1", verification: "/verify" } as const;

/** The values that `handleExchange` passes to the service with each request. */
export interface Env {
  Bindings: {
    /** The body, which the exchange has already read. */
    readonly text: string;
    readonly fault: FaultEffect | undefined;
  };
}

const operationsById: Readonly<Record<OperationId, Operation>> = routes;

export function createService(store: Store, keys: ApiKeys): Hono<Env> {
  const expected = { main: keys.apiKey, verification: `Bearer ${keys.verifyKey}` };
  const app = new Hono<Env>();
  for (const id of operationIds) {
    const { method, path, api } = operations[id];
    const answer = answerOf(operationsById[id], operations[id], store);
    app.on(method, `${prefixes[api]}${path.replace(/\{[^{}]*\}/, ":id")}`, (context) => {
      // Hono answers HEAD with the GET route, but the contract has no HEAD.
      if (context.req.method === "HEAD") return unknownRoute(context);
      const isAuthorised = context.req.header("authorization") === expected[api];
      // A wrong key gets an error list from every operation, even if other errors of the operation have another shape.
      if (!isAuthorised)
        return context.json(errorBody("error-list", specifiedErrors.unauthorised), 401);
      return answer(context);
    });
  }
  app.notFound(unknownRoute);
  app.onError((error, context) => {
    console.error(error);
    return context.json(errorBody("message", specifiedErrors.internalFailure), 500);
  });
  return app;
}

/** Handles an operation's authorised requests. The contract has the status of a success and the shape of errors. */
function answerOf(operation: Operation, contract: Contract, store: Store) {
  const { requestSchema, responses } = contract;
  const violationIn = requestSchema && bodyCheck(requestSchema);
  const status = Number(Object.keys(responses).find((one) => one.startsWith("2")));

  function bodyOf(context: Context<Env>): object {
    const { text, fault } = context.env;
    const body = violationIn && parsed(text, context.req.header("content-type"));
    const violation = violationIn?.(body);
    if (violation !== undefined) throw new OperationError(violation.field, violation.message);
    sendDue(store);
    const call = { id: context.req.param("id") ?? "", body, fault };
    const view = fault?.kind === "stale" ? store.asOf(staleness(fault)) : store;
    const response = operation.reads ? operation.handle(call, view) : operation.handle(call, store);
    sendDue(store, store.now());
    return response;
  }

  return (context: Context<Env>): Response => {
    try {
      return context.json(bodyOf(context), status as 200);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      const { field, message, status: refused } = error;
      const isInvalid = refused === 400 && !operation.reads;
      const said = (isInvalid && operation.invalidMessage) || message;
      const shape = shapeOf(responses[refused]);
      return context.json(errorBody(shape, { field, message: said }), refused);
    }
  };
}

function parsed(text: string, contentType: string | undefined): unknown {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) {
    throw new OperationError("", "Content-Type must be application/json");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new OperationError("", "The body is not valid JSON");
  }
}

// 501, because a 404 would look like an object that doesn't exist.
function unknownRoute(context: Context): Response {
  const { method, path } = context.req;
  const help = "Its README links to the list of what it serves.";
  const message = `The emulator does not serve ${method} ${path}. ${help}`;
  // Send an error list, because some clients take a body with only a message for a success, whatever the status.
  return context.json(errorBody("error-list", { field: "", message }), 501);
}
