import type { Account } from "../../account/account";
import type { CampaignContent } from "../../api/campaign-list";
import { lists } from "../../api/list";
import { listed } from "../../client/decode";
import { readAll } from "../../client/pages";
import { quoted } from "../../errors/redact";
import { present } from "../../input/plain";
import { rowsOf } from "../../lifecycle/data-source";
import type { Listed, ListedRows } from "../../lifecycle/listing";
import { campaignsOf } from "../campaigns/campaigns";
import type { CampaignDecided } from "./baseline";
import type { CampaignProps } from "./props";

/** Campaigns: those that can still be changed, and others by their ids. */
export async function listCampaigns(
  account: Account,
  ids: readonly string[] = [],
): Promise<ListedRows<CampaignProps, CampaignDecided>> {
  const found = await readAll(campaignsOf(account).contents(), {
    until: account.main.deadline(),
  });
  const isWanted = (row: CampaignContent) =>
    ids.length > 0 ? ids.includes(row.id) : ["draft", "scheduled"].includes(row.status);
  const rows = found.rows.filter(isWanted);
  const listIds = rows.length === 0 ? new Map<string, string[]>() : await idsByName(account);
  return { ...found, rows: rows.map((row) => objectOf(row, listIds)), note };
}

const note =
  "the service does not return the plain text, preheader, segment and rules of a campaign, so the program doesn't declare them. No CampaignSchedule was written. A scheduled campaign is still sent at its date";

/** The ids of all lists by name: a name that several have says nothing. */
async function idsByName(account: Account): Promise<Map<string, string[]>> {
  const byName = new Map<string, string[]>();
  const found = await lists.read(account.main, lists.all());
  const rows = rowsOf(account, lists, found);
  // A list that is missing may have the name of one that is here.
  if (found.shortfall) return byName;
  for (const { id, name } of rows) {
    byName.set(name, [...(byName.get(name) ?? []), id]);
  }
  return byName;
}

function objectOf(
  row: CampaignContent,
  lists: ReadonlyMap<string, readonly string[]>,
): Listed<CampaignProps, CampaignDecided> {
  const found = listed(row.lists).map((name) => ({ name, ids: lists.get(name) ?? [] }));
  const unclear = found.filter(({ ids }) => ids.length !== 1).map(({ name }) => quoted(name));
  // A service may fill in the sender's address.
  const isOwnReplyTo = row.replyTo.toLowerCase() !== row.senderEmail.toLowerCase();
  return {
    id: row.id,
    created: row.createdDate,
    props: {
      name: row.name,
      subject: row.subject,
      sender: { email: row.senderEmail, name: row.senderName },
      ...(row.html === "" ? {} : { html: row.html }),
      ...(row.replyTo !== "" && isOwnReplyTo ? { replyTo: row.replyTo } : {}),
      ...(found.length > 0 ? { listIds: found.flatMap(({ ids }) => ids) } : {}),
    },
    ...(row.html === "" ? {} : { files: { html: "html" } }),
    problems:
      unclear.length === 0
        ? []
        : [
            `listIds: the account has no list, or several lists, with the name ${unclear.join(", ")}`,
          ],
    outputs: present({ status: row.status, scheduledDate: row.scheduledDate }),
    nameParts: [row.name, row.id],
  };
}
