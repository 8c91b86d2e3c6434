/** What the replies of the service itself have shown, shared by all clients of one interface of an account. */
export interface KnownService {
  /** A reply of the service has come. */
  note(reply: DatedReply): void;
  hasReplied(): boolean;
  /**
   * How far the service's clock is ahead of this machine's, at the least, by its newest reply that tells; below 0 where it is
   * behind. Undefined while none has told.
   */
  aheadMs(): number | undefined;
}

/** The headers of a reply, and when it was asked for and came, by this machine's clock. */
export interface DatedReply {
  readonly header: (name: string) => string | null;
  readonly sentAt: number;
  readonly repliedAt: number;
}

/** Clocks that are closer count as the same: the header is exact to the second, and a reply takes its time. */
export const tolerableSkewMs = 60_000;

/** Nothing has come yet. */
export function createKnownService(): KnownService {
  let hasReplied = false;
  let aheadMs: number | undefined;
  return {
    note(reply) {
      hasReplied = true;
      aheadMs = skewOf(reply) ?? aheadMs;
    },
    hasReplied: () => hasReplied,
    aheadMs: () => aheadMs,
  };
}

function skewOf({ header, sentAt, repliedAt }: DatedReply): number | undefined {
  const date = header("date") ?? "";
  // A reply with an age is that of a cache, and a date in another form may be of any zone.
  if (header("age") !== null || !/^[a-z]{3}, .* GMT$/i.test(date)) return undefined;
  const from = Date.parse(date);
  if (Number.isNaN(from)) return undefined;
  if (from > repliedAt) return from - repliedAt;
  return Math.min(0, from + 999 - sentAt);
}
