import { checkDomain } from "../../account/sending-domain";
import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameText } from "../../lifecycle/declared-twice";
import type { PreflightCheck, PreflightContext } from "../../lifecycle/preflight";
import { checkContent } from "./content";
import type { CampaignProps } from "./props";

/** What a preview looks into for a campaign. */
export const campaignPreflight: readonly PreflightCheck<CampaignProps>[] = [
  checkContent,
  checkFrom,
  checkReplyTo,
  checkLists,
  declaredTwice<CampaignProps>({
    kind: "Campaign",
    name: "campaign-duplicate",
    isSame: (one, other) =>
      one.existingId !== undefined &&
      !isUnknown(one.existingId) &&
      one.existingId === other.existingId,
    problem: (other) =>
      `Campaign "${other}" of this program takes the same existing campaign over, so each would undo the other. Declare it once.`,
  }),
];

function error(name: string, problem: string): NamedFinding[] {
  return [finding("error", name, problem)];
}

async function checkFrom(
  { sender, existingId }: Partial<CampaignProps>,
  context: PreflightContext,
): Promise<NamedFinding[]> {
  const email = isUnknown(sender) ? undefined : sender?.email;
  // Only a create sends the sender.
  if (!context.isNew || existingId !== undefined || email === undefined || isUnknown(email)) {
    return [];
  }
  const row = await context.holdings().senders.byAddress(email);
  if (row && row.status.toLowerCase() === "verified") return [];
  if (row) {
    return error(
      "campaign-sender-unverified",
      `its sender is ${row.status.toLowerCase()} in the account, so the mail can't be sent. Have the address verified, or use another sender.`,
    );
  }
  // What is known only after apply may be this one.
  const declared = await context.declared("Sender");
  const isDeclared = declared.some(
    ({ props }) => isUnknown(props.email) || isSameText(props.email, email),
  );
  if (isDeclared) return [];
  const ofDomain = await checkDomain(context.holdings(), email);
  return ofDomain.length > 0
    ? ofDomain
    : error(
        "campaign-sender-unknown",
        "the account has no such sender, and this program declares none. Declare a Sender with the address, or use one of getSenders().",
      );
}

async function checkReplyTo(
  { replyTo, sender }: Partial<CampaignProps>,
  context: PreflightContext,
): Promise<NamedFinding[]> {
  if (replyTo === undefined || isUnknown(replyTo) || isSameText(replyTo, sender?.email)) {
    return [];
  }
  const row = await context.holdings().replyTos.byAddress(replyTo);
  if (!row) {
    return error(
      "reply-to-unknown",
      "replyTo is no reply-to address of the account, so replies may not arrive. Add it on the service's own pages, or use one of getReplyTos().",
    );
  }
  const status = row.status.toLowerCase();
  if (status === "verified") return [];
  return error(
    "reply-to-unverified",
    `replyTo is ${status} in the account, so replies may not arrive. Confirm the address first, or use another one.`,
  );
}

async function checkLists(
  { listIds }: Partial<CampaignProps>,
  context: PreflightContext,
): Promise<NamedFinding[]> {
  if (!Array.isArray(listIds)) return [];
  const known = [...new Set(listIds)].filter((id) => !isUnknown(id));
  const { lists } = context.holdings();
  const found = await Promise.all(known.map(async (id) => ({ id, list: await lists.byId(id) })));
  return found.flatMap(({ id, list }) => {
    if (!list) {
      const problem = `listIds: the account has no list "${id}", so the apply will fail. getLists() shows those that it has.`;
      return error("list-unknown", problem);
    }
    if (list.contact_count > 0) return [];
    const problem = `listIds: the list "${list.name}" (${id}) holds no contacts, so it mails nobody. Fill it first, or use another one.`;
    return error("list-empty", problem);
  });
}
