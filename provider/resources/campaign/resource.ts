import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../account/account";
import { type CampaignChange, updateCampaign } from "../../api/campaign";
import { endings, pausedWords } from "../../email/date";
import { hasOtherAudience } from "../../email/recipients";
import { quoted } from "../../errors/redact";
import { isSameContent } from "../../input/asset";
import { requireChangeable } from "../../lifecycle/change";
import { changedExtraFields, extraFieldsSent } from "../../lifecycle/extra-fields";
import { failureOf, requireNone } from "../../lifecycle/failure";
import {
  type Created,
  type Lifecycle,
  type ObjectOf,
  retainedInAccount,
} from "../../lifecycle/lifecycle";
import { campaignsOf, inCampaign, shownCampaign } from "../campaigns/campaign-cache";
import { requireLists } from "../campaigns/recipients";
import { campaignConflict } from "../campaigns/status";
import { isNotDraft, newDraft } from "./create";
import { campaignPreflight } from "./preflight";
import {
  type CampaignProps,
  campaignFields,
  judgeCampaign,
  type SentField,
  sentFields,
  wireValue,
} from "./props";
import { listCampaigns, readCampaign } from "./read";
import { judgeOtherRecipients } from "./recipient-guard";
import { afterCreate, afterUpdate, type CampaignOutputs, inputsTaken } from "./recorded-content";

type CampaignCreated = Created<CampaignOutputs>;

export const campaignLifecycle: Lifecycle<CampaignProps, CampaignOutputs> = {
  kind: "Campaign",
  labelInput: "name",
  fields: campaignFields,
  outputs: { status: true, scheduledDate: "secret", __reading: true },
  preflightChecks: campaignPreflight,
  rules: judgeCampaign,
  emailRole: "content",
  emailSentBy(_at, { old, props }) {
    const extraFields = extraFieldsSent({ old, props });
    // Only an adopted campaign may be scheduled, because a new campaign is a draft. A finished campaign isn't sent
    // again.
    const mayBeScheduled = old?.status !== "finished" && (old ?? props.existingId) !== undefined;
    if (!mayBeScheduled || !hasOtherAudience(old ?? {}, props)) {
      return { isSent: false, extraFields };
    }
    return {
      // The state may be wrong, because no specified operation shows whether a campaign is scheduled. In a draft, lists
      // may change in any stack.
      isSent: old?.status === "scheduled",
      extraFields,
      accountViolations: (program) => judgeOtherRecipients({ old, props }, program),
    };
  },
  needsUpdate(_account, old, props) {
    const taken = inputsTaken(old, props);
    if (taken.length === 0) return undefined;
    return `${taken.join(", ")}: the program declares what was set in the service, so it is recorded, and not sent.`;
  },
  resendUnconfirmed: "updates",
  create: (account, props) =>
    props.existingId === undefined
      ? createDraft(account, props)
      : adopt(account, props.existingId, props),
  read: { extended: readCampaign },
  find: "Declare the campaign with existingId set to its id",
  list: { extended: listCampaigns },
  async update(account, campaignId, { old, props }) {
    const { ignoreChecks = [] } = props;
    const { status, __reading } = old;
    if (__reading?.wasNotDraft) requireNone([isNotDraft(status ?? "scheduled")], props);
    if (ignoreChecks.includes("campaign-closed") && (await isSent(account, campaignId))) {
      account.warnOnce(
        `Campaign ${quoted(props.name)}: the campaign was sent, so the change is recorded in the state, and nothing is sent.`,
      );
      const recorded = await afterUpdate(account, { id: campaignId, old, props, sent: [] });
      return { ...recorded, status: "finished" };
    }
    requireChangeable(campaignLifecycle, account.settings, { ...old }, { ...props });
    const sent = inputsSent(await campaignChange({ old, props }));
    await inCampaign(async () => {
      if (sent.length > 0) await requireOpen(account, campaignId, props);
      await put(account, campaignId, { old, props });
    });
    return afterUpdate(account, { id: campaignId, old, props, sent });
  },
  retainMessage({ status }: CampaignProps & Partial<CampaignOutputs>, of?: ObjectOf) {
    // The campaign's schedule uses the same words for a missing campaign.
    if (status === "missing") return { result: `only: ${endings.missing}` };
    const { preview, result } = retainedInAccount();
    return { preview, result: [result, ...sentencesOf(status, of)].join(" ") };
  },
};

/**
 * Sentences about whether the service still sends a deleted campaign, from the state. The campaign reports this,
 * because with `deletedWith` or `retainOnDelete` Pulumi doesn't ask the provider about the CampaignSchedule.
 */
function sentencesOf(status: string | undefined, of?: ObjectOf): string[] {
  if (status === "finished") return ["It was sent."];
  if (status === "processing") return ["It is being sent."];
  if (status === "paused") return [`It was ${pausedWords}.`];
  if (status !== "scheduled" || of === undefined) return [];
  return [
    "It was scheduled when it was last read, so it WILL still be sent.",
    `To stop it, pause campaign ${of.id} in the service's web app.`,
  ];
}

async function createDraft(account: Account, props: CampaignProps): Promise<CampaignCreated> {
  const { id: campaignId, isFoundInList, row, problem } = await newDraft(account, props);
  account.claims.claim("Campaign", campaignId);
  const outputs = account.settings.isExtended ? afterCreate(row, props) : {};
  // An update right after the create sends `contactsOrder` and the extra fields for updates, because the create doesn't
  // accept them.
  const { name, subject, sender, contactsOrder, extraFields, ...rest } = props;
  const created = extraFields?.create;
  const identity = { name, subject, sender };
  const onlyCreated = created && { extraFields: { create: created } };
  const sent = { ...identity, ...rest, ...onlyCreated };
  // If the draft was only found in the list, its content isn't known. All declared inputs are then sent to the draft.
  const [old, applied] = isFoundInList ? [{}, { ...identity, ...onlyCreated }] : [sent, sent];
  if (problem !== undefined) {
    const __reading = { ...outputs.__reading, wasNotDraft: true } as const;
    return {
      id: campaignId,
      outputs: { ...outputs, __reading },
      initFailure: { error: problem, props: applied },
    };
  }
  const error = await failureOf(() => put(account, campaignId, { old, props }));
  const failure = error === undefined ? {} : { initFailure: { error, props: applied } };
  return { id: campaignId, outputs, ...failure };
}

async function adopt(
  account: Account,
  campaignId: string,
  props: CampaignProps,
): Promise<CampaignCreated> {
  campaignsOf(account).manage(campaignId, props.name);
  const status = await requireOpen(account, campaignId, props);
  if (status === "finished") {
    account.warnOnce(
      `Campaign ${quoted(props.name)}: the campaign was sent, so what is declared is recorded in the state, and nothing is sent.`,
    );
    return { id: campaignId, outputs: { status } };
  }
  // The content of an adopted campaign isn't known, so all declared inputs are sent to the campaign.
  await put(account, campaignId, { old: {}, props });
  account.warnOnce(
    `Campaign ${quoted(props.name)} already existed and was adopted: all declared inputs were sent to it, except sender and extraFields.create.`,
  );
  return { id: campaignId, outputs: status === undefined ? {} : { status } };
}

/**
 * Fails if the campaign can't be changed any more. Otherwise returns the campaign's status, or undefined if it can't be
 * read. Returns `finished` if `ignoreChecks` suppresses the failure.
 */
async function requireOpen(
  account: Account,
  id: string,
  props: CampaignProps,
): Promise<string | undefined> {
  const row = await shownCampaign(account, id);
  // A campaign that is missing from the list may still exist and be open for changes.
  requireNone([row && campaignConflict(row)], props);
  return row?.status;
}

/** True if a fresh read of the campaign shows that it was sent. */
async function isSent(account: Account, id: string): Promise<boolean> {
  if (!account.settings.isExtended) return false;
  const row = await campaignsOf(account).readNow(id);
  return typeof row !== "string" && row.status === "finished";
}

interface Change {
  /** The values that the service has, as far as they are known. */
  readonly old: Partial<CampaignProps>;
  readonly props: CampaignProps;
}

async function put(account: Account, campaignId: string, { old, props }: Change): Promise<void> {
  const change = await campaignChange({ old, props });
  if (Object.keys(change).length === 0) return;
  // Reads each new list before sending it, because the service's behavior for unknown lists isn't specified.
  if (change.list_ids !== undefined) await requireLists(account, old.listIds, props);
  await updateCampaign(account.main, campaignId, change);
  campaignsOf(account).manage(campaignId, props.name);
}

/** The body of the PUT request, with the changed fields only. */
async function campaignChange({ old, props }: Change): Promise<CampaignChange> {
  const change: Record<string, unknown> = {};
  for (const field of sentFields) {
    const [before, now] = [old[field.name], props[field.name]];
    if (now === undefined || isSame(field, before, now)) continue;
    change[field.wire] = await wireValue(field, props);
  }
  // The reply-to address is the only field that can be removed, by sending an empty text.
  if (old.replyTo !== undefined && props.replyTo === undefined) change.reply_email = "";
  return { ...change, ...changedExtraFields(old.extraFields, props.extraFields) };
}

function inputsSent(change: CampaignChange): string[] {
  return Object.keys(change).map(
    (wire) => sentFields.find((field) => field.wire === wire)?.name ?? wire,
  );
}

function isSame({ isContent }: SentField, before: unknown, now: unknown): boolean {
  return isContent ? isSameContent(before, now) : isDeepStrictEqual(ordered(before), ordered(now));
}

/** Sorts an array, so that two arrays of lists in a different order count as equal. */
function ordered(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort() : value;
}
