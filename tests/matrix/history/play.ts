import type { Emulator, Seed } from "email-marketing-emulator";
import fc from "fast-check";
import { canaryKeys } from "../../support/service";
import type { Engine } from "./engine";
import { createEngineModel } from "./engine-model";
import { histories } from "./history";
import { type HistoryFigures, noFigures, playHistory } from "./run";
import { startProviderProcess } from "./simulated-process";

/** Which histories are played, and on what. */
export interface Play {
  readonly emulator: Emulator;
  /** An engine with an empty state. */
  readonly startEngine: () => Engine | Promise<Engine>;
  readonly count: number;
  /** The most commands of one, and the most faults of one command. */
  readonly most: { readonly commands: number; readonly faults: number };
  /** Shrinking plays a history hundreds of times. */
  readonly shrinks: boolean;
  /** Chosen at random when absent; a failure tells it. */
  readonly seed?: number;
  /** The one history of the seed that failed. */
  readonly path?: string;
  readonly onHistory?: (figures: HistoryFigures) => void;
}

/** Plays random histories; a failure prints the seed and the path that play it again. */
export async function playHistories(play: Play): Promise<HistoryFigures> {
  const { emulator, count, most, shrinks, seed, path } = play;
  const figures = noFigures();
  const property = fc.asyncProperty(histories(most), async (history) => {
    emulator.reset();
    // Else a lost switch-on of the one whose program leaves `active` to its default would show nowhere.
    emulator.patch("webhooks", "webhook-2", { status: "inactive" });
    emulator.seed(withCrowd(emulator.snapshot(), history.crowd));
    await playHistory(history, { emulator, engine: await play.startEngine(), figures });
    play.onHistory?.(figures);
  });
  await fc.assert(property, {
    numRuns: path === undefined ? count : 1,
    endOnFailure: !shrinks || path !== undefined,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
  return figures;
}

/** The account with so many more senders, which no program declares. */
function withCrowd(account: ReturnType<Emulator["snapshot"]>, crowd: number): Seed {
  const others = Array.from({ length: crowd }, (_, number) => ({
    id: `other-${number}`,
    sender_email: `team${number}@acme.example`,
    sender_name: `Team ${number}`,
  }));
  return { ...account, senders: [...account.senders, ...others] };
}

/** What all histories on the model have in common: a seed and a path name one of them only under these. */
export const onModel = { most: { commands: 5, faults: 6 }, shrinks: true } as const;

/** How much shorter the waits of the model's provider are: it waits for seconds after a fault. */
const speed = 500;

/** A model of the engine whose provider speaks to this emulator. */
export function startModel(
  emulator: Emulator,
  more: Readonly<Record<string, string>> = {},
): Engine {
  const config = {
    ...more,
    "emailmarketing:apiKey": canaryKeys.apiKey,
    "emailmarketing:baseUrl": emulator.baseUrl,
    "emailmarketing:log": "debug",
    // Of the machine's own time, not of the faster clock.
    "emailmarketing:timeoutSeconds": "0.5",
    "emailmarketing:deadlineSeconds": "86400",
  };
  // While the provider waits, time goes by in the service, too: a search that is behind catches up.
  const onWait = (ms: number) => emulator.advance(ms);
  return createEngineModel(() => startProviderProcess({ config, speed, onWait }));
}
