import type { Account } from "../../account/account";
import { createCampaign, updateCampaign } from "../../api/campaign";
import { failureOf } from "../../lifecycle/explain";
import { keptInAccount } from "../../lifecycle/kept-in-account";
import type { Created, Lifecycle } from "../../lifecycle/lifecycle";
import { campaignChange, newCampaign, requireMailable } from "./change";
import { campaignFields } from "./fields";
import { campaignPreflight } from "./preflight";
import type { CampaignProps } from "./props";
import { judgeCampaign } from "./rule";

/** How campaigns live in an account. */
export const campaignLifecycle: Lifecycle<CampaignProps, object> = {
  kind: "Campaign",
  namedBy: "name",
  fields: campaignFields,
  outputs: [],
  preflight: campaignPreflight,
  rules: judgeCampaign,
  keepsUnknown: true,
  repeatable: true,
  create: (account, props) =>
    props.existingId === undefined
      ? createDraft(account, props)
      : takeOver(account, props.existingId, props),
  async update(account, campaignId, { old, props }) {
    await send(account, campaignId, { old, props });
    return {};
  },
  async delete(account, _id, { name }) {
    account.notice(keptInAccount(`Campaign "${name}"`));
  },
};

async function createDraft(account: Account, props: CampaignProps): Promise<Created<object>> {
  const campaignId = await createCampaign(account.main, await newCampaign(props));
  const { contactsOrder, extraFields, ...rest } = props;
  const created = extraFields?.create;
  const sent = { ...rest, ...(created && { extraFields: { create: created } }) };
  const error = await failureOf(() => send(account, campaignId, { old: sent, props }));
  const unfinished = error === undefined ? {} : { unfinished: { error, props: sent } };
  return { id: campaignId, outputs: {}, ...unfinished };
}

async function takeOver(account: Account, campaignId: string, props: CampaignProps) {
  // Nothing reads a campaign: only by sending what is declared does the state say what the campaign is.
  await send(account, campaignId, { old: {}, props });
  account.notice(
    `Campaign "${props.name}" already existed and was adopted: all declared inputs were sent to it, except sender and extraFields.create.`,
  );
  return { id: campaignId, outputs: {} };
}

interface Change {
  /** What the service has, as far as it is known. */
  readonly old: Partial<CampaignProps>;
  readonly props: CampaignProps;
}

async function send(account: Account, campaignId: string, { old, props }: Change): Promise<void> {
  const change = await campaignChange(old, props);
  if (Object.keys(change).length === 0) return;
  await requireMailable(account, old.listIds, change.list_ids);
  await updateCampaign(account.main, campaignId, change);
}
