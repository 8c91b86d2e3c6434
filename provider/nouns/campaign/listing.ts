import type { Account } from "../../account/account";
import type { CampaignContent } from "../../api/campaign-list";
import { readAll } from "../../client/pages";
import { quoted } from "../../errors/redact";
import { present } from "../../input/plain";
import type { Listed, ListedRows } from "../../lifecycle/listing";
import { campaignsOf } from "../campaigns/campaign-cache";
import { namedLists } from "../campaigns/lists";
import type { CampaignProps } from "./props";
import type { CampaignDecided } from "./recorded-content";

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
  const leftOut = ids.length > 0 ? [] : found.rows.filter((row) => !isWanted(row));
  return {
    ...found,
    rows: await Promise.all(rows.map((row) => objectOf(row, account))),
    note,
    leftOut,
  };
}

const note =
  "the service does not return the plain text, preheader, segment and rules of a campaign, so the program doesn't declare them. No CampaignSchedule was written. A scheduled campaign is still sent at its date";

async function objectOf(
  row: CampaignContent,
  account: Account,
): Promise<Listed<CampaignProps, CampaignDecided>> {
  const listIds = await namedLists(account, row.lists);
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
      ...(row.lists === "" ? {} : { listIds: listIds ?? [] }),
    },
    ...(row.html === "" ? {} : { files: { html: "html" } }),
    problems:
      listIds !== undefined || row.lists === ""
        ? []
        : [
            `listIds: the account has no list, or several lists, with a name of ${quoted(row.lists)}`,
          ],
    outputs: present({ status: row.status, scheduledDate: row.scheduledDate }),
    nameParts: [row.name, row.id],
  };
}
