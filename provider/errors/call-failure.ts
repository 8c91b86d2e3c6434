/** One of the service's two interfaces: servers of their own, each with an address and a key. */
export type Interface = "main" | "verification";

export const settingsOfInterface = {
  main: { address: "baseUrl", key: "apiKey" },
  verification: { address: "verifyUrl", key: "verifyKey" },
} as const satisfies Record<Interface, { readonly address: string; readonly key: string }>;

/** Whether something that changes the account may have been carried out. */
export type Sent = "no" | "maybe";

export interface CallContext {
  readonly interface: Interface;
  readonly address: string;
  readonly method: string;
  readonly route: string;
  readonly attempts: number;
  /** HTTP status of the last reply, when there was one that could be read. */
  readonly status?: number;
  /** What the service said, redacted, field by field. */
  readonly details?: readonly string[];
  /** The redacted title of the web page that came in place of a reply; empty where it has none. */
  readonly page?: string;
  /** Where a refused key came from, and where to correct it. */
  readonly keyAdvice?: string | undefined;
  readonly retryAfterMs?: number;
  /** Given where nothing more is sent, since no try has brought a reply for so long. */
  readonly silent?: { readonly ms: number; readonly attempts: number } | undefined;
  /** Whether a write may have been carried out, by this try or one before it. */
  readonly sent: Sent;
}

/** A connection that failed: Node's code for it, and whether it led through a proxy. */
interface Broken {
  readonly causeCode: string;
  readonly isProxied: boolean;
}

type Nothing = Record<never, never>;

interface Reasons {
  /** No connection came about, so nothing was sent. */
  readonly unreachable: Broken;
  /** No other try can end better. */
  readonly "wrong-address": Broken;
  readonly "untrusted-certificate": Broken;
  /** The connection broke before a whole reply came. */
  readonly "cut-off": Broken;
  readonly "no-reply": { readonly limitMs: number; readonly isProxied: boolean };
  /** What came is no reply that the service would send; its status, where it has one of success. */
  readonly unreadable: { readonly isEmpty?: boolean; readonly sentStatus?: number };
  readonly "rate-limited": Nothing;
  readonly redirect: Nothing;
  /** A redirect, or another status below 400, in place of what came of a write that may have been carried out. */
  readonly "maybe-done": Nothing;
  /** A web page, perhaps of a firewall that blocks responses, in place of what came of a write that may have been carried out. */
  readonly hidden: Nothing;
  /** A proxy lets nothing through, or not with these credentials. */
  readonly "proxy-refused": Nothing;
  /** The server doesn't know the path, or not the method, or says that it lacks the operation. */
  readonly "no-route": Nothing;
  readonly "server-failed": Nothing;
  readonly "no-record": Nothing;
  readonly "key-refused": Nothing;
  /** The key has worked, and is refused for one id. */
  readonly "id-refused": Nothing;
  readonly rejected: Nothing;
  readonly conflict: Nothing;
  readonly "long-wait": { readonly pausedMs: number; readonly deadlineMs: number };
  /** Too many calls were waiting before this one, or the reading that it is a part of took too long. */
  readonly late: { readonly deadlineMs: number };
}

export type CallReason = keyof Reasons;

/** A call that failed: the facts, from which `callError` makes the error with its sentence. */
export type CallFailure<Reason extends CallReason = CallReason> = {
  readonly [Name in Reason]: CallContext & Reasons[Name] & { readonly reason: Name };
}[Reason];
