/** What the replies of the service itself have shown, shared by all clients of one interface of an account. */
export interface KnownService {
  /** A reply of the service has come. */
  note(): void;
  hasReplied(): boolean;
}

/** Nothing has come yet. */
export function createKnownService(): KnownService {
  let hasReplied = false;
  return {
    note() {
      hasReplied = true;
    },
    hasReplied: () => hasReplied,
  };
}
