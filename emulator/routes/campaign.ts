import { isDeepStrictEqual } from "node:util";
import type { Account, Campaign, Profile } from "../account/account";
import { OperationError, requireFound } from "../operation/error";
import { writing } from "../operation/operation";
import { senderOf } from "./campaign-list";
import { requireVerifiedDomain } from "./domain";

type Fields = Partial<Campaign> & { readonly list_ids?: readonly string[] };

/**
 * Fields that a request can't set, because only the service sets them. Any other field of a request is stored, because
 * the specification doesn't give the wire names of all fields.
 */
const serviceFields = ["id", "status", "created_at", "sent_at"] as const;

/** Fields that the service locks while a campaign is being sent. */
const lockedFields = ["list_ids", "segment_id", "pause_rule", "rules"] as const;

/** POST /campaign: creates a draft, or a scheduled campaign if it has a date. */
export const createCampaign = writing(({ body }, store) => {
  const given = withoutServiceFields(body as Fields);
  const { account } = store;
  requireVerifiedDomain(account, senderOf(given).sender_email);
  requireSendable(given, account);
  const schedulesAll = account.account.campaign_quirks.includes("schedules-all");
  const isDraft = given.scheduled_at === undefined && !schedulesAll;
  const status = isDraft ? "Draft" : "Scheduled";
  return { id: store.insert("campaigns", { ...given, status }).id };
});

/** PUT /campaign/{id}: changes any of the fields; a date schedules a draft or paused campaign. */
export const updateCampaign = writing(({ id, body }, store) => {
  const campaign = requireFound(store.find("campaigns", id));
  const change = changed(campaign, withoutServiceFields(body as Fields), store.account);
  requireUnlocked(campaign, change, store.account.account);
  requireSendable({ ...campaign, ...change }, store.account);
  const status = change.scheduled_at === undefined ? campaign.status : "Scheduled";
  store.update("campaigns", id, { ...change, status });
  return { message: "Campaign updated successfully" };
});

function withoutServiceFields(body: Fields): Fields {
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => !serviceFields.some((own) => own === field)),
  );
}

/** The fields that a request changes. A field with the current value doesn't count, so a repeat is never refused. */
function changed(campaign: Campaign, body: Fields, { account }: Account): Fields {
  // Even the same date is a change if it schedules a paused, finished or aborted campaign again.
  const keepsDate = campaign.status === "Paused" || resendsCampaign(campaign.status, account);
  return Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) =>
        (keepsDate && field === "scheduled_at") || !isDeepStrictEqual(campaign[field], value),
    ),
  );
}

/** True if a date in a request sends a finished or aborted campaign again. */
function resendsCampaign(status: Campaign["status"], { campaign_quirks }: Profile): boolean {
  const isOver = status === "Finished" || status === "Aborted";
  return isOver && campaign_quirks.includes("publishes-again");
}

/** Refuses a change that the campaign's status doesn't allow. */
function requireUnlocked({ status, scheduled_at }: Campaign, change: object, profile: Profile) {
  const locked = lockedFields.find((field) => field in change);
  if (status === "Processing" && locked !== undefined) {
    throw new OperationError(locked, `${locked} can't be changed while the campaign is being sent`);
  }
  const isDated = scheduled_at !== undefined && status !== "Draft" && status !== "Paused";
  if ("scheduled_at" in change && isDated && !resendsCampaign(status, profile)) {
    throw new OperationError("scheduled_at", "Pause the campaign to change its scheduled date");
  }
}

/** Refuses a campaign if a field breaks a rule that a schema can't express. Names the first such field. */
function requireSendable(fields: Fields, { lists, segments }: Account): void {
  const { html, plain_text, list_ids = [], segment_id, scheduled_at, track_opens } = fields;
  const holdsAll = list_ids.every((id) => lists.some((list) => list.id === id));
  const holdsSegment = !segment_id || segments.some(({ id }) => id === segment_id);
  const isFlag = ["undefined", "boolean"].includes(typeof track_opens);
  const rules: readonly (readonly [isBroken: boolean, field: string, message: string])[] = [
    [!html && !plain_text, "html", "HTML or plain text content is required"],
    [list_ids.length === 0 && !segment_id, "list_ids", "A list or a segment is required"],
    [!holdsAll, "list_ids", "list_ids names a list that does not exist"],
    [!holdsSegment, "segment_id", "segment_id names a segment that does not exist"],
    [!isRealTime(scheduled_at), "scheduled_at", "scheduled_at must be a date that exists"],
    [!isFlag, "track_opens", "track_opens must be boolean"],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken !== undefined) throw new OperationError(broken[1], broken[2]);
}

function isRealTime(text: string | undefined): boolean {
  if (text === undefined) return true;
  const iso = `${text.replace(" ", "T")}.000Z`;
  const time = new Date(iso);
  return !Number.isNaN(time.getTime()) && time.toISOString() === iso;
}
