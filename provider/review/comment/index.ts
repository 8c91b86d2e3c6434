import { urnParts } from "../../engine/urn";
import { count, firstOfNames } from "../../errors/count";
import { EmailMarketingError } from "../../errors/error";
import { asName } from "../../errors/redact";
import { present } from "../../input/plain";
import type { Terminal } from "../../terminal";
import { type FoundLinks, readLinks } from "../links/report";
import {
  type PreviewedResource,
  type PreviewModel,
  previewModel,
  type ResourceChange,
} from "../preview";
import { readPreview } from "../preview/input";
import type { ReviewContext } from "../preview/model";
import type { PreviewFinding, Severity } from "../preview/preview-finding";
import { campaignsOfPreview } from "../preview/shown-campaign";
import { isPictured, pictureOf } from "../show/file-name";
import { projectOf } from "../show/shown-mail";
import { linkLines } from "./link";
import { escaped, plain } from "./markdown";
import { propertiesGone } from "./property-in-use";
import { otherStack, stackNamed } from "./stack";
import { appendOutputs, isSaid, nothingToSay, type Occasion } from "./when";
import { type Ending, willBeMailed } from "./will-be-mailed";

export interface CommentOptions {
  /** What `pulumi preview --json` printed; by default standard input. */
  readonly preview?: string;
  /** Where the pictures of `show --screenshots` are. */
  readonly screenshots?: string;
  /** Where the pages of `show` are published. */
  readonly pages?: string;
  /** A file with what `show --links` found. */
  readonly links?: string;
  /** The exit status of the preview. */
  readonly status?: number;
  /** The stack, as `pulumi preview --stack` takes it. */
  readonly stack?: string;
  /** Of which previews there is a comment. */
  readonly when: Occasion;
  /** A file to append numbers to. */
  readonly outputs?: string;
}

/** What a comment says beside the preview. */
export interface CommentAside {
  readonly images?: readonly string[];
  readonly pages?: string;
  /** What came of links and images. */
  readonly links?: readonly FoundLinks[];
  /** Why the preview can't be read. */
  readonly problem?: string;
  /** Whether the preview ended with an error, or before its end. */
  readonly isFailed?: boolean;
}

/** The longest comment that a pull request accepts, in characters. */
const longestAccepted = 65_536;
/** A pipeline adds lines of its own behind the comment, such as a link to the pages of `show`. */
const keptFree = 512;
const longest = longestAccepted - keptFree;
/** How many resources are named beside a finding that several have. */
const namedBeside = 5;

/** Prints a comment for a pull request. */
export async function printComment(
  options: CommentOptions,
  terminal: Terminal,
  context: ReviewContext,
): Promise<number> {
  terminal.hide(context.keys);
  const { preview, problem, endsEarly } = await readPreview(options.preview);
  if (problem !== undefined && options.status === undefined) {
    throw new EmailMarketingError("config", problem);
  }
  const model = previewModel(preview, context);
  const { pages, screenshots } = options;
  const images = screenshots === undefined ? [] : imageLines(model, screenshots);
  const isFailed = endsEarly || (options.status ?? 0) !== 0;
  const links = options.links === undefined ? undefined : await readLinks(options.links);
  const aside = present({ links, images, isFailed, pages, problem });
  const stack = options.stack === undefined ? model.stack : stackNamed(options.stack, model.stack);
  const findings = [...otherStack(stack, model), ...model.findings];
  const gone = await propertiesGone(model, projectOf(".").programFolder);
  const said = { ...model, stack, findings, left: [...gone, ...model.left] };
  const ended = present({ links, isIncomplete: isFailed || problem !== undefined });
  if (options.outputs !== undefined) await appendOutputs(options.outputs, said, ended);
  if (!isSaid(options.when, said, ended)) return nothingToSay;
  terminal.document(renderComment(said, aside));
  return 0;
}

/**
 * The comment in Markdown: what will be mailed, what deletes leave behind, then findings, the most severe on top, then links that
 * were asked for, then a line for each changed resource.
 */
export function renderComment(
  model: PreviewModel,
  { images = [], links, pages, problem, isFailed = false }: CommentAside = {},
): string {
  const { stack, left, resources } = model;
  const changes = resources.filter(isChanged);
  const hasError = isFailed || model.findings.some(({ severity }) => severity === "error");
  const ending = hasError ? "failed" : problem === undefined ? "ended well" : "unreadable";
  const of = stack === "" ? "" : ` of ${escaped(stack)}`;
  // A hidden line, by which a pipeline finds its own comment to edit it.
  const head = [
    `<!-- pulumi-email-marketing ${plain(stack).replaceAll("--", "- -")} -->`,
    `### Preview${of}: ${summary(changes, ending)}`,
    "",
  ];
  const table = willBeMailed(model, present({ ending, pages }));
  // Whom a mail goes to is said by its row.
  const findings = model.findings.filter(
    ({ check, about = "" }) => check !== "campaign-audience" || !table.shown.has(about),
  );
  const ofLeft = groups(left).map((group) => findingLine(group, model));
  const ofFindings = groups(findings).map((group) => findingLine(group, model));
  const ofChanges = sorted(changes).map((change) => changeLine(change, findings));
  const leftLines = ofLeft.length > 0 ? ["**What deleting does not undo**", "", ...ofLeft, ""] : [];
  // What changes mails, although no row does, is not behind "Nothing".
  const isAhead = left.some(({ check }) => check === "property-in-use");
  const titled = [
    ...(isAhead ? leftLines : []),
    ...table.lines,
    ...(problem === undefined ? [] : [`- ${icons.error} ${escaped(problem)}`, ""]),
    ...(isAhead ? [] : leftLines),
    ...(ofFindings.length > 0 ? [`**${tally(findings)}**`, "", ...ofFindings, ""] : []),
    ...(links === undefined ? [] : linkLines(links, model.clean)),
    ...(ofChanges.length > 0 ? ["**Changes**", "", ...ofChanges] : []),
    ...images,
  ];
  return fitted(head, titled);
}

/** As many lines as fit, and how many more there are. */
function fitted(head: readonly string[], lines: readonly string[]): string {
  const whole = [...head, ...lines].join("\n");
  if (whole.length <= longest) return whole;
  const ending = (left: number) =>
    `\n\n... and ${left} more; see the log of the pipeline for all of them.`;
  let kept = head.join("\n");
  let left = lines.filter(isCounted).length;
  for (const line of lines) {
    if (kept.length + 1 + line.length + ending(left).length > longest) break;
    kept += `\n${line}`;
    if (isCounted(line)) left -= 1;
  }
  return kept + ending(left);
}

/** An item of a list, or a row of a table. */
function isCounted(line: string): boolean {
  return /^(?:- |\| \w)/.test(line);
}

const severities: readonly Severity[] = ["error", "warning", "note"];
const icons: Readonly<Record<Severity, string>> = { error: "🛑", warning: "⚠️", note: "ℹ️" };

interface Group {
  readonly finding: PreviewFinding;
  readonly urns: readonly string[];
}

/** A finding of several resources is one line; the most severe first, then what most resources have. */
function groups(findings: readonly PreviewFinding[]): Group[] {
  const byText = new Map<string, { finding: PreviewFinding; urns: Set<string> }>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.text}`;
    const group = byText.get(key) ?? { finding, urns: new Set<string>() };
    if (finding.urn !== undefined) group.urns.add(finding.urn);
    byText.set(key, group);
  }
  return [...byText.values()]
    .map(({ finding, urns }) => ({ finding, urns: [...urns] }))
    .sort(
      (one, other) =>
        severities.indexOf(one.finding.severity) - severities.indexOf(other.finding.severity) ||
        Number(other.finding.isOfPolicy ?? 0) - Number(one.finding.isOfPolicy ?? 0) ||
        other.urns.length - one.urns.length,
    );
}

type Resources = Pick<PreviewModel, "resources" | "clean">;

function findingLine({ finding, urns }: Group, { resources, clean }: Resources): string {
  const named = urns
    .map((urn) => {
      // The sentence of a policy doesn't name what it is about, which may be left out of the preview.
      if (finding.isOfPolicy) return urnParts(urn);
      return resources.find((one) => one.urn === urn && isChanged(one));
    })
    .filter((one) => one !== undefined)
    .map(({ kind, name }) => `${escaped(clean(kind))} **${escaped(asName(clean(name)))}**`);
  const who = firstOfNames(named, namedBeside);
  const check = finding.check === undefined ? "" : ` \`${finding.check}\``;
  return `- ${icons[finding.severity]} ${who === "" ? "" : `${who}: `}${escaped(finding.text)}${check}`;
}

interface Changed extends PreviewedResource {
  readonly change: ResourceChange;
}

function isChanged(resource: PreviewedResource): resource is Changed {
  return resource.change !== undefined;
}

function changeLine(changed: Changed, findings: readonly PreviewFinding[]): string {
  const checks = findings
    .filter(({ urn, check }) => urn === changed.urn && check !== undefined)
    .map(({ check }) => `\`${check}\``);
  const inputs = changed.inputs.length > 0 ? `: ${changed.inputs.map(escaped).join(", ")}` : "";
  const beside = checks.length > 0 ? ` (${[...new Set(checks)].join(", ")})` : "";
  const about = [
    ...statusOf(changed),
    ...(changed.drifted.length === 0
      ? []
      : [`changed in the service: ${changed.drifted.map(escaped).join(", ")}`]),
  ];
  const aside = about.length > 0 ? `; ${about.join("; ")}` : "";
  return `- ${changed.change} ${escaped(changed.kind)} **${escaped(changed.name)}**${inputs}${beside}${aside}`;
}

/** What the state has read of a campaign: a draft may have been scheduled since, and that one is scheduled is said by its date. */
function statusOf({ status, kind, change }: Changed): string[] {
  if (status === undefined || status === "draft" || status === "scheduled") return [];
  const isSent = status === "finished" && kind === "Campaign" && change === "update";
  const effect = isSent ? ", so nothing is sent" : "";
  return [`the campaign was ${escaped(status)} when it was last read${effect}`];
}

const order: readonly ResourceChange[] = ["delete", "replace", "create", "update", "import"];

const byName = new Intl.Collator("en", { numeric: true });

/** The same order in every run, whatever the engine's was, since a comment is edited in place. */
function sorted(changes: readonly Changed[]): Changed[] {
  return changes.toSorted(
    (one, other) =>
      order.indexOf(one.change) - order.indexOf(other.change) ||
      byName.compare(one.kind, other.kind) ||
      byName.compare(one.name, other.name),
  );
}

/** "no changes" is said only of a preview that ended well. */
function summary(changes: readonly Changed[], ending: Ending): string {
  const counts = order.flatMap((kind) => {
    const number = changes.filter(({ change }) => change === kind).length;
    return number === 0 ? [] : [`${number} to ${kind}`];
  });
  const sum = counts.join(", ");
  if (ending === "ended well") return sum || "no changes";
  const said = ending === "failed" ? "the preview failed" : "the preview can't be read";
  return sum === "" ? said : `${said} (${sum})`;
}

function tally(findings: readonly PreviewFinding[]): string {
  const counts = severities.flatMap((severity) => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return number === 0 ? [] : [count(number, severity, `${severity}s`)];
  });
  return counts.join(", ");
}

/** The pictures of each campaign beside each other, as the same preview's `show` names them. */
function imageLines(model: PreviewModel, prefix: string): string[] {
  const address = prefix.replace(/(?<!\/)\/+$/, "");
  const lines = campaignsOfPreview(model).flatMap((campaign, at) => {
    if (!isPictured(campaign)) return [];
    const name = model.clean(campaign.name);
    const images = (["desktop", "phone", "dark"] as const).map((picture) => {
      const alt = `${name} (${picture})`.replace(/[[\]\\]/g, "");
      return `![${escaped(alt)}](${address}/${pictureOf(campaign, at, picture)})`;
    });
    return [`- **${escaped(name)}**: ${images.join(" ")}`];
  });
  return lines.length === 0 ? [] : ["", "**Pictures**", "", ...lines];
}
