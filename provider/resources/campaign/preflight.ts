import { listById } from "../../account/look-up";
import { foreseeDomain } from "../../account/sending-domain";
import { unknownValue } from "../../input/unknown";
import { declaredTwice, isSameText } from "../../lifecycle/declared-twice";
import type { Foreseen, Foresight, Surroundings } from "../../lifecycle/preflight";
import { foreseeContent, type MailParts } from "./content";

/** What of a campaign can be foreseen. */
export interface CampaignInputs extends MailParts {
  readonly sender: { readonly email: string; readonly name: string };
  readonly replyTo?: string;
  readonly listIds?: string[];
  readonly existingId?: string;
}

/** What a preview looks into for a campaign. */
export const campaignForesight: readonly Foresight<CampaignInputs>[] = [
  foreseeContent,
  foreseeFrom,
  foreseeReplyTo,
  foreseeLists,
  declaredTwice<CampaignInputs>({
    kind: "Campaign",
    name: "campaign-duplicate",
    isSame: (one, other) =>
      one.existingId !== undefined &&
      one.existingId !== unknownValue &&
      one.existingId === other.existingId,
    problem: (other) =>
      `Campaign "${other}" of this program takes the same existing campaign over, so each would undo the other. Declare it once.`,
  }),
];

function fault(name: string, problem: string): Foreseen[] {
  return [{ name, level: "fault", problem }];
}

async function foreseeFrom(
  { sender, existingId }: Partial<CampaignInputs>,
  around: Surroundings,
): Promise<Foreseen[]> {
  const email = (sender as unknown) === unknownValue ? undefined : sender?.email;
  // Only a create sends the sender.
  if (!around.isNew || existingId !== undefined || email === undefined || email === unknownValue) {
    return [];
  }
  const row = await around.holdings().senders.byAddress(email);
  if (row && row.status.toLowerCase() === "verified") return [];
  if (row) {
    return fault(
      "campaign-sender-unverified",
      `its sender is ${row.status.toLowerCase()} in the account, so the mail can't be sent. Have the address verified, or use another sender.`,
    );
  }
  // What is known only after apply may be this one.
  const declared = await around.declared("Sender");
  const isDeclared = declared.some(
    ({ props }) => props.email === unknownValue || isSameText(props.email, email),
  );
  if (isDeclared) return [];
  const ofDomain = await foreseeDomain(around, email);
  return ofDomain.length > 0
    ? ofDomain
    : fault(
        "campaign-sender-unknown",
        "the account has no such sender, and this program declares none. Declare a Sender with the address, or use one of getSenders().",
      );
}

async function foreseeReplyTo(
  { replyTo, sender }: Partial<CampaignInputs>,
  around: Surroundings,
): Promise<Foreseen[]> {
  if (replyTo === undefined || replyTo === unknownValue || isSameText(replyTo, sender?.email)) {
    return [];
  }
  const row = await around.holdings().replyTos.byAddress(replyTo);
  if (!row) {
    return fault(
      "reply-to-unknown",
      "replyTo is no reply-to address of the account, so replies may not arrive. Add it on the service's own pages, or use one of getReplyTos().",
    );
  }
  const status = row.status.toLowerCase();
  if (status === "verified") return [];
  return fault(
    "reply-to-unverified",
    `replyTo is ${status} in the account, so replies may not arrive. Confirm the address first, or use another one.`,
  );
}

async function foreseeLists(
  { listIds }: Partial<CampaignInputs>,
  around: Surroundings,
): Promise<Foreseen[]> {
  if (!Array.isArray(listIds)) return [];
  const known = [...new Set(listIds)].filter((id) => id !== unknownValue);
  const lists = await Promise.all(
    known.map(async (id) => ({ id, list: await listById(around, id) })),
  );
  return lists.flatMap(({ id, list }) => {
    if (!list) {
      const problem = `listIds: the account has no list "${id}", so the apply will fail. getLists() shows those that it has.`;
      return fault("list-unknown", problem);
    }
    if (list.contact_count > 0) return [];
    const problem = `listIds: the list "${list.name}" (${id}) holds no contacts, so it mails nobody. Fill it first, or use another one.`;
    return fault("list-empty", problem);
  });
}
