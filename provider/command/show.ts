import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Mail, MailFinding, Sample } from "#rendered-mail";
import { EmailMarketingError } from "../errors/error";
import { localTime, momentOf } from "../input/moment";
import { largeClients, unsupportedFeatures } from "../resources/campaign/mail-clients";
import { timeZone } from "../settings/parse";
import { configKey, environment } from "../settings/source";
import { secretNames } from "../settings/table";
import { digestPreview, type PreviewFinding } from "./preview-digest";
import { readPreview } from "./preview-input";
import { findProject, type Project } from "./project";
import {
  campaignsOfPreview,
  campaignsOfState,
  resourceOf,
  type ShownCampaign,
} from "./show-campaign";
import { type ReadContent, readMail, shown } from "./show-content";
import { prepareFolder, writePages, writePictures } from "./show-folder";
import { readResources, type StackOptions } from "./stack";
import type { Terminal } from "./terminal";
import { count } from "./words";

/** The options of `show`. */
export interface ShowOptions extends StackOptions {
  /** What `pulumi preview --json` printed; by default standard input. */
  readonly preview?: string;
  readonly out: string;
  /** The project's folder in a checkout of the base branch. */
  readonly base?: string;
  /** A JSON file with values for merge tags. */
  readonly sample?: string;
  readonly zone?: readonly string[];
  /** Email clients; true for the large ones. */
  readonly clients?: readonly string[] | true;
  /** Whether pictures are taken as well. */
  readonly screenshots?: boolean;
  /** The browser that takes them. */
  readonly browser?: string;
}

interface Source {
  readonly title: string;
  readonly campaigns: readonly ShownCampaign[];
  readonly findings: readonly PreviewFinding[];
  /** What deletes and replacements leave as it is. */
  readonly left: readonly PreviewFinding[];
  /** The zone in which the service reads dates, where the stack says so. */
  readonly zone: string | undefined;
}

/** Writes pages that show campaigns as their readers see them. */
export async function showCampaigns(options: ShowOptions, terminal: Terminal): Promise<number> {
  const keys = secretNames.flatMap((name) => environment.get(name) ?? []);
  terminal.hide(keys);
  for (const zone of options.zone ?? []) requireZone(zone);
  const sample = await readSample(options.sample);
  const source = await readSource(options, keys);
  const out = resolve(options.out);
  await prepareFolder(out);
  const mails: Mail[] = [];
  for (const campaign of source.campaigns) {
    terminal.progress(`Reading campaign ${mails.length + 1} of ${source.campaigns.length} ...`);
    mails.push(await mailOf(campaign, source, options));
  }
  terminal.progress("Writing the pages ...");
  const findings = source.findings.filter((one) => !source.campaigns.some((of) => isOf(one, of)));
  const warnings = source.left.map(({ urn = "", text }) => `${resourceOf(urn)}: ${text}`);
  const head = { title: source.title, warnings, findings };
  await writePages(out, { head, mails, sample });
  if (options.screenshots) {
    terminal.progress("Taking pictures ...");
    await writePictures(out, mails, options.browser);
  }
  terminal.done();
  terminal.print(
    `Wrote ${count(mails.length, "campaign", "campaigns")} to ${out}. Open ${resolve(out, "index.html")} in a browser.`,
  );
  return 0;
}

async function readSource(options: ShowOptions, keys: readonly string[]): Promise<Source> {
  if (options.state !== undefined || options.stack !== undefined) {
    const campaigns = campaignsOfState(await readResources(options));
    const zone = environment.get("timeZone");
    return { title: "Campaigns of the stack", campaigns, findings: [], left: [], zone };
  }
  const json = await readPreview(options.preview);
  const { stack, findings, left } = digestPreview(json, keys);
  const { config = {} } = json as { readonly config?: Readonly<Record<string, unknown>> };
  const set = config[configKey("timeZone")];
  const zone = typeof set === "string" ? set : environment.get("timeZone");
  const campaigns = campaignsOfPreview(json);
  return { title: `Campaigns of ${stack}`, campaigns, findings, left, zone };
}

async function mailOf(
  campaign: ShownCampaign,
  { findings, left, zone }: Source,
  options: ShowOptions,
): Promise<Mail> {
  const { name, op, inputs, before, times } = campaign;
  const { folder, programFolder } = projectOf(options.cwd);
  const { content, missing } = await readMail(inputs, programFolder);
  const base = options.base && resolve(options.base, relative(folder, programFolder));
  const old = before && (await readMail(before, base));
  const { clients } = options;
  const asked = clients === true ? largeClients : clients;
  const support = asked && (await unsupportedFeatures(content.html ?? "", asked));
  if (support && "problem" in support) throw new EmailMarketingError("config", support.problem);
  const lists = inputs.listIds;
  return {
    ...content,
    title: name,
    ...(op !== undefined && { change: op }),
    warnings: left.filter(({ urn }) => urn === campaign.urn).map(({ text }) => text),
    lists: Array.isArray(lists) ? lists.map(shown) : [],
    schedule: times.flatMap((time) =>
      linesOf(time, campaign.isDefault ? zone : undefined, options.zone ?? []),
    ),
    findings: findings.filter((one) => isOf(one, campaign)).map(withoutUrn),
    missing: [
      ...missing,
      ...(old?.missing ?? []).map((problem) => `before the change, ${problem}`),
    ],
    ...(old && (await compared(content, old))),
    ...(support && { unsupported: support.features }),
  };
}

/** A schedule as it is declared, and in UTC and the asked zones where its moment is known. */
function linesOf(time: string, zone: string | undefined, others: readonly string[]): string[] {
  const moment = momentOf(time, zone);
  if (moment === undefined) {
    return [
      `${time} in the time zone in which the service reads dates (the setting timeZone names it)`,
    ];
  }
  const zones = new Set([...(zone === undefined ? [] : [zone]), "UTC", ...others]);
  return [...zones].map((one) => `${localTime(moment, one)} ${one}`);
}

function requireZone(zone: string): void {
  if ("value" in timeZone(zone)) return;
  const sentence = `--zone: must be the name of a time zone, such as America/New_York or UTC (got "${zone}").`;
  throw new EmailMarketingError("config", sentence);
}

/** What stands beside a changed campaign: its old self, and its text compared by words. */
async function compared(
  content: ReadContent["content"],
  { content: before }: ReadContent,
): Promise<Pick<Mail, "before" | "textChanges">> {
  const [old, text] = await textsOf(content, before);
  if (text === undefined || old === undefined || text === old) return { before };
  const { diffWordsWithSpace } = await import("diff");
  const parts = diffWordsWithSpace(old, text, { timeout: longestComparisonMs });
  if (parts === undefined) return { before };
  const textChanges = parts.map(({ value, added, removed }) => {
    const is = added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const);
    return { text: value, is };
  });
  return { before, textChanges };
}

/** Texts with nothing in common take long to compare, and no one reads the result. */
const longestComparisonMs = 2_000;

/** The texts that a reader gets, of the HTML where both have it, else of the plain text. */
async function textsOf(
  after: ReadContent["content"],
  before: ReadContent["content"],
): Promise<readonly (string | undefined)[]> {
  if (after.html === undefined || before.html === undefined) {
    return [before.plainText, after.plainText];
  }
  const { inspectHtml } = await import("#rendered-mail");
  return [inspectHtml(before.html).text, inspectHtml(after.html).text];
}

/** Whether a finding is about a campaign: by its URN, or, said by the engine's diff, by the name in its sentence. */
function isOf({ urn, text }: PreviewFinding, campaign: ShownCampaign): boolean {
  if (urn !== undefined) return urn === campaign.urn;
  const { name } = campaign.inputs;
  return typeof name === "string" && text.startsWith(`Campaign "${name}":`);
}

function withoutUrn({ severity, text, check }: PreviewFinding): MailFinding {
  return { severity, text, ...(check !== undefined && { check }) };
}

function projectOf(cwd: string): Project {
  const folder = resolve(cwd);
  return findProject(folder) ?? { folder, programFolder: folder, runtime: "nodejs" };
}

async function readSample(file: string | undefined): Promise<Sample> {
  if (file === undefined) return {};
  const problem = (what: string, cause?: unknown) =>
    new EmailMarketingError(
      "config",
      `the sample ${file} ${what}. It must be a JSON object of texts, such as {"first_name": "Ada"}.`,
      { cause },
    );
  let sample: unknown;
  try {
    sample = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw problem("can't be read", cause);
  }
  if (typeof sample !== "object" || sample === null || Array.isArray(sample)) {
    throw problem("is not an object");
  }
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]));
}
