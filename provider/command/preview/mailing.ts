import { urnParts } from "../../engine/urn";
import { localTime, momentOf } from "../../input/moment";
import { type Properties, present } from "../../input/plain";
import { localMs } from "../../input/time";
import { isUnknown } from "../../input/unknown";
import type { MailPart } from "../../lifecycle/mailing";
import type { ScheduleNote } from "../../nouns/campaign-schedule/audience";
import { endingOf, hasOtherTime } from "../../nouns/campaign-schedule/resource";
import { isRecordedOnly } from "../../nouns/campaign-schedule/rule";
import type { DomainDnsShareProps } from "../../nouns/domain-dns-share/props";
import { newRecipients } from "../../nouns/domain-dns-share/resource";
import type { Resource } from "../stack/written-schema";
import { explicitProvider, isScheduleOf, shownText } from "./campaign";
import type { PreviewedResource, PreviewModel } from "./index";
import { accountOf, dateOf, type MailingDate, propsOf, sentDate, valuesOf } from "./schedule-state";

/** What becomes of one mailing in a preview. */
export type MailingChange =
  /** Mailed by the update itself. */
  | "at once"
  | "new"
  | "moved"
  /** Its schedule changes, but not the date. */
  | "kept"
  /** Its content or its lists change under a schedule that doesn't. */
  | "content"
  /** Its schedule is removed, which does not stop it. */
  | "removed"
  /** Its date is past: nothing is sent. */
  | "recorded"
  /** Its content changes, and the preview leaves out whether it is scheduled. */
  | "unknown"
  /** Its content changes, and the service has a date for it that no schedule of the stack has set. */
  | "elsewhere";

/** A mailing of a stack, with values: whoever shows it redacts them. */
export interface Mailing {
  readonly change: MailingChange;
  /** The URN of its schedule; absent for what has none. */
  readonly urn?: string;
  /** The URN of its campaign, where that is in the preview. */
  readonly campaign?: string;
  /** The logical name of the campaign, or its id; the id of the domain of a DNS share. */
  readonly name: string;
  /** The explicit Provider of a schedule. */
  readonly provider?: string;
  readonly inputs?: Properties;
  readonly inputsBefore?: Properties;
  readonly date?: MailingDate;
  readonly dateBefore?: MailingDate;
  /** Why a removed one is not sent any more. */
  readonly ending?: string;
  /** What preflight has said of it. */
  readonly note?: ScheduleNote;
  /** How many addresses a DNS share mails; absent where that is not known. */
  readonly addresses?: number;
}

/** A mailing with a date, which may also stay as it is. */
export interface ScheduledMailing extends Omit<Mailing, "change"> {
  readonly urn: string;
  readonly change: MailingChange | "same";
}

/** The mailings that a preview changes: what the update mails itself first, then by date, and last those without one. */
export function mailingsOf(model: PreviewModel): Mailing[] {
  return sorted(changedIn(previewWith(model)));
}

/** The mails that will be sent on a date after the update, changed by it or not, by date. */
export function scheduledMailings(model: PreviewModel): ScheduledMailing[] {
  const preview = previewWith(model);
  const changed = changedIn(preview).flatMap(({ urn, ...rest }) =>
    urn === undefined ? [] : [{ ...rest, urn }],
  );
  const told = new Set(changed.map(({ urn }) => urn));
  const same = preview.schedules
    .filter(({ urn, change }) => change === undefined && !told.has(urn))
    .flatMap((one) => sameMailing(one, preview));
  return sorted([...changed.filter(isAhead), ...same]);
}

/** Not one that is only recorded, nor one that is not sent any more. */
function isAhead({ change, ending }: Omit<Mailing, "urn">): boolean {
  return change !== "recorded" && ending === undefined;
}

function changedIn(preview: Preview): Mailing[] {
  return [
    ...preview.shares.flatMap((one) => shareOf(one, preview)),
    ...preview.schedules.flatMap((one) => mailingsOfSchedule(one, preview)),
    ...preview.campaigns.flatMap((one) => mailingsOfCampaign(one, preview)),
  ];
}

type Placed = Pick<ScheduledMailing, "change" | "date" | "name">;

function sorted<One extends Placed>(mailings: readonly One[]): One[] {
  return mailings
    .map((mailing) => ({ mailing, rank: rankOf(mailing) }))
    .sort(
      (one, other) => order(one.rank, other.rank) || order(one.mailing.name, other.mailing.name),
    )
    .map(({ mailing }) => mailing);
}

/** The engine's own order is another one in every run, and a comment is edited in place. */
function order<Value extends number | string>(one: Value, other: Value): number {
  return one < other ? -1 : Number(one > other);
}

interface Preview {
  readonly model: PreviewModel;
  readonly shares: readonly PreviewedResource[];
  readonly campaigns: readonly PreviewedResource[];
  readonly schedules: readonly PreviewedResource[];
}

function previewWith(model: PreviewModel): Preview {
  const having = (part: MailPart) => model.resources.filter(({ mailPart }) => mailPart === part);
  return {
    model,
    shares: having("whole"),
    campaigns: having("content"),
    schedules: having("date"),
  };
}

function shareOf({ urn, change, old, now }: PreviewedResource, { model }: Preview): Mailing[] {
  if (change === undefined || change === "delete" || change === "import") return [];
  const props = now?.inputs ?? {};
  const domain = model.findings.find((one) => one.urn === urn && one.domain)?.domain;
  const name = domain ?? shownText(props.domainId) ?? "a domain that only the update knows";
  const { recipients } = props;
  const isKnown = Array.isArray(recipients) && !recipients.some(isUnknown);
  const isUpdate = change === "update" && Array.isArray(old?.inputs?.recipients);
  const before = isUpdate ? old.inputs : { recipients: [] };
  const asProps = (values: object) => values as DomainDnsShareProps;
  const added = isKnown ? newRecipients(asProps(props), asProps(before)).length : undefined;
  if (added === 0) return [];
  return [present({ change: "at once", name, addresses: added })];
}

function mailingsOfSchedule(schedule: PreviewedResource, preview: Preview): Mailing[] {
  const { change, old, now } = schedule;
  if (change === undefined) return [];
  const isGone = change === "delete" || change === "replace";
  return [
    ...(now === undefined ? [] : [newMailing(schedule, now, preview)]),
    ...(isGone && old && !isTakenOver(schedule, preview) ? [removed(schedule, old, preview)] : []),
  ];
}

/** What is known of a mailing by the resource of its schedule, as it is or as it was. */
function aboutOf(schedule: PreviewedResource, state: Resource, { model, campaigns }: Preview) {
  const campaign = campaigns.find((one) => isScheduleOf({ ...schedule, now: state }, one));
  const note = model.findings.find((one) => one.urn === schedule.urn && one.note)?.note;
  const { zone = note?.zone, provider } = accountOf(state, model);
  const id = shownText(valuesOf(state).campaignId);
  return {
    campaign,
    zone,
    about: present({
      urn: schedule.urn,
      campaign: campaign?.urn,
      name:
        campaign === undefined
          ? (note?.campaign ?? id ?? "a campaign that is not in the preview")
          : urnParts(campaign.urn).name,
      provider,
      note,
    }),
  };
}

function newMailing(schedule: PreviewedResource, now: Resource, preview: Preview): Mailing {
  const { change } = schedule;
  const old = change === "update" ? schedule.old : oldOfSame(schedule, preview);
  const { campaign, zone, about } = aboutOf(schedule, now, preview);
  const date = dateOf(now, zone);
  const inputs = (campaign?.now ?? campaign?.old)?.inputs;
  const inputsBefore = campaign?.change === "update" ? campaign.old?.inputs : undefined;
  const shown = present({ ...about, date, inputs, inputsBefore });
  const props = propsOf(now);
  if (date.time !== undefined && isRecordedOnly({ ...props, scheduledAt: date.time }, zone)) {
    return { ...shown, change: "recorded" };
  }
  const kept = (as: Resource) =>
    present({ ...shown, change: "kept", ending: endingOf(propsOf(as), zone) } as const);
  if (change === "import") return kept(now);
  if (old === undefined) return { ...shown, change: "new" };
  const isMoved = date.time === undefined || hasOtherTime(propsOf(old), props, zone);
  return isMoved ? { ...shown, change: "moved", dateBefore: sentDate(old, zone) } : kept(old);
}

function removed(schedule: PreviewedResource, old: Resource, preview: Preview): Mailing {
  const { campaign, zone, about } = aboutOf(schedule, old, preview);
  const { note: _note, ...named } = about;
  // What is sent on the date that stays is the campaign as this update leaves it.
  const inputs = (campaign?.change === "update" ? campaign.now : campaign?.old)?.inputs;
  const ending = endingOf(propsOf(old), zone);
  return present({
    ...named,
    change: "removed",
    date: sentDate(old, zone),
    inputs,
    inputsBefore: campaign?.old?.inputs,
    ending,
  });
}

/** A new schedule of the same campaign takes the place of a removed one, such as after a rename. */
function isTakenOver({ urn, old }: PreviewedResource, { schedules }: Preview): boolean {
  const id = shownText(old?.inputs?.campaignId);
  return (
    id !== undefined &&
    schedules.some((one) => one.urn !== urn && one.now?.inputs?.campaignId === id)
  );
}

/** The removed schedule whose place a new one takes. */
function oldOfSame({ urn, now }: PreviewedResource, { schedules }: Preview): Resource | undefined {
  const id = shownText(now?.inputs?.campaignId);
  if (id === undefined) return undefined;
  return schedules.find(
    (one) => one.urn !== urn && one.change === "delete" && one.old?.inputs?.campaignId === id,
  )?.old;
}

/** Inputs of a campaign that change neither what is mailed nor to whom. */
const silent = ["name", "existingId", "ignoreChecks"];

function mailingsOfCampaign(campaign: PreviewedResource, preview: Preview): Mailing[] {
  const { change, inputs: changed, old, now } = campaign;
  if (change !== "update" || changed.every((name) => silent.includes(name))) return [];
  const own = preview.schedules.filter((one) => isScheduleOf(one, campaign));
  const provider = explicitProvider(now ?? old ?? {});
  const shown = present({
    name: urnParts(campaign.urn).name,
    provider,
    inputs: now?.inputs,
    inputsBefore: old?.inputs,
  });
  if (own.length === 0) {
    if (!preview.model.isWhole) return [{ ...shown, change: "unknown" }];
    const isScheduled = ["scheduled", "paused"].includes(String(old?.outputs?.status));
    return isScheduled ? [{ ...shown, change: "elsewhere" }] : [];
  }
  return own.flatMap((schedule): Mailing[] => {
    const state = schedule.now ?? schedule.old;
    if (schedule.change !== undefined || state === undefined) return [];
    const { zone, about } = aboutOf(schedule, state, preview);
    const sent = schedule.old ?? state;
    if (endingOf(propsOf(sent), zone) !== undefined) return [];
    return [{ ...about, ...shown, change: "content", date: sentDate(sent, zone) }];
  });
}

function sameMailing(schedule: PreviewedResource, preview: Preview): ScheduledMailing[] {
  const state = schedule.old ?? schedule.now;
  if (state === undefined) return [];
  const { campaign, zone, about } = aboutOf(schedule, state, preview);
  if (endingOf(propsOf(state), zone) !== undefined) return [];
  const inputs = (campaign?.now ?? campaign?.old)?.inputs;
  const date = sentDate(state, zone);
  return [present({ ...about, inputs, change: "same", date })];
}

function rankOf({ change, date: { time, zone } = {} }: Placed): number {
  if (change === "at once") return Number.NEGATIVE_INFINITY;
  if (time === undefined) return Number.MAX_VALUE;
  const moment = momentOf(time, zone);
  return moment === undefined
    ? (localMs(localTime(time, zone) ?? time) ?? Number.MAX_VALUE)
    : Date.parse(moment);
}
