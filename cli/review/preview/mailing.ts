import { isoInstants, localTime } from "../../../provider/email/date";
import { type EmailRole, newRecipients } from "../../../provider/email/recipients";
import { localMs } from "../../../provider/input/time";
import { omitUndefined, type Properties } from "../../../provider/plain/value";
import { explicitProvider } from "./account";
import { findingsAbout } from "./finding";
import type { PreviewedResource, PreviewModel } from "./index";
import { isShown, shownText } from "./input";
import type { EmailResources, Mailing } from "./mailing-change";
import { mailingsOfCampaign, mailingsOfSchedule, unchangedMailing } from "./schedule-mailing";

/**
 * The emails that the previewed update sends or changes. Emails sent during the update come first. The others are
 * sorted by date.
 */
export function mailingsOf(model: PreviewModel): Mailing[] {
  return sortedByDate(changedIn(groupByRole(model)));
}

/** The scheduled emails after the update, changed or unchanged, sorted by date. */
export function scheduledMailings(model: PreviewModel): Mailing[] {
  const parts = groupByRole(model);
  const changed = changedIn(parts).filter(({ urn }) => urn !== undefined);
  const known = new Set(changed.map(({ urn }) => urn));
  const unchanged = parts.schedules
    .filter(({ urn, change }) => change === undefined && !known.has(urn))
    .flatMap((one) => unchangedMailing(one, parts));
  // Omit changed emails that won't be sent. For unchanged emails, `unchangedMailing` decides.
  return sortedByDate([
    ...changed.filter(({ notSentReason }) => notSentReason === undefined),
    ...unchanged,
  ]);
}

function changedIn(parts: EmailResources): Mailing[] {
  return [
    ...parts.shares.flatMap((one) => mailingsOfShare(one, parts)),
    ...parts.schedules.flatMap((one) => mailingsOfSchedule(one, parts)),
    ...parts.campaigns.flatMap((one) => mailingsOfCampaign(one, parts)),
  ];
}

function sortedByDate(mailings: readonly Mailing[]): Mailing[] {
  return mailings.toSorted(
    (one, other) => compare(rankOf(one), rankOf(other)) || compare(one.name, other.name),
  );
}

/**
 * Compares texts by code units, so that the order is the same in each run. A pipeline should edit its comment only
 * after a change.
 */
function compare<Value extends number | string>(one: Value, other: Value): number {
  return one < other ? -1 : Number(one > other);
}

function groupByRole(model: PreviewModel): EmailResources {
  const having = (part: EmailRole) => model.resources.filter(({ emailRole }) => emailRole === part);
  return {
    model,
    shares: having("dnsEmail"),
    campaigns: having("content"),
    schedules: having("schedule"),
  };
}

function rankOf({ change, date: { time, zone } = {} }: Mailing): number {
  if (change === "at once") return Number.NEGATIVE_INFINITY;
  if (time === undefined) return Number.MAX_VALUE;
  const [instant] = isoInstants(time, zone);
  return instant === undefined
    ? (localMs(localTime(time, zone) ?? time) ?? Number.MAX_VALUE)
    : Date.parse(instant);
}

/** The email with DNS records that a `DomainDnsShare` sends during the update. */
function mailingsOfShare(share: PreviewedResource, { model }: EmailResources): Mailing[] {
  const { urn, change, now } = share;
  if (change === undefined || change === "delete" || change === "import") return [];
  const addresses = newAddresses(share);
  if (addresses === 0) return [];
  const domain = findingsAbout(model.findings, [urn]).find((one) => one.domain)?.domain;
  const name =
    shownText(domain) ?? shownText(now?.inputs?.domainId) ?? "a domain that only the update knows";
  const provider = explicitProvider(now ?? {});
  return [omitUndefined({ change: "at once", share: urn, name, provider, addresses })];
}

/**
 * The number of addresses that get the DNS email. 0 if an update changes neither addresses nor triggers. Undefined if
 * they may change, and an address or a trigger is secret or unknown.
 */
function newAddresses(share: PreviewedResource): number | undefined {
  const { change, inputs, mayDiffer, old, now } = share;
  const before = change === "update" ? mailedBy(old?.inputs) : { recipients: [] };
  const after = mailedBy(now?.inputs);
  const isTouched = [...inputs, ...mayDiffer].some((name) => name in after);
  if (change === "update" && old?.inputs && !isTouched) return 0;
  if (!Array.isArray(before.recipients) || !Array.isArray(after.recipients)) return undefined;
  if (!isShown([before, after])) return undefined;
  const asShare = (values: object) => values as Parameters<typeof newRecipients>[0];
  return newRecipients(asShare(after), asShare(before)).length;
}

function mailedBy({ recipients, triggers }: Properties = {}) {
  return { recipients, triggers };
}
