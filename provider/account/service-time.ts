import { domains } from "../api/domain";
import type { Client } from "../client/call";
import { type KnownService, tolerableSkewMs } from "../client/known-service";
import { unlessOwnError } from "../errors/error";
import { inUtc, type Now, ownNow } from "../input/moment";
import type { Settings } from "../settings/settings";

/** What dates are judged by: the settings, and the clock of the service where one is known. */
export interface DateContext {
  readonly settings: Settings;
  /** Without it, this machine's clock is all there is. */
  readonly now?: () => Now;
}

/** The smallest page that the service gives. */
const leastRows = 10;

/** Nothing is known of the service's clock before its first reply. */
export function createTime(service: KnownService) {
  let isTold = false;
  let asking: Promise<void> | undefined;

  async function ask(main: Client, requireDomain: () => Promise<void>): Promise<void> {
    // A write asks this first in any case, and what it asks tells the time, too.
    await requireDomain();
    if (service.hasReplied()) return;
    const search = domains.pages(main, domains.all());
    await search(1, leastRows).catch((error: unknown) => {
      // A refusal of the service is a reply of its own.
      if (service.hasReplied()) return unlessOwnError(error);
      throw error;
    });
  }

  return {
    /** By this machine's clock and by the service's; that they differ is told once. */
    now(tell: (sentence: string) => void): Now {
      const skewMs = service.aheadMs() ?? 0;
      if (Math.abs(skewMs) < tolerableSkewMs) return ownNow();
      const own = Date.now();
      const there = own + skewMs;
      if (!isTold)
        tell(`${skewWords(skewMs)}, so no date is sent that is past by either. ${setIt}`);
      isTold = true;
      return {
        earlier: Math.min(own, there),
        later: Math.max(own, there),
        words: `By the service's clock it is ${inUtc(there)}, and by this machine's ${inUtc(own)}`,
      };
    },
    /** Warns before a date is sent if no response has shown the time at the service. */
    warnIfUnknown(tell: (sentence: string) => void): void {
      if (!service.hasShownTime()) tell(unknownTime);
    },
    /** Has a reply come that tells the service's time, where none of its own has come yet. */
    async ask(main: Client, requireDomain: () => Promise<void>): Promise<void> {
      if (service.hasReplied()) return;
      asking ??= ask(main, requireDomain).finally(() => {
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

const setIt = "Set this machine's clock.";
