import type { CallContext, CallFailure, CallReason } from "../errors/call-failure";
import { redact } from "../errors/redact";
import { isObject, isRecord } from "../input/plain";
import type { Call } from "./call";
import { httpDateMs } from "./http-date";

export interface Success {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** The wait that the service asked for before any further request. */
  readonly retryAfterMs?: number;
}

export interface Reply {
  readonly call: Call;
  readonly context: CallContext;
  /** Taken out of what is quoted. */
  readonly keys: readonly string[];
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | null;
  /** Whether the service itself has replied at this address before. */
  readonly isKnown?: boolean;
}

/** The one place that tells from a reply whether the call succeeded, and why not. */
export function outcomeOf(reply: Reply): Success | CallFailure {
  const { call, context, status, text } = reply;
  const body = parse(reply);
  const advised = adviceOf(reply.header);
  const facts = { ...context, ...advised, ...pageOf(reply, body) };
  if (status < 200 || status > 299 || carriesError(body)) return refusal(reply, body, facts);
  const isEmpty = text.trim() === "";
  if (isEmpty && call.mayBeEmpty) return { status, body: {}, ...advised };
  // A lone message is a success for calls that only acknowledge, and an error for all others.
  const bare = isRecord(body) && Object.keys(body).every((name) => name === "message");
  if (isRecord(body) && (!bare || call.mayBeEmpty)) return { status, body, ...advised };
  // Without a status: what answered is no service that one could pace oneself by.
  return { ...facts, isEmpty, sentStatus: status, reason: "unreadable" };
}

/** No reply of the service is nearly as deep; what walks through one that is would run out of stack. */
const deepest = 100;

/** In place of what a browser would show: whatever is in front of the service may have sent it. */
const webPage = Symbol("web page");

/** JSON, or plain text as itself; undefined for JSON that is too deep. */
function parse({ text, header }: Reply): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isDeeperThan(deepest, body) ? undefined : body;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    const isPage =
      /^text\/html\b/i.test(header("content-type") ?? "") || text.trimStart().startsWith("<");
    return isPage && text.trim() !== "" ? webPage : text;
  }
}

/** Level by level, since a recursion would end where the JSON does not. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((member) => (isObject(member) ? Object.values(member) : []));
  }
  return false;
}

export function adviceOf(header: Reply["header"]): { readonly retryAfterMs?: number } {
  // The service's own time, so that a wait until a date holds even where this machine's clock is wrong.
  const repliedAt = httpDateMs(header("date") ?? "") ?? Date.now();
  const waitMs = retryAfterMs(header("retry-after"), repliedAt);
  return waitMs === undefined ? {} : { retryAfterMs: waitMs };
}

function refusal(reply: Reply, body: unknown, facts: CallContext): CallFailure {
  const { keys, status } = reply;
  const said = complaints(body);
  const details = said.map(({ field, message }) =>
    redact(field === "" ? message : `${field}: ${message}`, keys),
  );
  const isHidden = body === webPage && mayHideResult(reply);
  return { ...facts, reason: isHidden ? "hidden" : reasonOf(reply, said), status, details };
}

/** Whether a web page may have taken the place of the response to a request that was carried out. */
function mayHideResult({ call, status, isKnown = false }: Reply): boolean {
  // The page of a rate limiter or a proxy refuses before the service has the request.
  const isBefore = status === 407 || status === 429;
  return isKnown && call.mayActBehindPage === true && status >= 400 && status < 500 && !isBefore;
}

/** Whether a status below 400 that brings no result may follow a write that was carried out: 303 says where to see it. */
function mayBeDone({ call, status, isKnown = false }: Reply): boolean {
  if (call.policy === "read" || status === 307 || status === 308) return false;
  // A wrong address replies so, too, such as that of a page to log in at.
  return isKnown || (status !== 301 && status !== 302);
}

/** Whether a reply is one of the service itself: what is in front of it sends pages, redirects, and refusals of a proxy. */
export function isOfService(outcome: Success | CallFailure, text: string): boolean {
  const isOther = "reason" in outcome && notOfService.has(outcome.reason);
  return !isOther && /^\s*\{/.test(text);
}

const notOfService: ReadonlySet<CallReason> = new Set([
  "redirect",
  "maybe-done",
  "proxy-refused",
  "unreadable",
]);

function pageOf({ text, keys }: Reply, body: unknown): Pick<CallContext, "page"> {
  if (body !== webPage) return {};
  const [, title = ""] = /<title[^<>]*>([^<]*)/i.exec(text) ?? [];
  return { page: redact(title, keys) };
}

function reasonOf(reply: Reply, said: readonly Complaint[]) {
  const { status } = reply;
  // No reply ends with an informational status.
  if (status < 200) return "unreadable";
  if (status === 429) return "rate-limited";
  if (status >= 300 && status < 400) return mayBeDone(reply) ? "maybe-done" : "redirect";
  // It comes from a proxy, never from the service.
  if (status === 407) return "proxy-refused";
  if (status === 405 || status === 501) return "no-route";
  // A server that has failed, or gave up waiting for the request, may have read enough of it to act.
  if (status >= 500 || status === 408) return "server-failed";
  // By the words, since the specification leaves open with which status an unknown id is answered.
  if (said.some(({ message }) => recordNotFound.test(message))) return "no-record";
  if (status === 401 || status === 403) return "key-refused";
  // Without a field or those words it is the path that is unknown, not an object.
  if (status === 404 && said.every(({ field }) => field === "")) return "no-route";
  return status === 409 ? "conflict" : "rejected";
}

export interface Complaint {
  readonly field: string;
  readonly message: string;
}

/** The sentence by which every endpoint tells an unknown id from a fault of the request. */
const recordNotFound = /record not found/i;

/** The complaints in a reply body, whose shape differs from endpoint to endpoint. */
export function complaints(body: unknown): Complaint[] {
  if (typeof body === "string") return body.trim() === "" ? [] : [{ field: "", message: body }];
  if (Array.isArray(body)) return fromMember(body);
  if (!isRecord(body)) return [];
  const found = [body.errors, body.error].flatMap(fromMember);
  if (found.length > 0) return found;
  return typeof body.message === "string" ? [{ field: "", message: body.message }] : [];
}

/** Whether a reply with a 2xx status carries an error all the same. */
function carriesError(body: unknown): boolean {
  return isRecord(body) && [body.errors, body.error].some((member) => !isNothing(member));
}

function isNothing(member: unknown): boolean {
  return (
    !member ||
    (Array.isArray(member) && member.length === 0) ||
    (isRecord(member) && Object.keys(member).length === 0)
  );
}

function fromMember(member: unknown): Complaint[] {
  if (isNothing(member)) return [];
  if (typeof member === "string") return [{ field: "", message: member }];
  if (Array.isArray(member)) return member.flatMap(fromMember);
  if (!isRecord(member)) return [];
  if (typeof member.message === "string") {
    return [{ field: text(member.field) ?? "", message: member.message }];
  }
  return Object.entries(member).flatMap(([field, inner]) =>
    fromMember(inner).map(({ message }) => ({ field, message })),
  );
}

/** The rows of a list: an array, or an object with numeric keys in their order; undefined when neither. */
export function rows(data: unknown): Record<string, unknown>[] | undefined {
  if (Array.isArray(data)) return data.every(isRecord) ? data : undefined;
  if (!isRecord(data)) return undefined;
  const keys = Object.keys(data);
  if (!keys.every((key) => /^\d+$/.test(key))) return undefined;
  const members = keys.sort((a, b) => Number(a) - Number(b)).map((key) => data[key]);
  return members.every(isRecord) ? members : undefined;
}

/** A string field; a number becomes its digits, since ids may arrive either way. */
export function text(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

export function listed(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** A number field; a numeric string becomes its number, since counts may arrive either way. */
export function number(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "string") return undefined;
  // A percentage may be text, and may end in its sign.
  const [, digits] = /^(-?\d+(?:\.\d+)?)(?:\s*%)?$/.exec(value.trim()) ?? [];
  // So many digits that the number is infinite count nothing.
  return digits === undefined || !Number.isFinite(Number(digits)) ? undefined : Number(digits);
}

/** A number of things; undefined where there is none, or one with a fraction. */
export function count(value: unknown): number | undefined {
  const given = number(value);
  return Number.isSafeInteger(given) ? given : undefined;
}

/** The total that a list reply states, under any of its known names. */
export function total(body: Record<string, unknown>): number | undefined {
  for (const name of ["count", "list_count", "contact_count", "total"]) {
    const stated = count(body[name]);
    if (stated !== undefined) return stated;
  }
  return undefined;
}

/** The wait that a `Retry-After` asks for, seconds or an HTTP date; `now` is the time of the reply by the clock that made the date. */
export function retryAfterMs(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  const value = header.trim();
  // The standard has whole seconds only, but a fraction has only one meaning.
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // Every HTTP date has letters in it; Date.parse would take bare digits for a year.
  const at = httpDateMs(value) ?? (/[a-z]/i.test(value) ? Date.parse(value) : Number.NaN);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
