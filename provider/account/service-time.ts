import { domains } from "../api/collections";
import type { HttpClient } from "../client/call";
import { type KnownService, tolerableSkewMs } from "../client/known-service";
import { inUtc, type Now, ownNow } from "../email/date";
import { ignoreOwnError } from "../errors/error";
import type { Settings } from "../settings/settings";

/** The settings and the clock for checks of dates. Without `now`, the checks use this machine's clock. */
export interface DateContext {
  readonly settings: Settings;
  readonly now?: () => Now;
}

/** Reads the service's clock from the Date header of responses. The time is unknown before the first response. */
export function createTime(service: KnownService) {
  let isTold = false;
  let asking: Promise<void> | undefined;

  async function ask(main: HttpClient, requireAccountDomain: () => Promise<void>): Promise<void> {
    // This check, which writes need anyway, may send a request, whose response may already show the service's time.
    await requireAccountDomain();
    if (service.hasResponded()) return;
    const search = domains.pages(main);
    // 10 is the smallest page size that the service accepts.
    await search(1, 10).catch((error: unknown) => {
      // The error is ignored if the service has responded, because an error response may show the service's time, too.
      if (service.hasResponded()) return ignoreOwnError(error);
      throw error;
    });
  }

  return {
    /** The time by this machine's clock and by the service's. Warns once if the two differ by a minute or more. */
    now(tell: (sentence: string) => void): Now {
      const skewMs = service.aheadMs() ?? 0;
      if (Math.abs(skewMs) < tolerableSkewMs) return ownNow();
      const own = Date.now();
      const there = own + skewMs;
      const warning = `${skewWords(skewMs)}, so no date is sent that is past by either. Set this machine's clock.`;
      if (!isTold) tell(warning);
      isTold = true;
      return {
        earlier: Math.min(own, there),
        later: Math.max(own, there),
        words: `By the service's clock it is ${inUtc(there)}, and by this machine's ${inUtc(own)}`,
      };
    },
    /** Warns if no response has shown the service's time. */
    warnIfUnknown(tell: (sentence: string) => void): void {
      if (!service.hasShownTime()) tell(unknownTime);
    },
    /** Makes sure that the service has responded at least once, because a response may show the service's time. */
    async ask(main: HttpClient, requireAccountDomain: () => Promise<void>): Promise<void> {
      if (service.hasResponded()) return;
      asking ??= ask(main, requireAccountDomain).finally(() => {
        asking = undefined;
      });
      await asking;
    },
  };
}

export function skewWords(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const direction = aheadMs > 0 ? "behind" : "ahead of";
  return `this machine's clock is ${seconds} s ${direction} the service's clock`;
}

const unknownTime =
  "no response of the service has shown its time, so dates are judged by this machine's clock alone. If this machine's clock is slow, a campaign could be emailed twice. Check this machine's clock.";
