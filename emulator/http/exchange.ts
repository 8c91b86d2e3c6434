import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { errorBody, specifiedErrors } from "../operation/error";
import type { Delays } from "./delay";
import type { Fault, FaultEffect, FaultPlan } from "./fault";
import type { Limiter } from "./rate-limit";
import type { Exchange, RequestLog } from "./request-log";
import type { Env } from "./service";

export interface ExchangeContext {
  readonly service: Hono<Env>;
  readonly faults: FaultPlan;
  readonly limiter: Limiter;
  readonly log: RequestLog;
  readonly delays: Delays;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
}

/** Handles one request to the service: log, rate limit, faults, then the response. */
export async function handleExchange(
  request: Request,
  sockets: HttpBindings,
  { service, faults, limiter, log, delays, onExchange }: ExchangeContext,
): Promise<Response> {
  const path = pathOf(request.url);
  const note = log.begin(request.method, path);
  const refusal = limiter.refuses();
  const injected = refusal === undefined ? faults.take(request.method, path) : undefined;
  const fault: FaultEffect | undefined = refusal ?? injected;
  // Read the body before a delay, so that the request is applied even if the client disconnects.
  const text = await request.text();
  note({ ...fieldsOf(text), ...(injected === undefined ? {} : { fault: injected.kind }) });
  const answer = async () => {
    const answered = await service.fetch(request, { text, fault });
    note({ status: answered.status });
    return answered;
  };
  const response = await applyFault(fault, answer, delays);
  if (response !== undefined && !isApplied(fault)) note({ status: response.status });
  onExchange?.({
    method: request.method,
    path,
    headers: withoutKey(request.headers),
    requestBody: text,
    status: response?.status ?? 0,
    responseBody: (await response?.clone().text()) ?? "",
    fault: injected?.kind,
  });
  if (response === undefined) return breakConnection(sockets);
  return fault?.kind === "truncate" ? sendTruncated(response, sockets) : response;
}

/** The response to the client. Undefined to break the connection without a response. */
async function applyFault(
  fault: FaultEffect | undefined,
  answer: () => Promise<Response>,
  delays: Delays,
): Promise<Response | undefined> {
  const ms = fault?.ms ?? 0;
  if (fault?.kind === "delay" && !(await delays.wait(ms))) return undefined;
  const answered = isApplied(fault) ? await answer() : undefined;
  if (fault?.kind === "delay-after" && !(await delays.wait(ms))) return undefined;
  if (fault?.kind === "hold" && !(await delays.hold())) return undefined;
  const spoiler = fault && responseFaults[fault.kind];
  return spoiler ? spoiler(fault, answered) : answered;
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, "").split(/[?#]/, 1)[0] ?? "";
}

function fieldsOf(text: string): { readonly fields?: readonly string[] } {
  try {
    const body: unknown = JSON.parse(text);
    const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
    return isObject ? { fields: Object.keys(body) } : {};
  } catch {
    return {};
  }
}

/** The headers with a placeholder for the key: `Bearer [key]` or `[key]`. */
function withoutKey(headers: Headers): Record<string, string> {
  const shown = Object.fromEntries(headers);
  const { authorization } = shown;
  if (authorization === undefined) return shown;
  return { ...shown, authorization: authorization.replace(/^(Bearer )?.*$/s, "$1[key]") };
}

/** True if the operation is carried out despite the fault. */
function isApplied(fault: FaultEffect | undefined): boolean {
  if (fault === undefined) return true;
  return fault.applied ?? !["status", "reset-before", "error-in-200"].includes(fault.kind);
}

function breakConnection({ incoming }: HttpBindings): Response {
  incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends half of the body with the content length of the whole body, then closes the connection. */
async function sendTruncated(response: Response, { outgoing }: HttpBindings): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "content-length": body.length,
  });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Replaces the operation's response under a fault. Undefined breaks the connection. */
type ResponseFault = (fault: FaultEffect, answered: Response | undefined) => Response | undefined;

const responseFaults: Partial<Record<Fault["kind"], ResponseFault>> = {
  "reset-before": () => undefined,
  "reset-after": () => undefined,
  status: ({ status = 500, body = statusBody(status), headers }) => json(body, status, headers),
  "error-in-200": ({ body = errorBody("error-list", specifiedErrors.internalFailure), headers }) =>
    json(body, 200, headers),
  html: ({ status = 200, headers }) =>
    new Response("<!DOCTYPE html><title>Gateway</title><h1>Please log in</h1>\n", {
      status,
      headers: { "content-type": "text/html; charset=utf-8", ...headers },
    }),
  "bad-json": ({ headers }, answered) => json('{"data":[{"id":', answered?.status ?? 200, headers),
};

function json(body: unknown, status: number, headers: Fault["headers"]): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const hasBody = status !== 204 && status !== 304;
  return new Response(hasBody ? text : null, {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

function statusBody(status: number): unknown {
  if (status === 429) return errorBody("message", specifiedErrors.tooManyRequests);
  if (status >= 500) return errorBody("message", specifiedErrors.internalFailure);
  if (status === 401) return errorBody("error-list", specifiedErrors.unauthorised);
  return errorBody("error-list", { field: "", message: "An injected fault" });
}
