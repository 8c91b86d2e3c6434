import type { Field, ObjectOf } from "../account/field";
import { amount, count, flag, nonEmpty, objectSchema, oneOf, optional } from "../account/field";
import { settingCheck } from "../input/json-schema";

/** The kinds of faults that can be injected; docs/reference/emulator.md describes each. */
export const faultKinds = [
  "status",
  "delay",
  "delay-after",
  "hold",
  "reset-before",
  "reset-after",
  "truncate",
  "html",
  "bad-json",
  "error-in-200",
  "stale",
  "duplicate-rows",
  "moved-rows",
  "empty-page",
  "wrong-total",
] as const;

/** The longest known lag of the service's searches, which limits `ms` of the fault `stale`. */
const maxStaleMs = 10_000;

const positive: Field<number> = { type: "integer", minimum: 1 };
const headers: Field<Readonly<Record<string, string>>> = {
  type: "object",
  propertyNames: { format: "header name other than trailer" },
  additionalProperties: { type: "string", format: "header value" },
};

const faultFields = {
  /** Only requests with this method. */
  method: optional(nonEmpty),
  /** The path, with or without the API's prefix. `*` matches any text, and `{id}` one segment. */
  path: nonEmpty,
  /** The number of matching requests to affect. */
  times: positive,
  kind: oneOf(...faultKinds),
  /** The number of matching requests that pass before the first affected one; default: 0. */
  skip: optional(count),
  /** Status of the response, for `status` (default: 500) and `html` (default: 200). */
  status: optional<number>({ type: "integer", minimum: 200, maximum: 599 }),
  /** Additional headers of the response. */
  headers: optional(headers),
  /** Replaces the usual body of a `status` or `error-in-200` response. A string is sent as is. */
  body: optional<unknown>({}),
  /** Milliseconds: the length of a delay, or the lag of a stale search, at most 10,000 for the lag. */
  ms: optional(amount),
  /** The wrong total in the response of a `wrong-total` search. */
  total: optional(count),
  /** Whether the operation is carried out before the bad response; the default depends on the kind. */
  applied: optional(flag),
};

/** An injected fault, which affects the next matching requests. */
export type Fault = ObjectOf<typeof faultFields>;

/** The part of a fault that decides the response. */
export type FaultEffect = Omit<Fault, "path" | "times">;

const check = settingCheck({ type: "array", items: objectSchema(faultFields) });

export type FaultPlan = ReturnType<typeof createFaultPlan>;

/** Creates a plan without faults. `prefixes` are those of the APIs, which a fault's path may leave out. */
export function createFaultPlan(prefixes: readonly string[]) {
  let pending: { fault: Fault; path: RegExp; skip: number; left: number }[] = [];
  return {
    /** Replaces all faults. Throws on the first mistake in the list. */
    set(list: readonly Fault[]): void {
      check("faults", list);
      pending = list.map((fault) => ({
        fault,
        path: pattern(fault.path, prefixes),
        skip: fault.skip ?? 0,
        left: fault.times,
      }));
    },
    /** Returns the first fault that applies to this request, and counts the request for `skip` and `times`. */
    take(method: string, path: string): Fault | undefined {
      const matching = pending.filter(
        (entry) => (entry.fault.method ?? method).toUpperCase() === method && entry.path.test(path),
      );
      const entry = matching.find((one) => {
        one.skip -= 1;
        return one.skip < 0;
      });
      if (entry === undefined) return undefined;
      entry.left -= 1;
      pending = pending.filter(({ left }) => left > 0);
      return entry.fault;
    },
    staleMs: () =>
      Math.max(0, ...pending.map(({ fault }) => (fault.kind === "stale" ? staleness(fault) : 0))),
  };
}

/** The lag of a stale search, in milliseconds. */
export function staleness(fault: FaultEffect): number {
  return Math.min(fault.ms ?? maxStaleMs, maxStaleMs);
}

function pattern(path: string, prefixes: readonly string[]): RegExp {
  const escaped = path.replace(/[.+?^$()|[\]\\]/g, "\\$&");
  const text = escaped.replace(/\*/g, ".*").replace(/\{[^/{}]*\}/g, "[^/]+");
  return new RegExp(`^(${prefixes.join("|")})?${text}$`);
}
