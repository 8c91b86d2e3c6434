import { relative, resolve } from "node:path";
import { inspectHtml } from "#mail/inspect";
import type { Mail, MailContent, MailFinding, MailList, TextChange } from "#mail/page";
import type { Project } from "../../engine/project";
import { resourceOf } from "../../engine/urn";
import { asId, asName, inert } from "../../errors/redact";
import { localTime, momentOf } from "../../input/moment";
import { type Properties, present } from "../../input/plain";
import type { KnownLists } from "../preview/known-list";
import { weekday } from "../preview/mailing-change";
import type { PreviewFinding } from "../preview/model";
import { contactsInWords, mailRecipients, type Target } from "../preview/recipients";
import type { ShownCampaign, ShownSchedule } from "../preview/shown-campaign";
import { readMail } from "./content";

/** What is said of a stack's campaigns. */
export interface Said {
  readonly lists: KnownLists;
  readonly findings: readonly PreviewFinding[];
  /** What deletes and replacements leave as it is. */
  readonly left: readonly PreviewFinding[];
}

export interface MailOptions {
  readonly project: Project;
  /** The project's folder in a checkout of the base branch. */
  readonly base?: string;
  readonly zone?: readonly string[];
}

export async function mailOf(
  campaign: ShownCampaign,
  { findings, left, lists }: Said,
  options: MailOptions,
): Promise<Mail> {
  const { name, change, inputs, before, schedules } = campaign;
  const { folder, programFolder } = options.project;
  const { content, missing } = await readMail(inputs, programFolder);
  const base = options.base && resolve(options.base, relative(folder, programFolder));
  const old = before && (await readMail(before, base));
  const own = findings.filter((one) => isOf(one, campaign));
  const note = own.find((one) => one.note)?.note;
  const mailing = present({ ...campaign, change: "stays" as const, inputsBefore: before, note });
  const recipients = mailRecipients(mailing, lists);
  // What preflight says has the zone even where the preview leaves the Provider out.
  const said = own.find(({ note }) => note?.zone !== undefined)?.note?.zone;
  const zones = { own: campaign.zone ?? said, others: options.zone ?? [] };
  const dates = datesOf(schedules, zones);
  const comparison = old && (await compared(content, old.content));
  return {
    ...content,
    title: asName(name),
    ...(change !== undefined && { change }),
    warnings: left.filter((one) => isOf(one, campaign)).map((one) => sentenceOf(one, campaign)),
    ...recipientsOf(recipients),
    schedule: dates.length > 0 ? dates : [noDate(campaign)],
    scheduleBefore: earlierDates(schedules).map((time) => `${weekday(time)}${asName(time)}`),
    findings: own.map(withoutUrn),
    ...(change !== "delete" && { reportsAddresses: reportsAddresses(inputs) }),
    missing: [
      ...missing,
      ...(old?.missing ?? []).map((problem) => `before the change, ${problem}`),
      ...(comparison?.missing ?? []),
    ].map(inert),
    ...comparison?.beside,
  };
}

export function isOf({ urn }: PreviewFinding, campaign: ShownCampaign): boolean {
  return urn === campaign.urn || campaign.schedules.some((one) => one.urn === urn);
}

function withoutUrn({ severity, text, check }: PreviewFinding): MailFinding {
  return present({ severity, text, check });
}

function sentenceOf({ urn = "", text }: PreviewFinding, campaign: ShownCampaign): string {
  return urn === campaign.urn ? text : `${resourceOf(urn)}: ${text}`;
}

/** Whom a campaign goes to, as its page shows it: as a comment does, with the ids of lists. */
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

interface Zones {
  /** The one in which the service reads dates. */
  readonly own: string | undefined;
  readonly others: readonly string[];
}

function datesOf(schedules: readonly ShownSchedule[], zones: Zones): string[] {
  return schedules.flatMap(({ time }) => (time === undefined ? [] : linesOf(time, zones)));
}

/** A schedule as it is declared, and in UTC and the asked zones where its moment is known. */
function linesOf(time: string, { own, others }: Zones): string[] {
  const moment = momentOf(time, own);
  if (moment === undefined) {
    return [
      `${weekday(time)}${asName(time)} in the time zone in which the service reads dates (the setting timeZone names it)`,
    ];
  }
  const zones = new Set([...(own === undefined ? [] : [own]), "UTC", ...others]);
  return [...zones].map((one) => {
    const local = localTime(moment, one) ?? "";
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

/** The dates that no schedule has any more: one that is renamed is another schedule with the same date. */
function earlierDates(schedules: readonly ShownSchedule[]): string[] {
  const times = schedules.map(({ time }) => time);
  return schedules.flatMap(({ before }) =>
    before === undefined || times.includes(before) ? [] : [before],
  );
}

function reportsAddresses({ ignoreChecks }: Properties): boolean {
  return !(Array.isArray(ignoreChecks) && ignoreChecks.includes("link-not-https"));
}

/** What stands beside a changed campaign, and what does not. */
interface Comparison {
  readonly beside: Pick<Mail, "before" | "textChanges" | "plainTextChanges">;
  /** Which texts were not compared, and why. */
  readonly missing: readonly string[];
}

/** The old self of a changed campaign, and its texts compared by words. */
async function compared(content: MailContent, before: MailContent): Promise<Comparison> {
  const text = await changesBetween(readText(before), readText(content));
  const plainText = await changesBetween(before.plainText, content.plainText);
  const missing = (what: string, why: string | undefined) =>
    why === undefined ? [] : [`what has changed in ${what}: ${why}`];
  return {
    beside: present({
      before,
      textChanges: text.changes,
      plainTextChanges: plainText.changes,
    }),
    missing: [
      ...missing("the text of the HTML", text.problem),
      ...missing("the plain text", plainText.problem),
    ],
  };
}

function readText({ html }: MailContent): string | undefined {
  return html === undefined ? undefined : inspectHtml(html).text();
}

/** Texts with nothing in common, or of hundreds of pages, take long to compare, and no one reads the result. */
const longestComparisonMs = 500;
const longestCompared = 250_000;

interface Changes {
  readonly changes?: readonly TextChange[];
  readonly problem?: string;
}

async function changesBetween(old: string | undefined, text: string | undefined): Promise<Changes> {
  if (old === undefined || text === undefined || old === text) return {};
  if (Math.max(old.length, text.length) > longestCompared) {
    const most = longestCompared.toLocaleString("en-US");
    return { problem: `texts of more than ${most} characters are not compared by words` };
  }
  const { diffWordsWithSpace } = await import("diff");
  const parts = diffWordsWithSpace(old, text, { timeout: longestComparisonMs });
  if (parts === undefined) {
    const seconds = longestComparisonMs / 1000;
    return {
      problem: `the two have too little in common to be compared by words in ${seconds} s`,
    };
  }
  const changes = parts.map(({ value, added, removed }) => ({
    text: value,
    is: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
  }));
  return { changes };
}
