import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ownType, urnParts } from "../../../provider/engine/urn";
import { writing } from "../../terminal/write-together";
import type { FoundLinks } from "../links/report";
import type { PreviewModel } from "../preview";
import { mailingsOf } from "../preview/mailing";
import type { Mailing } from "../preview/mailing-change";
import { mailRecipients } from "../preview/recipients";

export type Occasion = "always" | "changes" | "mailing";

/** What the exit status says where there is nothing to say. */
export const nothingToSay = 3;

/** What is known of a preview beside what it has read. */
export interface Ended {
  readonly links?: readonly FoundLinks[];
  /** Why the preview can't be read. */
  readonly problem?: string;
  /** Whether the preview ended with an error, or before its end. */
  readonly isFailed?: boolean;
}

function isIncomplete({ isFailed = false, problem }: Ended): boolean {
  return isFailed || problem !== undefined;
}

/** Whether a preview has something to say; resources of other packages are for others to review. */
export function isSaid(occasion: Occasion, model: PreviewModel, ended: Ended): boolean {
  const { findings, left } = model;
  if (occasion === "always" || isIncomplete(ended)) return true;
  if (findings.some(({ severity }) => severity === "error")) return true;
  if (left.length > 0 || mailingsOf(model).length > 0) return true;
  if (occasion === "mailing") return false;
  const isWarned = findings.some(
    ({ severity, urn }) => severity === "warning" && !isOfAnother(urn),
  );
  const isDead = ended.links?.some(({ addresses }) =>
    addresses.some(({ verdict }) => verdict === "dead"),
  );
  return isWarned || isDead === true || ownChanges(model).length > 0;
}

/** Appends what a preview changes in numbers, a line each, as pipelines take the outputs of a step. */
export async function appendOutputs(
  file: string,
  model: PreviewModel,
  ended: Ended,
): Promise<void> {
  const mailings = mailingsOf(model);
  // What a later job decides by must not look like nothing.
  const known = (value: number | undefined) =>
    isIncomplete(ended) ? "unknown" : (value ?? "unknown");
  const lines = [
    `changes=${known(ownChanges(model).length)}`,
    `mails=${known(mailings.length)}`,
    `contacts=${known(mostContacts(mailings, model))}`,
  ];
  const asked = { target: `the file ${file}`, advice: "Give --outputs a file to append to." };
  await writing(asked, () => appendFile(resolve(file), `${lines.join("\n")}\n`));
}

/** To how many contacts the largest of some mails goes; undefined where that of one is not known. */
function mostContacts(mailings: readonly Mailing[], model: PreviewModel): number | undefined {
  const sent = mailings.filter(({ ending }) => ending === undefined);
  return sent.reduce<number | undefined>((most, mailing) => {
    const { contacts } = mailRecipients(mailing, model).now;
    const number = mailing.change === "at once" ? mailing.addresses : contacts;
    if (most === undefined || typeof number !== "number") return undefined;
    return Math.max(most, number);
  }, 0);
}

function ownChanges({ resources }: PreviewModel) {
  return resources.filter(({ change, urn }) => change !== undefined && !isOfAnother(urn));
}

/** Whether it is a resource of another package: neither ours, nor what belongs to the stack, such as a policy or the program. */
function isOfAnother(urn: string | undefined): boolean {
  if (urn === undefined) return false;
  const { type } = urnParts(urn);
  if (type === "pulumi:pulumi:Stack" || type === "pulumi:providers:emailmarketing") return false;
  return ownType(type) === undefined;
}
