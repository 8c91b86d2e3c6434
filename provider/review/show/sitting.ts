import type { MailFinding } from "#mail/page";
import { EmailMarketingError } from "../../errors/error";
import { type Picture, pictures } from "./file-name";
import type { Camera } from "./picture";

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

/** A mail of which pictures are to be taken. */
export interface Sitter {
  /** The address of what shows it. */
  readonly document: string;
  save(picture: Picture, png: Uint8Array): Promise<void>;
}

/** What came of it. */
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

type Spend = <Value>(limitMs: number, work: (ms: number) => Promise<Value>) => Promise<Value>;

/** Lets work take as long as it may, and as is left of a whole. */
function createBudget(ms: number): Spend {
  let left = ms;
  return async (limitMs, work) => {
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
