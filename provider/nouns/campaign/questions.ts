import type { Holdings } from "../../account/holdings";
import { judgeRecipients } from "../../account/recipients";
import { checkDomain } from "../../account/sending-domain";
import type { ListRow } from "../../api/list";
import { type Finding, type FindingName, finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameObject, isSameText } from "../../lifecycle/declared-twice";
import type { ChangeContext, Preflight, ProgramContext } from "../../lifecycle/preflight";
import { lookAtList } from "./change";
import { checkContent, checkMailClients } from "./content";
import { ofClosed, openOfChange } from "./open";
import type { CampaignProps } from "./props";
import { otherInputs } from "./reading";

/** What a preview looks into for a campaign. */
export const campaignPreflight: Preflight<CampaignProps> = {
  ofProgram: [
    declaredTwice<CampaignProps>({
      kind: "Campaign",
      name: "campaign-duplicate",
      isSame: (one, other) => isSameObject(one, other, "existingId"),
      problem: (other) =>
        `Campaign "${other}" in this program adopts the same campaign, so each would overwrite the other. Declare it only once.`,
    }),
  ],
  guardOfNew: judgeAdopted,
  ofNew: [checkExisting, checkContent, checkFrom, replyToOfNew, checkLists, clientsOfNew],
  ofChange: [openOfChange, contentOfChange, replyToOfChange, newListsOfChange, clientsOfChange],
};

/** One that is adopted may be scheduled, and its lists are sent; a new one is a draft. */
async function judgeAdopted(
  props: Partial<CampaignProps>,
  { settings, holdings }: ProgramContext,
): Promise<Finding[]> {
  const isAsked = settings.value("maxRecipients") !== undefined && props.existingId !== undefined;
  return isAsked ? judgeRecipients(props, { settings, lists: holdings().lists }) : [];
}

/** What a finding about the content is about; the others are about the HTML. */
const inputsOf: Readonly<Record<string, readonly (keyof CampaignProps & string)[]>> = {
  "preheader-is-subject": ["subject", "preheader"],
  "unsubscribe-missing": ["html", "plainText", "permissionReminder"],
};

async function contentOfChange(
  props: Partial<CampaignProps>,
  { isChanged }: ChangeContext<CampaignProps>,
): Promise<NamedFinding[]> {
  const all = await checkContent(props);
  return all.filter(({ name }) => (inputsOf[name] ?? ["html"]).some(isChanged));
}

async function replyToOfChange(
  props: Partial<CampaignProps>,
  { account, isChanged }: ChangeContext<CampaignProps>,
): Promise<NamedFinding[]> {
  return isChanged("replyTo") ? checkReplyTo(props, account) : [];
}

function replyToOfNew(
  props: Partial<CampaignProps>,
  { holdings }: ProgramContext,
): Promise<NamedFinding[]> {
  return checkReplyTo(props, holdings());
}

function clientsOfNew(
  { html }: Partial<CampaignProps>,
  { settings }: ProgramContext,
): Promise<NamedFinding[]> {
  return checkMailClients(html, settings.value("mailClients"));
}

async function clientsOfChange(
  { html }: Partial<CampaignProps>,
  { account, isChanged }: ChangeContext<CampaignProps>,
): Promise<NamedFinding[]> {
  if (!isChanged("html")) return [];
  return checkMailClients(html, account.settings.value("mailClients"));
}

/** Only a list that is new to the campaign is looked at by the update; it gets the same answer. */
async function newListsOfChange(
  { listIds }: Partial<CampaignProps>,
  { old, account }: ChangeContext<CampaignProps>,
): Promise<NamedFinding[]> {
  if (!Array.isArray(listIds)) return [];
  const news = listIds.filter((id) => !isUnknown(id) && !old.listIds?.includes(id));
  const found = await Promise.all(
    [...new Set(news)].map(async (id) => problemOf(id, await lookAtList(account, id))),
  );
  return found.flat();
}

function error(name: FindingName, problem: string): NamedFinding[] {
  return [finding("error", name, problem)];
}

/** What is adopted must be there, and open for changes. */
async function checkExisting(
  props: Partial<CampaignProps>,
  { settings, holdings }: ProgramContext,
): Promise<NamedFinding[]> {
  const { existingId } = props;
  if (existingId === undefined || isUnknown(existingId)) return [];
  if (settings.value("operations") !== "extended") return overwritten(existingId);
  const sight = await holdings().campaigns.seen(existingId);
  if (sight === "unread") return overwritten(existingId);
  if (sight !== "missing")
    return [...ofClosed(sight), ...overwritten(existingId, otherInputs(sight, props))];
  const problem = `existingId: the service's list of campaigns has no campaign "${existingId}". If it doesn't exist, the update will fail. getCampaigns() returns those that the list has.`;
  // A list may hold those of some time only.
  return [finding("warning", "campaign-unknown", problem)];
}

/** What an adoption replaces; without names, what the campaign contains is not known. */
function overwritten(id: string, differing?: readonly string[]): NamedFinding[] {
  if (differing?.length === 0) return [];
  const which = differing === undefined ? "" : ` These inputs differ: ${differing.join(", ")}.`;
  const problem = `existingId: the update overwrites what campaign "${id}" contains with the declared inputs.${which}`;
  return [finding("info", "campaign-overwritten", problem)];
}

async function checkFrom(
  { sender, existingId }: Partial<CampaignProps>,
  context: ProgramContext,
): Promise<NamedFinding[]> {
  const email = isUnknown(sender) ? undefined : sender?.email;
  // Only a create sends the sender.
  if (existingId !== undefined || email === undefined || isUnknown(email)) {
    return [];
  }
  const row = await context.holdings().senders.byAddress(email);
  if (row && row.status.toLowerCase() === "verified") return [];
  if (row) {
    return error(
      "campaign-sender-unverified",
      `sender: the address is not verified in the account (status "${row.status.toLowerCase()}"), so the campaign can't be sent. Verify the address, or use another sender.`,
    );
  }
  // What is known only after apply may be this one.
  const declared = await context.declared("Sender");
  const isDeclared = declared.some(
    ({ props }) => isUnknown(props.email) || isSameText(props.email, email),
  );
  if (isDeclared) return [];
  const ofDomain = await checkDomain(context.holdings(), email);
  if (ofDomain.length > 0) return ofDomain;
  const problem =
    "sender: the account has no sender with this address, and this program declares none. Declare a Sender with the address, or use one that getSenders() returns.";
  const none =
    "sender: the account has no sender with this address. The update fails unless this program declares a Sender with it.";
  const name = "campaign-sender-unknown";
  return context.knowsAll ? error(name, problem) : [finding("info", name, none)];
}

async function checkReplyTo(
  { replyTo, sender }: Partial<CampaignProps>,
  { replyTos }: Pick<Holdings, "replyTos">,
): Promise<NamedFinding[]> {
  if (replyTo === undefined || isUnknown(replyTo) || isSameText(replyTo, sender?.email)) {
    return [];
  }
  const row = await replyTos.byAddress(replyTo);
  if (!row) {
    return error(
      "reply-to-unknown",
      "replyTo: this is not a reply-to address of the account, so replies may not arrive. Add it in the service's web pages, or use one that getReplyTos() returns.",
    );
  }
  const status = row.status.toLowerCase();
  if (status === "verified") return [];
  return error(
    "reply-to-unverified",
    `replyTo: the address is not verified in the account (status "${status}"), so replies may not arrive. Verify the address, or use another one.`,
  );
}

async function checkLists(
  { listIds }: Partial<CampaignProps>,
  context: ProgramContext,
): Promise<NamedFinding[]> {
  if (!Array.isArray(listIds)) return [];
  const known = [...new Set(listIds)].filter((id) => !isUnknown(id));
  const { lists } = context.holdings();
  const found = await Promise.all(known.map(async (id) => ({ id, list: await lists.byId(id) })));
  return found.flatMap(({ id, list }) => problemOf(id, list));
}

function problemOf(id: string, list: ListRow | undefined): NamedFinding[] {
  if (!list) {
    const problem = `listIds: the account has no list "${id}", so the update will fail. getLists() returns the lists that exist.`;
    return error("list-unknown", problem);
  }
  if (list.contact_count !== 0) return [];
  const problem = `listIds: the list "${list.name}" (${id}) has no contacts, so the campaign would be sent to no one. Add contacts to it, or use another list.`;
  return error("list-empty", problem);
}
