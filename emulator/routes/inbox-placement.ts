import type { InboxPlacement } from "../account/account";
import { OperationError, requireFound } from "../operation/error";
import { reading } from "../operation/operation";

interface Search {
  readonly date_from: string;
  readonly date_to: string;
  readonly campaign_id?: string;
  readonly domain?: InboxPlacement["provider"];
}

/** POST /inbox-tracking: percentages of probe emails in a range of dates, rounded to two decimals. */
export const getInboxPlacement = reading(({ body }, { account, find }) => {
  const { date_from, date_to, campaign_id, domain } = body as Search;
  if (date_to < date_from) {
    throw new OperationError("date_to", "date_to must be on or after date_from");
  }
  if (campaign_id !== undefined) requireFound(find("campaigns", campaign_id));
  const rows = account.inbox_placements.filter(
    (row) =>
      row.date >= date_from &&
      row.date <= date_to &&
      row.campaign_id === (campaign_id ?? row.campaign_id) &&
      row.provider === (domain ?? row.provider),
  );
  const shown = account.campaigns.filter(({ id }) => rows.some((row) => row.campaign_id === id));
  const providers = [...new Set(rows.map(({ provider }) => provider))].sort();
  return {
    campaigns: shown.map(({ id, name, subject }) => ({
      campaign_id: id,
      campaign_name: name,
      campaign_subject: subject,
      ...percentages(rows.filter((row) => row.campaign_id === id)),
    })),
    providers: providers.map((name) => ({
      name,
      ...percentages(rows.filter((row) => row.provider === name)),
    })),
    summary: percentages(rows),
  };
});

function percentages(rows: readonly InboxPlacement[]) {
  const sum = (field: "inbox" | "missed" | "spam") =>
    rows.reduce((total, row) => total + row[field], 0);
  const total = sum("inbox") + sum("missed") + sum("spam");
  const share = (count: number) => (total === 0 ? 0 : Math.round((count * 10_000) / total) / 100);
  return {
    inbox_percentage: share(sum("inbox")),
    missed_percentage: share(sum("missed")),
    spam_percentage: share(sum("spam")),
  };
}
