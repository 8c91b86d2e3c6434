import type { MailFinding } from "../../../mail/page";
import { EmailMarketingError } from "../../../provider/errors/error";
import { isUnknown } from "../../../provider/plain/value";
import { isHidden } from "../preview/input";
import type { ShownCampaign } from "../preview/shown-campaign";
import type { Advised } from "./advice";

/** The screenshots of a campaign, by the suffix of their file names. */
export const screenshotKinds = {
  desktop: { width: 640, scheme: "light" },
  phone: { width: 375, scheme: "light" },
  dark: { width: 640, scheme: "dark" },
  "forced-dark": { width: 640, scheme: "light", isForced: true },
} as const;

export type ScreenshotKind = keyof typeof screenshotKinds;

/** A file name without its extension, valid on every system and unique among the campaigns of a preview. */
export function stemOf({ name }: Pick<ShownCampaign, "name">, at: number): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `${String(at + 1).padStart(3, "0")}${plain === "" ? "" : `-${plain}`}`;
}

export function screenshotFile(
  campaign: Pick<ShownCampaign, "name">,
  at: number,
  picture: ScreenshotKind,
) {
  return `${stemOf(campaign, at)}-${picture}.png`;
}

/**
 * True if a campaign isn't deleted and its HTML is known. `show` then takes screenshots, unless the HTML can't be read.
 */
export function hasScreenshots({ change, inputs: { html } }: ShownCampaign): boolean {
  return change !== "delete" && html !== undefined && !isHidden(html) && !isUnknown(html);
}

/** A screenshot of an email as PNG, with notes if the email is cut or scaled. */
export interface Screenshot {
  readonly png: Uint8Array;
  readonly notes: readonly string[];
}

/**
 * Takes screenshots of documents, and gets advice on their accessibility. If either fails or exceeds its time limit,
 * the browser is ended, and the next call starts it again.
 */
export interface ScreenshotBrowser {
  take(document: string, picture: ScreenshotKind, limitMs: number): Promise<Screenshot>;
  advise(document: string, limitMs: number): Promise<Advised>;
  close(): Promise<void>;
}

/**
 * The time limits for one screenshot or the advice: in the first round, and in a second round for what failed. Nearly
 * all emails need less than one second for a screenshot, so few reach the second round.
 */
const limitsMs = [3_000, 10_000];

const totalLimitMs = 60_000;

/** The time for each campaign. The time limit of a run is the sum of these times, but at least `totalLimitMs`. */
const msOfCampaign = 3_000;

const names = Object.keys(screenshotKinds) as ScreenshotKind[];

/** The document whose screenshot replaces missing ones. Otherwise, a comment would have broken images. */
const placeholder = `data:text/html,${encodeURIComponent("<p>There is no picture of this email. Its page says why.")}`;

export interface ScreenshotTarget {
  /** The URL of the document that shows the email. */
  readonly document: string;
  save(picture: ScreenshotKind, png: Uint8Array): Promise<void>;
}

export interface Screenshots {
  readonly taken: readonly ScreenshotKind[];
  /** Notes about cut or scaled screenshots, and the reason if screenshots or advice are missing. */
  readonly notes: readonly string[];
  readonly advice?: readonly MailFinding[];
}

/** Takes screenshots of all emails and gets advice about them. Each task has a time limit, and so does the run. */
export async function takeScreenshots(
  screenshotBrowser: ScreenshotBrowser,
  targets: readonly ScreenshotTarget[],
  progress: (at: number) => void,
): Promise<Screenshots[]> {
  const spend = createBudget(Math.max(totalLimitMs, targets.length * msOfCampaign));
  const all = targets.map((target) => startScreenshots(target, screenshotBrowser, spend));
  for (const limitMs of limitsMs) {
    for (const [at, one] of all.entries()) {
      progress(at);
      await one.continueWithin(limitMs);
    }
  }
  const incomplete = all.filter((one) => one.result().taken.length < names.length);
  if (incomplete.length > 0) {
    const screenshot = await screenshotBrowser
      .take(placeholder, "phone", totalLimitMs)
      .catch(() => undefined);
    for (const one of incomplete) if (screenshot) await one.fillWith(screenshot.png);
  }
  return all.map(({ result }) => result());
}

class NoTimeLeft extends Error {}

type Budget = ReturnType<typeof createBudget>;

/** Limits the time of each task, and the total time of all tasks. */
function createBudget(ms: number) {
  let left = ms;
  return async <Value>(limitMs: number, work: (ms: number) => Promise<Value>): Promise<Value> => {
    if (left <= 0) throw new NoTimeLeft(`the ${ms / 1_000} s for all pictures were over`);
    const began = performance.now();
    try {
      return await work(Math.min(limitMs, left));
    } finally {
      left -= performance.now() - began;
    }
  };
}

function startScreenshots(
  { document, save }: ScreenshotTarget,
  screenshotBrowser: ScreenshotBrowser,
  spend: Budget,
) {
  const taken: ScreenshotKind[] = [];
  const notes: string[] = [];
  let advice: readonly MailFinding[] | undefined;
  let isOver = false;
  let problem = "";

  async function takeAll(limitMs: number): Promise<void> {
    for (const picture of names.slice(taken.length)) {
      const screenshot = await spend(limitMs, (ms) =>
        screenshotBrowser.take(document, picture, ms),
      );
      await save(picture, screenshot.png);
      taken.push(picture);
      notes.push(...screenshot.notes);
    }
    const advised = await spend(limitMs, (ms) => screenshotBrowser.advise(document, ms));
    if ("advice" in advised) advice = advised.advice;
    else notes.push(`advice on accessibility: ${advised.problem}`);
    isOver = true;
  }

  return {
    async continueWithin(limitMs: number): Promise<void> {
      if (isOver) return;
      try {
        await takeAll(limitMs);
      } catch (error) {
        // Rethrow errors of the folder or the browser, because the email hasn't caused them.
        if (error instanceof EmailMarketingError) throw error;
        const [why = ""] = (error as Error).message.split("\n");
        problem = error instanceof NoTimeLeft && problem !== "" ? `${problem}, and ${why}` : why;
      }
    },
    async fillWith(png: Uint8Array): Promise<void> {
      for (const picture of names.slice(taken.length)) await save(picture, png);
    },
    result: (): Screenshots => ({
      taken,
      notes: isOver ? notes : [...notes, missingScreenshotsNote(taken, problem)],
      ...(advice && { advice }),
    }),
  };
}

function missingScreenshotsNote(taken: readonly ScreenshotKind[], problem: string): string {
  const rest = names.slice(taken.length);
  return rest.length === 0
    ? `advice on accessibility: ${problem}`
    : `no picture (${rest.join(", ")}) and no advice on accessibility: ${problem}`;
}
