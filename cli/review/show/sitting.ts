import type { MailFinding } from "../../../mail/page";
import { EmailMarketingError } from "../../../provider/errors/error";
import { isUnknown } from "../../../provider/input/plain";
import { isHidden } from "../preview/input";
import type { ShownCampaign } from "../preview/shown-campaign";
import type { Advised } from "./advice";

/** The pictures of a campaign, by what follows its name. */
export const pictures = {
  desktop: { width: 640, scheme: "light" },
  phone: { width: 375, scheme: "light" },
  dark: { width: 640, scheme: "dark" },
  "forced-dark": { width: 640, scheme: "light", isForced: true },
} as const;

export type Picture = keyof typeof pictures;

/** A file name without its ending, which every system takes, and which tells the campaigns of a preview apart. */
export function stemOf({ name }: Pick<ShownCampaign, "name">, at: number): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `${String(at + 1).padStart(3, "0")}${plain === "" ? "" : `-${plain}`}`;
}

export function pictureOf(campaign: Pick<ShownCampaign, "name">, at: number, picture: Picture) {
  return `${stemOf(campaign, at)}-${picture}.png`;
}

/** Whether there are pictures of a campaign: not of one that is deleted, or whose HTML a preview doesn't know. */
export function isPictured({ change, inputs: { html } }: ShownCampaign): boolean {
  return change !== "delete" && html !== undefined && !isHidden(html) && !isUnknown(html);
}

/** A picture of a mail, as PNG, and what it doesn't show as it is. */
export interface Shot {
  readonly png: Uint8Array;
  readonly notes: readonly string[];
}

/** Takes pictures of mails, by the addresses of their documents. What takes longer than it may ends with an error, and the browser with it. */
export interface Camera {
  take(document: string, picture: Picture, limitMs: number): Promise<Shot>;
  advise(document: string, limitMs: number): Promise<Advised>;
  close(): Promise<void>;
}

/**
 * How long a picture may take, in the first round and in the second: nearly all mails need less than one second, and the others
 * wait until all those have their pictures.
 */
const limitsMs = [3_000, 10_000];

/** How long all pictures of a run may take, of however many mails. */
const wholeMs = 60_000;

/** A run of many campaigns has more. */
const msOfCampaign = 3_000;

const names = Object.keys(pictures) as Picture[];

/** Stands where a picture is missing, so that a comment links nothing that isn't there. */
const instead = `data:text/html,${encodeURIComponent("<p>There is no picture of this email. Its page says why.")}`;

export interface Sitter {
  /** The address of what shows it. */
  readonly document: string;
  save(picture: Picture, png: Uint8Array): Promise<void>;
}

export interface Sitting {
  readonly taken: readonly Picture[];
  /** What the pictures don't show as it is, or why there are none. */
  readonly notes: readonly string[];
  readonly advice?: readonly MailFinding[];
}

/** Takes the pictures of mails, none of which can keep the others waiting for long. */
export async function takePictures(
  camera: Camera,
  sitters: readonly Sitter[],
  progress: (at: number) => void,
): Promise<Sitting[]> {
  const spend = createBudget(Math.max(wholeMs, sitters.length * msOfCampaign));
  const all = sitters.map((sitter) => createSitting(sitter, camera, spend));
  for (const limitMs of limitsMs) {
    for (const [at, sitting] of all.entries()) {
      progress(at);
      await sitting.goOn(limitMs);
    }
  }
  const incomplete = all.filter((sitting) => sitting.result().taken.length < names.length);
  if (incomplete.length > 0) {
    const shot = await camera.take(instead, "phone", wholeMs).catch(() => undefined);
    for (const sitting of incomplete) if (shot) await sitting.fillWith(shot.png);
  }
  return all.map(({ result }) => result());
}

class NoTimeLeft extends Error {}

type Spend = ReturnType<typeof createBudget>;

/** Lets work take as long as it may, and as is left of a whole. */
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

function createSitting({ document, save }: Sitter, camera: Camera, spend: Spend) {
  const taken: Picture[] = [];
  const notes: string[] = [];
  let advice: readonly MailFinding[] | undefined;
  let isOver = false;
  let problem = "";

  async function takeAll(limitMs: number): Promise<void> {
    for (const picture of names.slice(taken.length)) {
      const shot = await spend(limitMs, (ms) => camera.take(document, picture, ms));
      await save(picture, shot.png);
      taken.push(picture);
      notes.push(...shot.notes);
    }
    const advised = await spend(limitMs, (ms) => camera.advise(document, ms));
    if ("advice" in advised) advice = advised.advice;
    else notes.push(`advice on accessibility: ${advised.problem}`);
    isOver = true;
  }

  return {
    async goOn(limitMs: number): Promise<void> {
      if (isOver) return;
      try {
        await takeAll(limitMs);
      } catch (error) {
        // The folder or the browser, and not what is in the mail.
        if (error instanceof EmailMarketingError) throw error;
        const [why = ""] = (error as Error).message.split("\n");
        problem = error instanceof NoTimeLeft && problem !== "" ? `${problem}, and ${why}` : why;
      }
    },
    async fillWith(png: Uint8Array): Promise<void> {
      for (const picture of names.slice(taken.length)) await save(picture, png);
    },
    result: (): Sitting => ({
      taken,
      notes: isOver ? notes : [...notes, missing(taken, problem)],
      ...(advice && { advice }),
    }),
  };
}

function missing(taken: readonly Picture[], problem: string): string {
  const rest = names.slice(taken.length);
  return rest.length === 0
    ? `advice on accessibility: ${problem}`
    : `no picture (${rest.join(", ")}) and no advice on accessibility: ${problem}`;
}
