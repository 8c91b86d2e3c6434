import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ownType, urnParts } from "../../../provider/engine/resource";
import { explainWriteFailure } from "../../terminal/write-together";
import type { FoundLinks } from "../links/report";
import type { PreviewModel } from "../preview";
import { mailingsOf } from "../preview/mailing";
import type { Mailing } from "../preview/mailing-change";
import { mailRecipients } from "../preview/recipients";

export type Occasion = "always" | "changes" | "mailing";

export const nothingToReportStatus = 3;

/** The outcome of a preview, and the results of a link check. */
export interface PreviewEnd {
  readonly links?: readonly FoundLinks[];
  /** The reason why the preview can't be read. */
  readonly problem?: string;
  /** Whether the preview failed, or its output is cut off or damaged. */
  readonly isFailed?: boolean;
}

function isIncomplete({ isFailed = false, problem }: PreviewEnd): boolean {
  return isFailed || problem !== undefined;
}

/** True if the option `--when` asks for a comment on this preview. For other packages' resources, only errors count. */
export function shouldComment(occasion: Occasion, model: PreviewModel, end: PreviewEnd): boolean {
  const { findings, keptObjects } = model;
  if (occasion === "always" || isIncomplete(end)) return true;
  if (findings.some(({ severity }) => severity === "error")) return true;
  if (keptObjects.length > 0 || mailingsOf(model).length > 0) return true;
  if (occasion === "mailing") return false;
  const isWarned = findings.some(
    ({ severity, urn }) => severity === "warning" && !isOfOtherPackage(urn),
  );
  const isDead = end.links?.some(({ addresses }) =>
    addresses.some(({ verdict }) => verdict === "dead"),
  );
  return isWarned || isDead === true || ownChanges(model).length > 0;
}

/** Appends the counts of a preview to a file, as lines such as `mails=2`, which pipelines read as outputs of a step. */
export async function appendOutputs(
  file: string,
  model: PreviewModel,
  end: PreviewEnd,
): Promise<void> {
  const mailings = mailingsOf(model);
  // A later job of the pipeline may depend on these counts, so an unknown count must not look like zero.
  const known = (value: number | undefined) =>
    isIncomplete(end) ? "unknown" : (value ?? "unknown");
  const lines = [
    `changes=${known(ownChanges(model).length)}`,
    `mails=${known(mailings.length)}`,
    `contacts=${known(mostContacts(mailings, model))}`,
  ];
  const asked = { target: `the file ${file}`, advice: "Give --outputs a file to append to." };
  await explainWriteFailure(asked, () => appendFile(resolve(file), `${lines.join("\n")}\n`));
}

/**
 * The highest number of recipients among the emails that will be sent. Undefined if the number is unknown for any of
 * them.
 */
function mostContacts(mailings: readonly Mailing[], model: PreviewModel): number | undefined {
  const sent = mailings.filter(({ notSentReason }) => notSentReason === undefined);
  return sent.reduce<number | undefined>((most, mailing) => {
    const { contacts } = mailRecipients(mailing, model).now;
    const number = mailing.change === "at once" ? mailing.addresses : contacts;
    if (most === undefined || typeof number !== "number") return undefined;
    return Math.max(most, number);
  }, 0);
}

function ownChanges({ resources }: PreviewModel) {
  return resources.filter(({ change, urn }) => change !== undefined && !isOfOtherPackage(urn));
}

/** True for a resource of another package. False for the stack itself and for a Provider of this package's plugin. */
function isOfOtherPackage(urn: string | undefined): boolean {
  if (urn === undefined) return false;
  const { type } = urnParts(urn);
  if (type === "pulumi:pulumi:Stack" || type === "pulumi:providers:emailmarketing") return false;
  return ownType(type) === undefined;
}
