/** A request and its response, for tests that check them against the contract. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The request's headers by name in lower case, with `[key]` in place of a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestBody: string;
  /** 0 if the connection broke without a response. */
  readonly status: number;
  readonly responseBody: string;
  /** The kind of the injected fault, if there was one. */
  readonly fault: string | undefined;
}

/** A logged request: no values, no headers, and no key in the path. */
export interface LoggedRequest {
  /** When the request arrived, by the machine's clock, ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** The path as sent, still percent-encoded, without the query. */
  readonly path: string;
  /** The status of the operation. If the operation didn't run, the status of the response, or 0 without a response. */
  readonly status: number;
  /** The names of the JSON body's fields, without their values. */
  readonly fields?: readonly string[];
  /** The kind of the injected fault. */
  readonly fault?: string;
}

export type RequestLog = ReturnType<typeof createRequestLog>;

/** Creates a log, which replaces keys in paths with `[key]`. */
export function createRequestLog(keys: readonly string[]) {
  let entries: LoggedRequest[] = [];
  return {
    /** Logs a request on arrival. The returned function adds the results. */
    begin(method: string, path: string) {
      const at = new Date().toISOString();
      const entry: LoggedRequest = { at, method, path: withoutKeys(path, keys), status: 0 };
      entries.push(entry);
      return (rest: Partial<LoggedRequest>) => void Object.assign(entry, rest);
    },
    entries: () => entries.map((entry) => ({ ...entry })),
    clear() {
      entries = [];
    },
  };
}

function withoutKeys(path: string, keys: readonly string[]): string {
  return keys
    .flatMap((key) => [key, encodeURIComponent(key)])
    .reduce((text, key) => text.replaceAll(key, "[key]"), path);
}
