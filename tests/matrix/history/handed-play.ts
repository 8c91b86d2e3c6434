import type { Emulator } from "email-marketing-emulator";
import fc from "fast-check";
import { type Hand, someHands } from "./hand";
import { type HandedFigures, playHandedHistory } from "./handed-run";
import { type Command, commandOf } from "./history";
import { type Play, startModel } from "./play";
import { noFigures } from "./run";

/** One command, and what people do before it. */
export type HandedCommand = Command & { readonly hands: readonly Hand[] };

/** A history with hands, and how the service's list differs from the emulator's usual one. */
interface HandedHistory {
  readonly commands: readonly HandedCommand[];
  readonly quirks: readonly (typeof quirks)[number][];
}

/** Other forms of dates are left out: with them, nothing shows that a campaign has a date already. */
const quirks = [
  "rewrites-html",
  "adds-reply-to",
  "no-total",
  "window",
  "no-date-from",
  "text-percentages",
] as const;

/** More often than other routes: all that campaigns are read by. */
const listPaths = ["/campaign/list", "/campaign/list", "/campaign/list"];

function handedHistories(most: Play["most"]): fc.Arbitrary<HandedHistory> {
  const command = fc
    .record({ command: commandOf(most.faults, listPaths), hands: someHands })
    .map(({ command: given, hands }) => ({ ...given, hands }));
  return fc.record({
    commands: fc.array(command, { minLength: 1, maxLength: most.commands }),
    quirks: fc.subarray([...quirks]),
  });
}

/** Plays random histories in which campaigns are read back, and people act in the service's pages. */
export async function playHandedHistories(
  play: Omit<Play, "startEngine" | "onHistory"> & {
    readonly onHistory?: (figures: HandedFigures) => void;
  },
): Promise<HandedFigures> {
  const { emulator, count, most, shrinks, seed, path } = play;
  const figures = noHandedFigures();
  const property = fc.asyncProperty(handedHistories(most), async (history) => {
    await playOne(history, { emulator, figures });
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

/** Plays this one history in a service that lists campaigns as usual. */
export async function playOneHanded(
  emulator: Emulator,
  commands: readonly HandedCommand[],
): Promise<HandedFigures> {
  const figures = noHandedFigures();
  await playOne({ commands, quirks: [] }, { emulator, figures });
  return figures;
}

async function playOne(
  { commands, quirks: ofList }: HandedHistory,
  { emulator, figures }: { readonly emulator: Emulator; readonly figures: HandedFigures },
): Promise<void> {
  emulator.reset();
  emulator.patch("webhooks", "webhook-2", { status: "inactive" });
  const account = emulator.snapshot();
  // A date sent to a campaign that is over sends it again, so that a mistake shows as a mail.
  const campaign_quirks = [...ofList, "publishes-again" as const];
  emulator.seed({ ...account, account: { ...account.account, campaign_quirks } });
  const engine = startModel(emulator, { "emailmarketing:operations": "extended" });
  await playHandedHistory(commands, { emulator, engine, figures });
}

function noHandedFigures(): HandedFigures {
  return { ...noFigures(), hands: 0, mails: 0 };
}
