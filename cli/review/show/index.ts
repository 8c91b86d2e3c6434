import { resolve } from "node:path";
import type { Sample } from "../../../mail/page";
import { resourceInWords } from "../../../provider/engine/resource";
import { EmailMarketingError } from "../../../provider/errors/error";
import { quoted } from "../../../provider/errors/redact";
import { timeZone } from "../../../provider/input/time";
import { count } from "../../../provider/plain/text";
import type { Terminal } from "../../terminal";
import type { LinkOptions } from "../links";
import { linksFile, linksText } from "../links/report";
import { type PreviewModel, previewModel, stateModel } from "../preview";
import { readWholePreview } from "../preview/input";
import type { PreviewFinding, ReviewContext, StateOptions } from "../preview/model";
import {
  campaignsIn,
  campaignsOfPreview,
  type ShownCampaign,
  schedulesWithoutCampaign,
} from "../preview/shown-campaign";
import { calendarOf } from "./calendar-file";
import { projectOf, readSample } from "./content";
import { openPages } from "./folder";
import { openScreenshotBrowser } from "./screenshot-browser";
import { hasScreenshots, type ScreenshotBrowser, stemOf } from "./screenshots";
import { isOf, type MailOptions, mailOf } from "./shown-mail";

export interface ShowOptions extends StateOptions, LinkOptions, Omit<MailOptions, "project"> {
  readonly cwd: string;
  /** A file with the output of `pulumi preview --json`. Default: standard input. */
  readonly preview?: string;
  readonly out: string;
  /** A JSON file with values for merge tags. */
  readonly sample?: string;
  readonly screenshots?: boolean;
  readonly browser?: string;
  /** Whether to request links and images. The options `strict`, `query` and `allowPrivate` need this option. */
  readonly links?: boolean;
  /** Whether a dead link or image is an error. */
  readonly strict?: boolean;
}

interface Source {
  readonly title: string;
  readonly campaigns: readonly ShownCampaign[];
  readonly model: PreviewModel;
}

export async function showCampaigns(
  options: ShowOptions,
  terminal: Terminal,
  context: ReviewContext,
): Promise<number> {
  const { keys } = context;
  terminal.redact(keys);
  const wrong = options.zone?.find((zone) => !("value" in timeZone(zone)));
  if (wrong !== undefined) {
    const sentence = `--zone: must be the name of a time zone, such as America/New_York or UTC (got ${quoted(wrong)}).`;
    throw new EmailMarketingError("config", sentence);
  }
  const sample = await readSample(options.sample);
  const linkCheck = linkCheckOf(options, keys);
  const source = await readSource(options, context);
  const out = resolve(options.out);
  // Start the browser before the pages of an earlier run are deleted, because the start may fail.
  const screenshotBrowser = options.screenshots
    ? await openScreenshotBrowser(options.browser, terminal.printToStderr)
    : undefined;
  let incomplete = 0;
  try {
    incomplete = await writePages(source, {
      options,
      sample,
      screenshotBrowser,
      linkCheck,
      terminal,
    });
  } finally {
    await screenshotBrowser?.close();
  }
  terminal.clearProgress();
  if (incomplete > 0) {
    const campaigns = count(incomplete, "campaign has", "campaigns have");
    terminal.printToStderr(
      `note: ${campaigns} no pictures, or not all of them. The pages say why.`,
    );
  }
  terminal.print(
    `Wrote ${count(source.campaigns.length, "campaign")} to ${out}. Open ${resolve(out, "index.html")} in a browser.`,
  );
  if (!options.strict || !linkCheck?.hasDead()) return 0;
  terminal.printToStderr("error: a link or an image is dead (--strict). The pages say which.");
  return 1;
}

interface Writing {
  readonly options: ShowOptions;
  readonly sample: Sample;
  readonly screenshotBrowser: ScreenshotBrowser | undefined;
  readonly linkCheck: ReturnType<typeof linkCheckOf>;
  readonly terminal: Terminal;
}

/** Writes the pages, and returns the number of campaigns with a missing screenshot. */
async function writePages(source: Source, writing: Writing): Promise<number> {
  const { options, sample, screenshotBrowser, linkCheck, terminal } = writing;
  const { title, campaigns, model } = source;
  const asked = { ...options, project: projectOf(options.cwd) };
  const pages = await openPages(options.out, {
    titles: campaigns.map(({ name }) => name),
    sample,
    screenshotBrowser,
  });
  for (const [at, campaign] of campaigns.entries()) {
    terminal.progress(`Showing campaign ${at + 1} of ${campaigns.length} ...`);
    const mail = await mailOf(campaign, model, asked);
    const isAsked = linkCheck && campaign.change !== "delete";
    await pages.add(
      isAsked ? await linkCheck.check(mail, terminal) : mail,
      mail.html !== undefined && hasScreenshots(campaign),
    );
  }
  const incomplete = await pages.addScreenshots(terminal.progress);
  const findings = model.findings
    .filter((one) => !campaigns.some((of) => isOf(one, of)))
    .map((one) => ({ ...one, text: withResource(one) }));
  const warnings = model.keptObjects.map(withResource);
  const hrefs = new Map(campaigns.map((one, at) => [one.urn, `${stemOf(one, at)}.html`]));
  const calendar = calendarOf(model, (urn) => hrefs.get(urn));
  const links = linkCheck ? [{ name: linksFile, content: linksText(linkCheck.found) }] : [];
  await pages.finish({ title, warnings, findings, calendar }, links);
  return incomplete;
}

function withResource({ urn, text }: PreviewFinding): string {
  return urn === undefined ? text : `${resourceInWords(urn)}: ${text}`;
}

function linkCheckOf(options: ShowOptions, keys: readonly string[]) {
  if (options.links) {
    // Load this module on demand, because few runs need it.
    const { openLinkCheck } = require("../links") as typeof import("../links");
    return openLinkCheck(options, keys);
  }
  const { strict, query, allowPrivate } = options;
  const [given] = Object.entries({
    "--strict": strict,
    "--query": query,
    "--allow-private": allowPrivate,
  }).find(([, isGiven]) => isGiven) ?? [undefined];
  if (given === undefined) return undefined;
  throw new EmailMarketingError("config", `${given} says how links are checked. Add --links.`);
}

async function readSource(options: ShowOptions, context: ReviewContext): Promise<Source> {
  if (options.state !== undefined || options.stack !== undefined) {
    const resources = await context.resourcesOf(options);
    const model = stateModel(resources, await context.configOf(options), context);
    return { title: "Campaigns of the stack", campaigns: campaignsIn(model), model };
  }
  const preview = await readWholePreview(options.preview);
  const model = previewModel(preview, context);
  // Throws if the time zone in the stack config is invalid. The pages would otherwise leave out the zone without a
  // message.
  context.zoneOf(preview);
  const campaigns = campaignsOfPreview(model);
  const unshown = schedulesWithoutCampaign(model, campaigns).map((urn) => ({
    severity: "note" as const,
    text: `${resourceInWords(urn)}: its campaign is not in the preview, so it is not shown. If the stack has it, run: pulumi preview --json --show-sames`,
  }));
  const findings = [...model.findings, ...unshown];
  return { title: `Campaigns of ${model.stack}`, campaigns, model: { ...model, findings } };
}
