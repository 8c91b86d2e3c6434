/** What the log holds of a request: no body, no header, and no key in the path. */
export interface LoggedRequest {
  /** When it came, ISO 8601, by the machine's clock. */
  readonly at: string;
  readonly method: string;
  /** The path as sent, still percent-encoded, without the query. */
  readonly path: string;
  /** What the operation answered, even if a fault kept it from the client; 0 when it never ran. */
  readonly status: number;
  /** Names of the fields of a JSON body, never their values. */
  readonly fields?: readonly string[];
  /** The kind of the fault that struck. */
  readonly fault?: string;
}

/** The log of the requests to the service; control routes are not in it. */
export interface RequestLog {
  /** Notes a request as it comes, and gives what the rest is noted by. */
  begin(method: string, path: string): (rest: Partial<LoggedRequest>) => void;
  entries(): LoggedRequest[];
  clear(): void;
}

/** An empty log that replaces the keys wherever a path holds them. */
export function createRequestLog(keys: readonly string[]): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    begin(method, path) {
      const index = entries.length;
      const log = entries;
      const at = new Date().toISOString();
      log.push({ at, method, path: withoutKeys(path, keys), status: 0 });
      return (rest) => {
        const entry = log[index];
        if (entry !== undefined) log[index] = { ...entry, ...rest };
      };
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
