import type { Fault } from "./fault";
import { errorBody, known } from "./reply";

/** What the service says of one request too many. */
export const tooManyRequests = errorBody("message", known.tooManyRequests);

/** What the client gets instead of the operation's answer; nothing when the connection breaks. */
type Spoiler = (fault: Fault, answered: Response | undefined) => Response | undefined;

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

/** The answer as the fault leaves it; nothing when the connection is to break. */
export function spoilt(
  answered: Response | undefined,
  fault: Fault | undefined,
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
  if (status === 429) return tooManyRequests;
  if (status >= 500) return errorBody("message", known.internalFailure);
  if (status === 401) return errorBody("error-list", known.unauthorised);
  return errorBody("error-list", { field: "", message: "An injected fault" });
}
