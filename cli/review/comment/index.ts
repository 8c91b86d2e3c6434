import { findProject } from "../../../provider/engine/project";
import { EmailMarketingError } from "../../../provider/errors/error";
import { omitUndefined } from "../../../provider/plain/value";
import type { Terminal } from "../../terminal";
import { readLinks } from "../links/report";
import { type PreviewedResource, type PreviewModel, previewModel } from "../preview";
import { readPreview } from "../preview/input";
import type { PreviewFinding, ReviewContext } from "../preview/model";
import { campaignsOfPreview } from "../preview/shown-campaign";
import { projectOf } from "../show/content";
import { hasScreenshots, screenshotFile } from "../show/screenshots";
import { differencesFrom, saveEmails, unstoppedFindings } from "./approved-email";
import { emailTable, type PreviewOutcome } from "./email-table";
import {
  type Changed,
  changeLines,
  changeOrder,
  errorLine,
  findingLines,
  linkLines,
  tally,
} from "./lines";
import { escaped, plain } from "./markdown";
import { removedPropertyFindings } from "./property-in-use";
import {
  appendOutputs,
  nothingToReportStatus,
  type Occasion,
  type PreviewEnd,
  shouldComment,
} from "./when";

export interface CommentOptions {
  /** A file with the output of `pulumi preview --json`. Default: standard input. */
  readonly preview?: string;
  /** The URL of the folder with the screenshots of `show --screenshots`. */
  readonly screenshots?: string;
  /** The URL of the published pages of `show`. */
  readonly pages?: string;
  readonly links?: string;
  readonly status?: number;
  /** The stack, in the format of `pulumi preview --stack`. */
  readonly stack?: string;
  readonly when: Occasion;
  /** A file to which the counts of changes, emails and contacts are appended. */
  readonly outputs?: string;
  /** A file to write each email's date and recipients to (no content), so that a person can approve them. */
  readonly saveEmails?: string;
  /** The file with the approved emails to compare this preview with. */
  readonly compareEmails?: string;
}

export interface CommentContext extends PreviewEnd {
  readonly images?: readonly string[];
  readonly pages?: string;
}

/** The longest comment that GitHub accepts, in characters. */
const maxCommentLength = 65_536;
/** The number of characters left for lines that a pipeline adds, such as a link to the pages of `show`. */
const reservedLength = 512;
const maxLength = maxCommentLength - reservedLength;

/** The names of findings to omit if the table of emails has their resource, because it shows the same facts. */
const notesInTable = ["campaign-audience", "campaign-read"];

export async function printComment(
  options: CommentOptions,
  terminal: Terminal,
  context: ReviewContext,
): Promise<number> {
  terminal.redact(context.keys);
  const { preview, problem, endsEarly } = await readPreview(options.preview);
  if (problem !== undefined && options.status === undefined) {
    throw new EmailMarketingError("config", problem);
  }
  const model = previewModel(preview, context);
  const { pages, screenshots } = options;
  const images = screenshots === undefined ? [] : imageLines(model, screenshots);
  const isFailed = endsEarly || (options.status ?? 0) !== 0;
  const links = options.links === undefined ? undefined : await readLinks(options.links);
  const aside = omitUndefined({ links, images, isFailed, pages, problem });
  const stack =
    options.stack === undefined ? model.stack : qualifiedStackName(options.stack, model.stack);
  const findings = [...stackMismatch(stack, model), ...model.findings];
  const gone = await removedPropertyFindings(model, projectOf(".").programFolder);
  const said = { ...model, stack, findings, keptObjects: [...gone, ...model.keptObjects] };
  if (options.outputs !== undefined) await appendOutputs(options.outputs, said, aside);
  if (options.saveEmails !== undefined) await saveEmails(options.saveEmails, said);
  if (options.compareEmails !== undefined) {
    terminal.document(renderComment(said, aside));
    const differences = await differencesFrom(options.compareEmails, said);
    return printDifferences([...unstoppedFindings(said, context), ...differences], terminal);
  }
  if (!shouldComment(options.when, said, aside)) return nothingToReportStatus;
  terminal.document(renderComment(said, aside));
  return 0;
}

/** Prints the differences. Returns exit status 1 if there are any, otherwise 0. */
function printDifferences(differences: readonly string[], terminal: Terminal): number {
  if (differences.length === 0) return 0;
  const lines = differences.map(errorLine);
  terminal.document(["", "**Differs from what was approved**", "", ...lines].join("\n"));
  return 1;
}

/**
 * The stack's name, with its project if known. A pipeline finds its comment by a hidden marker with this name, so the
 * name must be the same if the preview can't be read.
 */
function qualifiedStackName(given: string, ofPreview: string): string {
  const [stack = "", ...before] = given.split("/").toReversed();
  if (before.length > 1) return `${before[0]}/${stack}`;
  const [, projectOfPreview] = ofPreview.split("/").toReversed();
  const project = projectOfPreview ?? findProject(".")?.name;
  return project === undefined ? stack : `${project}/${stack}`;
}

/**
 * A warning if --stack names another stack than the preview's. A pipeline would then overwrite the comment about the
 * named stack with this one.
 */
function stackMismatch(named: string, { stack, clean }: PreviewModel): PreviewFinding[] {
  if (stack === "" || clean(named) === stack) return [];
  const text = `--stack names ${clean(named)}, but this is a preview of ${stack}.`;
  return [{ severity: "warning", text }];
}

/**
 * The comment in Markdown, with emails, effects that deleting doesn't undo, findings by severity, checked links,
 * changed resources, and screenshots.
 */
export function renderComment(
  model: PreviewModel,
  { images = [], links, pages, problem, isFailed = false }: CommentContext = {},
): string {
  const { stack, keptObjects, resources } = model;
  const changes = resources.filter(isChanged);
  const hasError = isFailed || model.findings.some(({ severity }) => severity === "error");
  const ending = hasError ? "failed" : problem === undefined ? "ended well" : "unreadable";
  const of = stack === "" ? "" : ` of ${escaped(stack)}`;
  // A hidden marker by which a pipeline finds the earlier comment to edit.
  const head = [
    `<!-- pulumi-email-marketing ${plain(stack).replaceAll("--", "- -")} -->`,
    `### Preview${of}: ${summary(changes, ending)}`,
    "",
  ];
  const table = emailTable(model, ending, pages);
  const findings = model.findings.filter(
    ({ check = "", urn = "" }) => !notesInTable.includes(check) || !table.shown.has(urn),
  );
  const ofLeft = findingLines(keptObjects, model);
  const ofFindings = findingLines(findings, model);
  const ofChanges = changeLines(changes, findings);
  const leftLines = ofLeft.length > 0 ? ["**What deleting does not undo**", "", ...ofLeft, ""] : [];
  // A deleted or renamed property may change emails that the table doesn't list. The table may then say "Nothing else",
  // so put these findings above the table.
  const isAhead = keptObjects.some(({ check }) => check === "property-in-use");
  const titled = [
    ...(isAhead ? leftLines : []),
    ...table.lines,
    ...(problem === undefined ? [] : [errorLine(problem), ""]),
    ...(isAhead ? [] : leftLines),
    ...(ofFindings.length > 0 ? [`**${tally(findings)}**`, "", ...ofFindings, ""] : []),
    ...(links === undefined ? [] : linkLines(links, model.clean)),
    ...(ofChanges.length > 0 ? ["**Changes**", "", ...ofChanges] : []),
    ...images,
  ];
  return truncateLines(head, titled);
}

/**
 * The comment up to the first line that doesn't fit. If lines are omitted, the text ends with the number of omitted
 * list items and table rows.
 */
function truncateLines(head: readonly string[], lines: readonly string[]): string {
  const whole = [...head, ...lines].join("\n");
  if (whole.length <= maxLength) return whole;
  const ending = (left: number) =>
    `\n\n... and ${left} more; see the log of the pipeline for all of them.`;
  let kept = head.join("\n");
  let left = lines.filter(isCounted).length;
  for (const line of lines) {
    if (kept.length + 1 + line.length + ending(left).length > maxLength) break;
    kept += `\n${line}`;
    if (isCounted(line)) left -= 1;
  }
  return kept + ending(left);
}

/** True for a list item and for a table row below the head. */
function isCounted(line: string): boolean {
  return /^(?:- |\| \w)/.test(line);
}

function isChanged(resource: PreviewedResource): resource is Changed {
  return resource.change !== undefined;
}

/** The number of changes of each kind, after a remark if the preview failed or can't be read. */
function summary(changes: readonly Changed[], ending: PreviewOutcome): string {
  const counts = changeOrder.flatMap((kind) => {
    const number = changes.filter(({ change }) => change === kind).length;
    return number === 0 ? [] : [`${number} to ${kind}`];
  });
  const sum = counts.join(", ");
  if (ending === "ended well") return sum || "no changes";
  const said = ending === "failed" ? "the preview failed" : "the preview can't be read";
  return sum === "" ? said : `${said} (${sum})`;
}

/** A line for each campaign with screenshots, with the file names that `show` uses for the same preview. */
function imageLines(model: PreviewModel, prefix: string): string[] {
  const address = prefix.replace(/(?<!\/)\/+$/, "");
  const lines = campaignsOfPreview(model).flatMap((campaign, at) => {
    if (!hasScreenshots(campaign)) return [];
    const name = model.clean(campaign.name);
    const images = (["desktop", "phone", "dark"] as const).map((picture) => {
      const alt = `${name} (${picture})`.replace(/[[\]\\]/g, "");
      return `![${escaped(alt)}](${address}/${screenshotFile(campaign, at, picture)})`;
    });
    return [`- **${escaped(name)}**: ${images.join(" ")}`];
  });
  return lines.length === 0 ? [] : ["", "**Pictures**", "", ...lines];
}
