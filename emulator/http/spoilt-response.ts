import { errorBody, known } from "../operation/refusal";
import type { Effect, Fault } from "./fault";

/** Makes the response to the client in place of the operation's response. Undefined breaks the connection. */
type Spoiler = (fault: Effect, answered: Response | undefined) => Response | undefined;

const spoilers: Partial<Record<Fault["kind"], Spoiler>> = {
  "reset-before": () => undefined,
  "reset-after": () => undefined,
  status: ({ status = 500, body = statusBody(status), headers }) => json(body, status, headers),
  "error-in-200": ({ body = errorBody("error-list", known.internalFailure), headers }) =>
    json(body, 200, headers),
  html: ({ status = 200, headers }) =>
    new Response("<!DOCTYPE html><title>Gateway</title><h1>Please log in</h1>\n", {
      status,
      headers: { "content-type": "text/html; charset=utf-8", ...headers },
    }),
  "bad-json": ({ headers }, answered) => json('{"data":[{"id":', answered?.status ?? 200, headers),
};

/** The response as a fault changes it. Undefined breaks the connection. */
export function spoilt(
  answered: Response | undefined,
  fault: Effect | undefined,
): Response | undefined {
  const spoiler = fault === undefined ? undefined : spoilers[fault.kind];
  return fault === undefined || spoiler === undefined ? answered : spoiler(fault, answered);
}

function json(body: unknown, status: number, headers: Fault["headers"]): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const hasBody = status !== 204 && status !== 304;
  return new Response(hasBody ? text : null, {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

function statusBody(status: number): unknown {
  if (status === 429) return errorBody("message", known.tooManyRequests);
  if (status >= 500) return errorBody("message", known.internalFailure);
  if (status === 401) return errorBody("error-list", known.unauthorised);
  return errorBody("error-list", { field: "", message: "An injected fault" });
}
