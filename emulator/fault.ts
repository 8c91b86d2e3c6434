import { checkerOf, firstFault } from "./json-schema";

/** The faults that can be injected; docs/emulator.md says what each one does. */
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
] as const;

/** The longest staleness; the service's searches are not further behind than this. */
const longestStaleMs = 10_000;

/** What goes wrong with the next requests that match. */
export interface Fault {
  /** Only requests with this method. */
  readonly method?: string;
  /** With or without the interface's prefix; `*` is any text, `{id}` any one segment. */
  readonly path: string;
  /** How many matching requests it strikes. */
  readonly times: number;
  readonly kind: (typeof faultKinds)[number];
  /** How many matching requests it lets pass first; 0 when absent. */
  readonly skip?: number;
  /** Status of the reply, for `status` (500 when absent) and `html` (200 when absent). */
  readonly status?: number;
  /** Further headers of the reply. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a `status` or `error-in-200` reply instead of the usual one; text is sent as it is. */
  readonly body?: unknown;
  /** Length of a delay, or how far behind a stale search is (at most 10 s). */
  readonly ms?: number;
  /** Whether the operation is carried out before the bad reply; each kind has its own default. */
  readonly applied?: boolean;
}

const wrongIn = checkerOf({
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
      applied: { type: "boolean" },
    },
  },
});

/** The faults in waiting. */
export interface FaultPlan {
  /** Replaces all faults; throws with the first place where the list is not one of faults. */
  set(list: unknown): void;
  /** The fault that strikes this request, counted as used; the first in the list that matches. */
  take(method: string, path: string): Fault | undefined;
  /** The longest staleness among the faults in waiting. */
  staleMs(): number;
}

/** A plan without faults; `prefixes` are left out of a path that is compared without them. */
export function createFaultPlan(prefixes: readonly string[]): FaultPlan {
  let waiting: { fault: Fault; path: RegExp; skip: number; left: number }[] = [];
  return {
    set(list) {
      const wrong = firstFault(wrongIn(list));
      if (wrong !== undefined) throw new Error(`faults: ${wrong}`);
      waiting = (list as readonly Fault[]).map((fault) => ({
        fault,
        path: pattern(fault.path),
        skip: fault.skip ?? 0,
        left: fault.times,
      }));
    },
    take(method, path) {
      const spellings = [path, ...prefixes.flatMap((prefix) => below(prefix, path))];
      for (const entry of waiting) {
        const { fault } = entry;
        if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue;
        if (!spellings.some((spelling) => entry.path.test(spelling))) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        entry.left -= 1;
        waiting = waiting.filter(({ left }) => left > 0);
        return fault;
      }
      return undefined;
    },
    staleMs: () =>
      Math.max(0, ...waiting.map(({ fault }) => (fault.kind === "stale" ? staleness(fault) : 0))),
  };
}

/** How far behind a stale search is. */
export function staleness(fault: Fault): number {
  return Math.min(fault.ms ?? longestStaleMs, longestStaleMs);
}

function below(prefix: string, path: string): string[] {
  return path.startsWith(`${prefix}/`) ? [path.slice(prefix.length)] : [];
}

function pattern(path: string): RegExp {
  const escaped = path.replace(/[.+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\*/g, ".*").replace(/\{[^/}]*\}/g, "[^/]+")}$`);
}
