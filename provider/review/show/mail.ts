import { relative, resolve } from "node:path";
import type { Mail, MailFinding, MailList } from "#mail/page";
import { findProject, type Project } from "../../engine/project";
import { resourceOf, urnParts } from "../../engine/urn";
import { stringIn } from "../../engine/written";
import { asId, asName, inert, quoted, quotedId } from "../../errors/redact";
import { localTime, momentOf } from "../../input/moment";
import { type Properties, present } from "../../input/plain";
import type { ListSize } from "../../mailing/note";
import type { ShownCampaign, ShownSchedule } from "../preview/campaign";
import type { PreviewFinding } from "../preview/finding";
import { compared } from "./comparison";
import { readMail, shown } from "./content";

/** What is said of a stack's campaigns. */
export interface Said {
  readonly findings: readonly PreviewFinding[];
  /** What deletes and replacements leave as it is. */
  readonly left: readonly PreviewFinding[];
}

/** What a user asks to see of a mail. */
export interface MailOptions {
  readonly project: Project;
  /** The project's folder in a checkout of the base branch. */
  readonly base?: string;
  readonly zone?: readonly string[];
}

/** A campaign as its page shows it. */
export async function mailOf(
  campaign: ShownCampaign,
  { findings, left }: Said,
  options: MailOptions,
): Promise<Mail> {
  const { name, change, inputs, before, schedules } = campaign;
  const { folder, programFolder } = options.project;
  const { content, missing } = await readMail(inputs, programFolder);
  const base = options.base && resolve(options.base, relative(folder, programFolder));
  const old = before && (await readMail(before, base));
  const own = findings.filter((one) => isOf(one, campaign));
  const sizes = own.flatMap(({ note }) => note?.lists ?? []);
  const lists = listsOf(inputs, sizes);
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
    lists,
    ...(before && { listsBefore: listsOf(before, sizes).map((list) => list.name) }),
    schedule: dates.length > 0 ? dates : [noDate(campaign)],
    scheduleBefore: earlierDates(schedules).map(asName),
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

/** The project of a folder; where there is none, the folder stands in for it. */
export function projectOf(cwd: string): Project {
  const folder = resolve(cwd);
  return findProject(folder) ?? { folder, programFolder: folder, runtime: "nodejs" };
}

/** Whether a finding is about a campaign or its schedule: by its URN, or, said by the engine's diff, by the name in it. */
export function isOf({ urn, text }: PreviewFinding, campaign: ShownCampaign): boolean {
  const { name, id, inputs, schedules } = campaign;
  if (urn !== undefined) return urn === campaign.urn || schedules.some((one) => one.urn === urn);
  const subjects = [
    ...subjectsOf("Campaign", name, stringIn(inputs.name)),
    // A schedule has no name of its own but the id of its campaign.
    ...schedules.flatMap((one) => subjectsOf("CampaignSchedule", urnParts(one.urn).name, id)),
  ];
  const said = text.replace(/^Provider "(?:[^"\\]|\\.)*"(?:, account "(?:[^"\\]|\\.)*")?: /, "");
  return subjects.some((subject) => said.startsWith(`${subject}:`));
}

/** How sentences name a resource: by its own name, by that in the program, or by both. */
function subjectsOf(kind: string, logicalName: string, own?: string): string[] {
  const named = `${kind} ${quoted(logicalName)}`;
  if (own === undefined) return [named];
  const shown = kind === "Campaign" ? quoted(own) : quotedId(own);
  return [named, `${kind} ${shown}`, `${kind} ${shown} (${quoted(logicalName)} in the program)`];
}

function withoutUrn({ severity, text, check }: PreviewFinding): MailFinding {
  return present({ severity, text, check });
}

function sentenceOf({ urn = "", text }: PreviewFinding, campaign: ShownCampaign): string {
  return urn === campaign.urn ? text : `${resourceOf(urn)}: ${text}`;
}

/** The lists and the segment of a campaign, with the sizes that preflight's note has. */
function listsOf({ listIds = [], segmentId }: Properties, sizes: readonly ListSize[]) {
  const ids: readonly unknown[] = Array.isArray(listIds) ? listIds : [listIds];
  const lists = ids.map((id) => listOf(shown(id), sizes));
  return segmentId === undefined
    ? lists
    : [...lists, { name: `segment ${asId(shown(segmentId))}` }];
}

function listOf(id: string, sizes: readonly ListSize[]): MailList {
  const size = sizes.find((one) => one.id === id);
  const known = asId(id);
  return size
    ? { name: `${asName(size.name)} (${known})`, contacts: size.contacts }
    : { name: known };
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
      `${asName(time)} in the time zone in which the service reads dates (the setting timeZone names it)`,
    ];
  }
  const zones = new Set([...(own === undefined ? [] : [own]), "UTC", ...others]);
  return [...zones].map((one) => `${localTime(moment, one)} ${one}`);
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
