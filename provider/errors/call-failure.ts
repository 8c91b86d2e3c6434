/** One of the service's two APIs: separate servers, each with an address and a key. */
export type ApiName = "main" | "verification";

export const settingsOfApi = {
  main: { address: "baseUrl", key: "apiKey" },
  verification: { address: "verifyUrl", key: "verifyKey" },
} as const satisfies Record<ApiName, { readonly address: string; readonly key: string }>;

/** "maybe" if the service may have carried out a write, "no" if it surely has not. */
export type Sent = "no" | "maybe";

export interface CallContext {
  readonly api: ApiName;
  readonly address: string;
  readonly method: string;
  readonly route: string;
  readonly attempts: number;
  /** The HTTP status of the response, or the one that asked for a long wait. Absent without a readable response. */
  readonly status?: number;
  /** The service's error messages, redacted, each with its field if known. */
  readonly details?: readonly string[];
  /** The redacted title of the web page that came in place of a response; empty if the page has no title. */
  readonly page?: string;
  /** The advice about a refused key, with the place where the key was set. */
  readonly keyAdvice?: string | undefined;
  readonly retryAfterMs?: number;
  /** Set if the call was given up because there was no response for this long. */
  readonly outage?: { readonly ms: number; readonly attempts: number } | undefined;
  /** "maybe" if this or an earlier attempt of the call may have carried out a write. */
  readonly sent: Sent;
}

/** A failed connection, with the error code of Node.js and whether a proxy was used. */
interface Broken {
  readonly causeCode: string;
  readonly isProxied: boolean;
}

type Nothing = Record<never, never>;

interface Reasons {
  /** The connection could not be opened, so nothing was sent. */
  readonly unreachable: Broken;
  /** The address is probably wrong, so another attempt would fail in the same way. */
  readonly "wrong-address": Broken;
  readonly "untrusted-certificate": Broken;
  /** The connection broke before the response was complete. */
  readonly "cut-off": Broken;
  readonly "no-response": { readonly limitMs: number; readonly isProxied: boolean };
  /** The body isn't what the API returns. `sentStatus` is the HTTP status if it is 2xx although the call failed. */
  readonly unreadable: { readonly isEmpty?: boolean; readonly sentStatus?: number };
  readonly "rate-limited": Nothing;
  readonly redirect: Nothing;
  /** The response to a write has a 3xx status, such as 303. The write may have been carried out. */
  readonly "maybe-done": Nothing;
  /**
   * The response to a write is a web page with a 4xx status, perhaps from a firewall that hides the service's
   * response. The write may have been carried out.
   */
  readonly hidden: Nothing;
  /** The proxy refuses the connection, for every user or for these credentials. */
  readonly "proxy-refused": Nothing;
  /** The server doesn't know the path or the method, or doesn't implement the operation. */
  readonly "no-route": Nothing;
  readonly "server-failed": Nothing;
  readonly "no-record": Nothing;
  readonly "key-refused": Nothing;
  /** The service refuses a key that has worked before, for a path with an id. */
  readonly "id-refused": Nothing;
  readonly rejected: Nothing;
  readonly conflict: Nothing;
  readonly "long-wait": { readonly pausedMs: number; readonly deadlineMs: number };
  /** The deadline passed while other calls were ahead in the queue, or reading all pages took too long. */
  readonly late: { readonly deadlineMs: number };
}

export type CallReason = keyof Reasons;

/** The facts about a failed call, from which `callError` makes the error and its sentence. */
export type CallFailure<Reason extends CallReason = CallReason> = {
  readonly [Name in Reason]: CallContext & Reasons[Name] & { readonly reason: Name };
}[Reason];
