import { quoted } from "../errors/redact";
import { finding, type NamedFinding, type TagData } from "../input/finding";
import { count } from "../plain/text";
import { isRecord, omitUndefined } from "../plain/value";
import type { ListSize } from "./recipients";

/** Facts about a campaign that a preview has read from the service, as JSON in the tag of `campaign-read`. */
export interface CampaignFacts {
  /** The status in lower case, such as `paused`; `missing` if the service's list of campaigns lacks the campaign. */
  readonly status: string;
  /** True if the date in the service differs from the date in the state. */
  readonly isMoved?: boolean;
  /** The date in the service. Absent if the state is known to have the same date, or if the date is a secret. */
  readonly date?: string;
  /** The subject in the service, if somebody has changed it there. Absent if an input is a secret. */
  readonly subject?: string;
  /** The ids of the campaign's lists in the service, if they differ from those in the state. */
  readonly listIds?: readonly string[];
  /** True if an adoption changes, or may change, the campaign's lists. */
  readonly isGivenOthers?: boolean;
  /** The names and sizes of the lists that were read, for `listIds` and `isGivenOthers`. */
  readonly lists?: readonly ListSize[];
  /**
   * The names of the campaign's lists in the service. Absent if a list is secret, or if the campaign has recipients
   * other than lists.
   */
  readonly names?: readonly string[];
  /** The number of recipients in the lists that the campaign has in the service. */
  readonly contacts?: number;
}

/** The note for reviewers: `the service has the campaign as "scheduled", for 2098-03-01 09:00:00, to 5 contacts.` */
export function readNote(facts: CampaignFacts): NamedFinding {
  const { status, subject, date, contacts } = facts;
  const words = [
    `the service has the campaign as ${quoted(status)}`,
    ...(subject === undefined ? [] : [`with the subject ${quoted(subject)}`]),
    ...(date === undefined ? [] : [`for ${date}`]),
    ...(contacts === undefined ? [] : [`to ${count(contacts, "contact")}`]),
  ];
  const said = status === "missing" ? "the service's list lacks the campaign" : words.join(", ");
  return { ...finding("info", "campaign-read", `${said}.`), data: { ...facts } };
}

/** The facts in a tag, without members of a wrong type. Undefined if the JSON has no status. */
export function parseCampaignFacts(data: TagData = {}): CampaignFacts | undefined {
  const { status, subject, isMoved, date, listIds, isGivenOthers, lists, names, contacts } = data;
  if (typeof status !== "string") return undefined;
  return omitUndefined({
    status,
    subject: typeof subject === "string" ? subject : undefined,
    isMoved: isMoved === true ? true : undefined,
    date: typeof date === "string" ? date : undefined,
    listIds: textsOf(listIds),
    isGivenOthers: isGivenOthers === true ? true : undefined,
    lists: Array.isArray(lists) ? lists.filter(isSize) : undefined,
    names: textsOf(names),
    contacts: typeof contacts === "number" ? contacts : undefined,
  });
}

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

function isSize(value: unknown): value is ListSize {
  if (!isRecord(value)) return false;
  const { id, name, contacts } = value;
  return typeof id === "string" && typeof name === "string" && typeof contacts === "number";
}
