import type { CallContext, CallFailure, CallReason } from "../errors/call-error";
import { redact } from "../errors/redact";
import { isObject, isRecord, omitUndefined } from "../plain/value";
import { httpDateMs } from "./api-state";
import type { Call, RawResponse } from "./call";

export interface Success {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly retryAfterMs?: number;
}

export interface ServiceResponse extends Pick<RawResponse, "status" | "headers" | "text"> {
  readonly call: Call;
  readonly context: CallContext;
  readonly keys: readonly string[];
  /** True if the service itself has responded at this address before. */
  readonly isKnown?: boolean;
}

/** Decides from a response whether the call succeeded, and if not, why. */
export function outcomeOf(response: ServiceResponse): Success | CallFailure {
  const { call, context, status, text } = response;
  const body = parse(response);
  const advised = requestedWait(response.headers);
  const facts = { ...context, ...advised, ...(body === webPage && { page: titleOf(response) }) };
  // Even a response with a 2xx status may contain an error.
  const hasError = isRecord(body) && ![body.errors, body.error].every(isEmptyMember);
  if (status < 200 || status > 299 || hasError) return refusal(response, body, facts);
  const isEmpty = text.trim() === "";
  if (isEmpty && call.mayBeEmpty) return { status, body: {}, ...advised };
  // An empty object, or one with only a message, is a success only for calls that need no result.
  const bare = isRecord(body) && Object.keys(body).every((name) => name === "message");
  if (isRecord(body) && (!bare || call.mayBeEmpty)) return { status, body, ...advised };
  // The failure has no `status`, so that the rate limiter doesn't count the response as one of the service.
  return { ...facts, isEmpty, sentStatus: status, reason: "unreadable" };
}

/** The depth limit of a response, far above any expected. A deeper one could overflow the stack of recursive code. */
const maxDepth = 100;

/** Stands for a body in HTML or XML, which usually comes from a proxy or gateway, not from the service. */
const webPage = Symbol("web page");

/** The parsed JSON of a response, `webPage` for HTML or XML, or other text. Undefined for JSON nested too deeply. */
function parse({ text, headers }: ServiceResponse): unknown {
  try {
    const body: unknown = JSON.parse(text, halfCharacter.test(text) ? withoutHalves : undefined);
    return isDeeperThan(maxDepth, body) ? undefined : body;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    const isPage =
      /^text\/html\b/i.test(headers.get("content-type") ?? "") || text.trimStart().startsWith("<");
    return isPage && text.trim() !== "" ? webPage : text;
  }
}

/** The escape of a UTF-16 surrogate, which is half of a character and refused by gRPC. Most responses contain none. */
const halfCharacter = /\\ud[89a-f]/i;

function withoutHalves(_name: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** True if a value is deeper than `levels`. Uses no recursion, which could overflow the stack on deep JSON. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.filter(isObject).flatMap(Object.values);
  }
  return false;
}

export function requestedWait(headers: ServiceResponse["headers"]) {
  const asked = headers.get("retry-after");
  if (asked === undefined) return {};
  // A date in Retry-After is compared with the response's own date, because this machine's clock may be wrong.
  const respondedAt = httpDateMs(headers.get("date") ?? "") ?? Date.now();
  return omitUndefined({ retryAfterMs: parseRetryAfterMs(asked, respondedAt) });
}

function refusal(response: ServiceResponse, body: unknown, facts: CallContext): CallFailure {
  const { keys, status } = response;
  const said = fieldErrors(body);
  const details = said.map(({ field, message }) =>
    redact(field === "" ? message : `${field}: ${message}`, keys),
  );
  const isHidden = body === webPage && mayBeAppliedDespitePage(response);
  return { ...facts, reason: isHidden ? "hidden" : reasonOf(response, said), status, details };
}

function mayBeAppliedDespitePage({ call, status, isKnown = false }: ServiceResponse): boolean {
  // Status 407 is from a proxy and 429 from a rate limiter. Both refuse a request before the service carries it out.
  const isBefore = status === 407 || status === 429;
  return isKnown && call.mayActBehindPage === true && status >= 400 && status < 500 && !isBefore;
}

/** True for redirects that may follow a completed write. For example, status 303 says where its result is. */
function mayBeAppliedDespiteRedirect({ call, status, isKnown = false }: ServiceResponse): boolean {
  if (call.policy === "read" || status === 307 || status === 308) return false;
  // A 301 or 302 may also come from another server, such as a login page at a wrong address. So after it, the write
  // counts as possibly applied only if the service has responded before.
  return isKnown || (status !== 301 && status !== 302);
}

/**
 * True if the response seems to be from the service itself, because it begins like a JSON object. Redirects, web pages
 * and a proxy's refusals may come from a server in front.
 */
export function isOfService(outcome: Success | CallFailure, text: string): boolean {
  const others: CallReason[] = ["redirect", "maybe-done", "proxy-refused", "unreadable"];
  const isOther = "reason" in outcome && others.includes(outcome.reason);
  return !isOther && /^\s*\{/.test(text);
}

function titleOf({ text, keys }: ServiceResponse): string {
  const [, title = ""] = /<title[^<>]*>([^<]*)/i.exec(text) ?? [];
  return redact(title, keys);
}

function reasonOf(response: ServiceResponse, said: readonly FieldError[]) {
  const { status } = response;
  // A final response can't have an informational status (1xx), so this response is invalid.
  if (status < 200) return "unreadable";
  if (status === 429) return "rate-limited";
  if (status >= 300 && status < 400)
    return mayBeAppliedDespiteRedirect(response) ? "maybe-done" : "redirect";
  // Only a proxy sends 407.
  if (status === 407) return "proxy-refused";
  if (status === 405 || status === 501) return "no-route";
  // A server that failed (5xx) or stopped waiting for the request (408) may have carried out the request.
  if (status >= 500 || status === 408) return "server-failed";
  // An unknown id is recognized by the message, because the specification doesn't define a status for this error.
  if (said.some(({ message }) => /record not found/i.test(message))) return "no-record";
  if (status === 401 || status === 403) return "key-refused";
  // A 404 that is neither about an id nor about a field means an unknown path.
  if (status === 404 && said.every(({ field }) => field === "")) return "no-route";
  return status === 409 ? "conflict" : "rejected";
}

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The error messages in a response body. The shape of errors differs between endpoints. */
export function fieldErrors(body: unknown): FieldError[] {
  if (typeof body === "string" && body.trim() === "") return [];
  if (!isRecord(body)) return memberErrors(body);
  const found = [body.errors, body.error].flatMap(memberErrors);
  if (found.length > 0) return found;
  return typeof body.message === "string" ? [{ field: "", message: body.message }] : [];
}

function isEmptyMember(member: unknown): boolean {
  return !member || (isObject(member) && Object.keys(member).length === 0);
}

function memberErrors(member: unknown): FieldError[] {
  if (isEmptyMember(member)) return [];
  if (typeof member === "string") return [{ field: "", message: member }];
  if (Array.isArray(member)) return member.flatMap(memberErrors);
  if (!isRecord(member)) return [];
  if (typeof member.message === "string") {
    return [{ field: textField(member.field), message: member.message }];
  }
  return Object.entries(member).flatMap(([field, inner]) =>
    memberErrors(inner).map(({ message }) => ({ field, message })),
  );
}

/** The rows of a list, from an array or from an object with numeric keys; undefined for anything else. */
export function recordsIn(data: unknown): Record<string, unknown>[] | undefined {
  if (Array.isArray(data)) return data.every(isRecord) ? data : undefined;
  if (!isRecord(data)) return undefined;
  const keys = Object.keys(data);
  if (!keys.every((key) => /^\d+$/.test(key))) return undefined;
  const members = keys.sort((a, b) => Number(a) - Number(b)).map((key) => data[key]);
  return members.every(isRecord) ? members : undefined;
}

/** A string field, or an empty text. Numbers become strings, because the service may send ids in either form. */
export function textField(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

export function splitByComma(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** A number field. Numeric strings become numbers, because the service may send counts in either form. */
export function numberField(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "string") return undefined;
  // A percentage may be a string that ends in "%".
  const [, digits] = /^(-?\d+(?:\.\d+)?)(?:\s*%)?$/.exec(value.trim()) ?? [];
  // A string of digits that is too long for a number is ignored.
  return digits === undefined || !Number.isFinite(Number(digits)) ? undefined : Number(digits);
}

/** A whole number; undefined for anything else, such as an absent field or a fraction. */
export function countField(value: unknown): number | undefined {
  const given = numberField(value);
  return Number.isSafeInteger(given) ? given : undefined;
}

/** The total that a list response states. The field may have any of several known names. */
export function total(body: Record<string, unknown>): number | undefined {
  for (const name of ["count", "list_count", "contact_count", "total"]) {
    const stated = countField(body[name]);
    if (stated !== undefined) return stated;
  }
  return undefined;
}

/**
 * The wait in a `Retry-After` header, which has seconds or an HTTP date. A service and a proxy may each have sent the
 * header, so the longest wait counts. `now` is the time of the response, by the service's clock if known.
 */
export function parseRetryAfterMs(header: string, now: number): number | undefined {
  // A comma after a weekday is part of an HTTP date.
  const waits = header
    .split(/(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}), /i)
    .flatMap((one) => waitMs(one, now) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function waitMs(text: string, now: number): number | undefined {
  const value = text.trim();
  // The standard only allows whole seconds. A fraction is accepted, too, because it is unambiguous.
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // Every HTTP date contains letters. Date.parse would read bare digits as a year.
  const at = httpDateMs(value) ?? (/[a-z]/i.test(value) ? Date.parse(value) : Number.NaN);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
