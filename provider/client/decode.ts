import { isRecord } from "../input/plain";
/** One complaint of the service, with the field that it names, if any. */
export interface Complaint {
  readonly field: string;
  readonly message: string;
}

/** The sentence by which every endpoint tells an unknown id from a fault of the request. */
export const recordNotFound = /record not found/i;

/**
 * The complaints in a reply body, whatever its shape: an `errors` array or object, an `error` object or
 * string, a lone `message`, or plain text. Endpoints mix the shapes.
 */
export function complaints(body: unknown): Complaint[] {
  if (typeof body === "string") return body.trim() === "" ? [] : [{ field: "", message: body }];
  if (Array.isArray(body)) return fromMember(body);
  if (!isRecord(body)) return [];
  const found = [body.errors, body.error].flatMap(fromMember);
  if (found.length > 0) return found;
  return typeof body.message === "string" ? [{ field: "", message: body.message }] : [];
}

/** Whether a reply with a 2xx status carries an error all the same. */
export function carriesError(body: unknown): boolean {
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

/** The words of a text, separated by commas. */
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
