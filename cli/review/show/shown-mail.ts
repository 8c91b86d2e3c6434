import { relative, resolve } from "node:path";
import { inspectHtml } from "../../../mail/inspect/inspection";
import type { Mail, MailContent, MailList, TextChange } from "../../../mail/page";
import { isoInstants, localTime } from "../../../provider/email/date";
import type { Project } from "../../../provider/engine/project";
import { resourceInWords } from "../../../provider/engine/resource";
import { asId, asName, sanitize } from "../../../provider/errors/redact";
import { formatNumber } from "../../../provider/plain/text";
import { omitUndefined } from "../../../provider/plain/value";
import { listIn } from "../../engine/text-file";
import { weekday } from "../preview/mailing-change";
import type { PreviewFinding, PreviewModel } from "../preview/model";
import { contactsInWords, mailRecipients, type Target } from "../preview/recipients";
import type { ShownCampaign, ShownSchedule } from "../preview/shown-campaign";
import { readMail } from "./content";

export interface MailOptions {
  readonly project: Project;
  /** The project's folder in a checkout of the base branch. */
  readonly base?: string;
  readonly zone?: readonly string[];
}

export async function mailOf(
  campaign: ShownCampaign,
  { findings, keptObjects, listOf }: PreviewModel,
  options: MailOptions,
): Promise<Mail> {
  const { name, change, inputs, before, schedules } = campaign;
  const { folder, programFolder } = options.project;
  const { content, missing } = await readMail(inputs, programFolder);
  const base = options.base && resolve(options.base, relative(folder, programFolder));
  const old = before && (await readMail(before, base));
  const own = findings.filter((one) => isOf(one, campaign));
  const note = own.find((one) => one.note)?.note;
  const mailing = omitUndefined({
    ...campaign,
    change: "stays" as const,
    inputsBefore: before,
    note,
  });
  // If the preview omits the Provider, preflight's note may still have the zone.
  const said = own.find(({ note }) => note?.zone !== undefined)?.note?.zone;
  const { zone = said } = campaign;
  const dates = schedules.flatMap(({ time }) =>
    time === undefined ? [] : timeLines(time, zone, options.zone ?? []),
  );
  const comparison = old && (await compareContents(content, old.content));
  return {
    ...content,
    title: asName(name),
    ...(change !== undefined && { change }),
    warnings: keptObjects
      .filter((one) => isOf(one, campaign))
      .map((one) => sentenceOf(one, campaign)),
    ...recipientsOf(mailRecipients(mailing, { listOf })),
    schedule: dates.length > 0 ? dates : [noDate(campaign)],
    scheduleBefore: earlierDates(schedules).map((time) => `${weekday(time)}${asName(time)}`),
    findings: own.map(({ severity, text, check }) => omitUndefined({ severity, text, check })),
    ...(change !== "delete" && {
      reportsAddresses: listIn(inputs.ignoreChecks)?.includes("link-not-https") !== true,
    }),
    missing: [
      ...missing,
      ...(old?.missing ?? []).map((problem) => `before the change, ${problem}`),
      ...(comparison?.missing ?? []),
    ].map(sanitize),
    ...comparison?.beside,
  };
}

export function isOf({ urn }: PreviewFinding, campaign: ShownCampaign): boolean {
  return urn === campaign.urn || campaign.schedules.some((one) => one.urn === urn);
}

function sentenceOf({ urn = "", text }: PreviewFinding, campaign: ShownCampaign): string {
  return urn === campaign.urn ? text : `${resourceInWords(urn)}: ${text}`;
}

/** The recipients of a campaign for its page, with the ids of lists if they are known. */
function recipientsOf({ now, before }: ReturnType<typeof mailRecipients>) {
  const look = { number: String, input: String, clean: asName };
  const isSaid =
    typeof now.contacts === "number" || now.limit !== before.limit || now.order !== before.order;
  const [lists, listsBefore] = [now, before].map(({ targets }) => targets.map(shownList));
  return {
    lists: lists ?? [],
    listsBefore: listsBefore ?? [],
    ...(isSaid && { contacts: contactsInWords(now, before, look) }),
  };
}

function shownList({ words, id, contacts, isNew, isGone }: Target): MailList {
  const name = id === undefined || id === words ? asId(words) : `${asName(words)} (${asId(id)})`;
  const about = isGone ? `deleted list ${name}` : isNew ? `${name} (new)` : name;
  return { name: about, ...(contacts !== undefined && { contacts }) };
}

/**
 * A schedule's time in the account's zone `own`, in UTC and in `others`. If the instant isn't known, for example
 * because `own` is missing, only the declared time.
 */
function timeLines(time: string, own: string | undefined, others: readonly string[]): string[] {
  const [instant] = isoInstants(time, own);
  if (instant === undefined) {
    return [
      `${weekday(time)}${asName(time)} in the time zone in which the service reads dates (the setting timeZone names it)`,
    ];
  }
  const zones = [own ?? "UTC", "UTC", ...others];
  return [...new Set(zones)].map((one) => {
    const local = localTime(instant, one) ?? "";
    return `${weekday(local)}${local} ${one}`;
  });
}

function noDate({ schedules, mayBeScheduled }: ShownCampaign): string {
  if (schedules.some(({ isDeleted }) => isDeleted)) {
    return "its CampaignSchedule is deleted, which does not stop the campaign";
  }
  if (schedules.length > 0) return "(known after apply)";
  return mayBeScheduled
    ? "not changed by this preview; pulumi preview shows it with --show-sames"
    : "not scheduled by this stack";
}

/**
 * The dates before the update that no schedule has after it. Omits the date of a renamed schedule, because the new
 * resource has the same date.
 */
function earlierDates(schedules: readonly ShownSchedule[]): string[] {
  const times = schedules.map(({ time }) => time);
  return schedules.flatMap(({ before }) =>
    before === undefined || times.includes(before) ? [] : [before],
  );
}

/**
 * The old content of a changed campaign, the changed words in its texts, and the reasons why a text wasn't compared.
 */
async function compareContents(content: MailContent, before: MailContent) {
  const text = await changesBetween("the text of the HTML", readText(before), readText(content));
  const plainText = await changesBetween("the plain text", before.plainText, content.plainText);
  const changes = { textChanges: text.changes, plainTextChanges: plainText.changes };
  return {
    beside: omitUndefined({ before, ...changes }),
    missing: [text, plainText].flatMap(({ problem }) => problem ?? []),
  };
}

function readText({ html }: MailContent): string | undefined {
  return html === undefined ? undefined : inspectHtml(html).text();
}

/**
 * Limits for comparing texts. Very long or very different texts take long to compare, and the result would be too long
 * to read.
 */
const comparisonLimitMs = 500;
const maxComparedLength = 250_000;

interface Changes {
  readonly changes?: readonly TextChange[];
  readonly problem?: string;
}

async function changesBetween(
  what: string,
  old: string | undefined,
  text: string | undefined,
): Promise<Changes> {
  if (old === undefined || text === undefined || old === text) return {};
  const problem = (why: string) => ({ problem: `what has changed in ${what}: ${why}` });
  if (Math.max(old.length, text.length) > maxComparedLength) {
    const most = formatNumber(maxComparedLength);
    return problem(`texts of more than ${most} characters are not compared by words`);
  }
  const { diffWordsWithSpace } = await import("diff");
  const parts = diffWordsWithSpace(old, text, { timeout: comparisonLimitMs });
  const seconds = comparisonLimitMs / 1000;
  if (parts === undefined) {
    return problem(`the two have too little in common to be compared by words in ${seconds} s`);
  }
  const changes = parts.map(({ value, added, removed }) => ({
    text: value,
    is: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
  }));
  return { changes };
}
