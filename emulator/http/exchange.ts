import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import type { PagingQuirk } from "../operation/operation";
import type { Delays } from "./delay";
import { type Fault, type FaultPlan, staleness } from "./fault";
import type { Limiter } from "./rate-limit";
import type { Exchange, LoggedRequest, RequestLog } from "./request-log";
import type { Env } from "./service";
import { spoilt, tooManyRequests } from "./spoilt-reply";

/** What a request passes through. */
export interface Stages {
  readonly service: Hono<Env>;
  readonly faults: FaultPlan;
  readonly limiter: Limiter;
  readonly log: RequestLog;
  readonly delays: Delays;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
}

interface Sockets {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Handles one request to the service: log, rate limit, faults, then the reply. */
export async function exchange(
  request: Request,
  sockets: Sockets,
  stages: Stages,
): Promise<Response> {
  const path = pathOf(request.url);
  const note = stages.log.begin(request.method, path);
  const refusal = stages.limiter.refuses();
  const fault = refusal === undefined ? stages.faults.take(request.method, path) : undefined;
  // Read the body now: after a delay the client may be gone, and the request still has to be applied.
  const text = await request.text();
  note({ ...fieldsOf(text), ...(fault === undefined ? {} : { fault: fault.kind }) });
  const response =
    refusal === undefined
      ? await answerUnder(fault, { request, text, note }, stages)
      : Response.json(tooManyRequests, { status: 429, headers: refusal.headers });
  if (refusal !== undefined) note({ status: 429 });
  stages.onExchange?.({
    method: request.method,
    path,
    headers: withoutKey(request.headers),
    requestBody: text,
    status: response?.status ?? 0,
    responseBody: (await response?.clone().text()) ?? "",
    fault: fault?.kind,
  });
  if (response === undefined) return broken(sockets);
  return fault?.kind === "truncate" ? truncated(response, sockets) : response;
}

interface Asked {
  readonly request: Request;
  readonly text: string;
  readonly note: (rest: Partial<LoggedRequest>) => void;
}

/** The reply that the client gets; undefined breaks the connection. */
async function answerUnder(
  fault: Fault | undefined,
  { request, text, note }: Asked,
  { service, delays }: Stages,
): Promise<Response | undefined> {
  const ms = fault?.ms ?? 0;
  if (fault?.kind === "delay" && !(await delays.wait(ms))) return undefined;
  const answered = isApplied(fault) ? await ask(service, request, { text, fault }) : undefined;
  if (answered !== undefined) note({ status: answered.status });
  if (fault?.kind === "delay-after" && !(await delays.wait(ms))) return undefined;
  if (fault?.kind === "hold" && !(await delays.hold())) return undefined;
  const response = spoilt(answered, fault);
  if (answered === undefined && response !== undefined) note({ status: response.status });
  return response;
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

/** Replaces the key, which leaves the form of the header: `Bearer [key]` or `[key]`. */
function withoutKey(headers: Headers): Record<string, string> {
  const shown = Object.fromEntries(headers);
  const { authorization } = shown;
  if (authorization === undefined) return shown;
  return { ...shown, authorization: authorization.replace(/^(Bearer )?.*$/s, "$1[key]") };
}

/** Whether the operation is carried out despite the fault. */
function isApplied(fault: Fault | undefined): boolean {
  if (fault === undefined) return true;
  return fault.applied ?? !["status", "reset-before", "error-in-200"].includes(fault.kind);
}

function ask(
  service: Hono<Env>,
  request: Request,
  { text, fault }: { readonly text: string; readonly fault: Fault | undefined },
): Response | Promise<Response> {
  const kind = fault?.kind;
  const paging = pagingQuirks.find((quirk) => quirk === kind);
  const total = kind === "wrong-total" ? fault?.total : undefined;
  const staleMs = fault !== undefined && kind === "stale" ? staleness(fault) : undefined;
  return service.fetch(request, { text, paging, staleMs, total });
}

const pagingQuirks: readonly PagingQuirk[] = ["duplicate-rows", "moved-rows", "empty-page"];

function broken({ incoming }: Sockets): Response {
  incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/** Announces the whole body, sends half of it, and closes the connection. */
async function truncated(response: Response, { outgoing }: Sockets): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "content-length": body.length,
  });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
