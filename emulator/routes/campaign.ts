import { isDeepStrictEqual } from "node:util";
import type { Account, Campaign, CampaignStatus, Profile } from "../account/account";
import type { Store } from "../account/store";
import type { Operation } from "../operation/operation";
import { created, invalid, missing, ok, type Reply } from "../operation/reply";
import { hasVerifiedDomain } from "./domain";

type Fields = {
  readonly name: string;
  readonly subject: string;
  readonly sender: { readonly sender_email: string; readonly sender_name: string };
  readonly html?: string;
  readonly plain_text?: string;
  readonly list_ids?: readonly string[];
  readonly segment_id?: string;
  readonly scheduled_at?: string;
  readonly track_opens?: unknown;
};

/**
 * Fields that only the service sets. A request may send any other field, and the campaign keeps it:
 * the specification describes some fields without their wire names.
 */
const ownFields = ["id", "status", "created_at", "sent_at"] as const;

/** Fields that the service locks while a campaign is being sent. */
const lockedFields = ["list_ids", "segment_id", "pause_rule", "rules"] as const;

/** POST /campaign: creates a draft, or a scheduled campaign if it has a date. */
export const createCampaign: Operation = {
  reads: false,
  handle({ body }, store) {
    const given = withoutOwn(body as Fields);
    if (!hasVerifiedDomain(store.account, given.sender.sender_email)) {
      return invalid("sender_email", "The domain of the sender must be added and verified");
    }
    const error = errorIn(given, store.account);
    if (error !== undefined) return error;
    const isDraft =
      given.scheduled_at === undefined &&
      !store.account.account.campaign_quirks.includes("schedules-all");
    const status: CampaignStatus = isDraft ? "Draft" : "Scheduled";
    return created({
      id: store.insert("campaigns", { ...(given as Partial<Campaign>), status }).id,
    });
  },
};

/**
 * PUT /campaign/{id}: changes any of the fields; a date schedules a draft or paused campaign. Unlike
 * the create, the service replies to an invalid update with an error object.
 */
export const updateCampaign: Operation = {
  reads: false,
  errors: { invalid: "error-object" },
  handle({ id, body }, store) {
    const campaign = store.find("campaigns", id);
    if (campaign === undefined) return missing();
    const change = changed(campaign, withoutOwn(body as Partial<Fields>), store.account);
    const refusal =
      refusalOf(campaign, change, store.account) ??
      errorIn({ ...campaign, ...change }, store.account);
    if (refusal !== undefined) return refusal;
    apply(store, campaign, change);
    return ok({ message: "Campaign updated successfully" });
  },
};

function apply(store: Store, { id, status }: Campaign, change: Partial<Fields>): void {
  const isScheduledNow = change.scheduled_at !== undefined || status === "Paused";
  const becomes = change.scheduled_at !== undefined && isScheduledNow ? "Scheduled" : status;
  store.update("campaigns", id, { ...(change as Partial<Campaign>), status: becomes });
}

function withoutOwn<T extends object>(body: T): T {
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => !ownFields.some((own) => own === field)),
  ) as T;
}

/** The fields that differ from the campaign. A repeated request has none, so it always succeeds. */
function changed(campaign: Campaign, body: Partial<Fields>, { account }: Account): Partial<Fields> {
  // The date of a paused campaign schedules it again, so sending it once more is a change.
  const keepsDate = campaign.status === "Paused" || publishesAgain(campaign.status, account);
  return Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) =>
        (keepsDate && field === "scheduled_at") || !isDeepStrictEqual(campaign[field], value),
    ),
  );
}

/** Whether a date would send a campaign a second time, or one that was stopped. */
function publishesAgain(status: Campaign["status"], { campaign_quirks }: Profile): boolean {
  const isOver = status === "Finished" || status === "Aborted";
  return isOver && campaign_quirks.includes("publishes-again");
}

/** The error if the campaign's status doesn't allow the change. */
function refusalOf(
  { status, scheduled_at }: Campaign,
  change: object,
  { account }: Account,
): Reply | undefined {
  const locked = lockedFields.find((field) => field in change);
  if (status === "Processing" && locked !== undefined) {
    return invalid(locked, `${locked} can't be changed while the campaign is being sent`);
  }
  const isDated = scheduled_at !== undefined && status !== "Draft" && status !== "Paused";
  if ("scheduled_at" in change && isDated && !publishesAgain(status, account)) {
    return invalid("scheduled_at", "Pause the campaign to change its scheduled date");
  }
  return undefined;
}

/** The error in a campaign's fields that a schema can't express. */
function errorIn(fields: Partial<Fields>, account: Account): Reply | undefined {
  const { html, plain_text, list_ids = [], segment_id, scheduled_at, track_opens } = fields;
  if (!html && !plain_text) return invalid("html", "HTML or plain text content is required");
  if (list_ids.length === 0 && !segment_id) {
    return invalid("list_ids", "A list or a segment is required");
  }
  if (!list_ids.every((id) => account.lists.some((list) => list.id === id))) {
    return invalid("list_ids", "list_ids names a list that does not exist");
  }
  if (segment_id && !account.segments.some(({ id }) => id === segment_id)) {
    return invalid("segment_id", "segment_id names a segment that does not exist");
  }
  if (scheduled_at !== undefined && !isRealTime(scheduled_at)) {
    return invalid("scheduled_at", "scheduled_at must be a date that exists");
  }
  if (track_opens !== undefined && typeof track_opens !== "boolean") {
    return invalid("track_opens", "track_opens must be boolean");
  }
  return undefined;
}

function isRealTime(text: string): boolean {
  const iso = `${text.replace(" ", "T")}.000Z`;
  const time = new Date(iso);
  return !Number.isNaN(time.getTime()) && time.toISOString() === iso;
}
