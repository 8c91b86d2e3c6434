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

/** The limit of `ms` for a stale search: how far the service's searches lag behind at most. */
const longestStaleMs = 10_000;

/** An injected fault: what goes wrong with the next matching requests. */
export interface Fault {
  /** Only requests with this method. */
  readonly method?: string;
  /** With or without the interface's prefix; `*` matches any text, `{id}` one segment. */
  readonly path: string;
  /** How many matching requests it affects. */
  readonly times: number;
  readonly kind: (typeof faultKinds)[number];
  /** How many matching requests pass before the first affected one; default: 0. */
  readonly skip?: number;
  /** Status of the reply, for `status` (default: 500) and `html` (default: 200). */
  readonly status?: number;
  /** Additional headers of the reply. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a `status` or `error-in-200` reply in place of the usual one; a string is sent as is. */
  readonly body?: unknown;
  /** Milliseconds of a delay, or how far a stale search lags behind (at most 10,000). */
  readonly ms?: number;
  /** What a `wrong-total` search states in place of its own total. */
  readonly total?: number;
  /** Whether the operation is carried out before the bad reply; the default depends on the kind. */
  readonly applied?: boolean;
}

const check = settingCheck({
  type: "array",
  items: {
    type: "object",
    required: ["path", "times", "kind"],
    additionalProperties: false,
    properties: {
      method: { type: "string" },
      path: { type: "string", minLength: 1 },
      times: { type: "integer", minimum: 1 },
      kind: { enum: faultKinds },
      skip: { type: "integer", minimum: 0 },
      status: { type: "integer", minimum: 200, maximum: 599 },
      headers: { type: "object", additionalProperties: { type: "string" } },
      body: true,
      ms: { type: "number", minimum: 0 },
      total: { type: "integer", minimum: 0 },
      applied: { type: "boolean" },
    },
  },
});

/** The pending faults. */
export interface FaultPlan {
  /** Replaces all faults. Throws on the first mistake in the list. */
  set(list: unknown): void;
  /** The first fault in the list that matches this request, which uses it up once. */
  take(method: string, path: string): Fault | undefined;
  /** The longest staleness of the pending faults. */
  staleMs(): number;
}

/** Creates a plan without faults. A fault's path may leave out any of the `prefixes`. */
export function createFaultPlan(prefixes: readonly string[]): FaultPlan {
  let pending: { fault: Fault; path: RegExp; skip: number; left: number }[] = [];
  return {
    set(list) {
      check("faults", list);
      pending = (list as readonly Fault[]).map((fault) => ({
        fault,
        path: pattern(fault.path),
        skip: fault.skip ?? 0,
        left: fault.times,
      }));
    },
    take(method, path) {
      const spellings = [path, ...prefixes.flatMap((prefix) => below(prefix, path))];
      for (const entry of pending) {
        const { fault } = entry;
        if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue;
        if (!spellings.some((spelling) => entry.path.test(spelling))) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        entry.left -= 1;
        pending = pending.filter(({ left }) => left > 0);
        return fault;
      }
      return undefined;
    },
    staleMs: () =>
      Math.max(0, ...pending.map(({ fault }) => (fault.kind === "stale" ? staleness(fault) : 0))),
  };
}

/** How far a stale search lags behind, in milliseconds. */
export function staleness(fault: Fault): number {
  return Math.min(fault.ms ?? longestStaleMs, longestStaleMs);
}

function below(prefix: string, path: string): string[] {
  return path.startsWith(`${prefix}/`) ? [path.slice(prefix.length)] : [];
}

function pattern(path: string): RegExp {
  const escaped = path.replace(/[.+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\*/g, ".*").replace(/\{[^/{}]*\}/g, "[^/]+")}$`);
}
