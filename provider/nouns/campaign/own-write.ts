import type { Account } from "../../account/account";
import { isLocked } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import { present, withoutUndefined } from "../../input/plain";
import { campaignsOf } from "../campaigns/campaigns";
import {
  type CampaignDecided,
  type CampaignReading,
  type Compared,
  compared,
  hashesOf,
  hashOf,
  isDeclared,
  isLeftOut,
} from "./baseline";
import type { CampaignProps } from "./props";
import { declaredText } from "./reading";

/** What a create leaves: the reading right after it, as far as the list shows the campaign. */
export function afterCreate(row: CampaignRow | undefined, props: CampaignProps): CampaignDecided {
  if (row === undefined) return { status: "draft" };
  const open = compared.filter((name) => isLeftOut(name, row) && props[name] !== undefined);
  const reading = { status: row.status, ...without(hashesOf(row), open) } as CampaignReading;
  return { ...outputsOf(row), reading };
}

interface Update {
  readonly id: string;
  readonly old: CampaignProps & CampaignDecided;
  readonly props: CampaignProps;
  /** The inputs that were sent. */
  readonly sent: readonly string[];
}

/** What an update leaves: a reading of what it has sent, where one search right after it shows that it has arrived. */
export async function afterUpdate(
  account: Account,
  { id, old, props, sent }: Update,
): Promise<CampaignDecided> {
  const { status, scheduledDate, reading = {} } = old;
  const written = compared.filter((name) => sent.includes(name));
  // A row shows nothing of what was sent, or nothing was.
  if (written.length === 0 || !account.settings.isExtended)
    return present({ status, scheduledDate, reading: old.reading });
  const row = await campaignsOf(account).readBack(id);
  const isShown = row && written.every((name) => hasArrived(name, row, { old, props }));
  const { declared = {}, before, ...rest } = reading;
  const found = written
    .filter((name) => declared[name] !== undefined && declared[name] === declaredText(props, name))
    .map((name) => [name, shownOf(name, old)]);
  const kept = without(declared, written);
  const now = row && isShown ? hashesOf(row) : {};
  const next = {
    ...without(rest, written),
    ...Object.fromEntries(Object.entries(now).filter(([name]) => sent.includes(name))),
    ...(row && isShown && written.includes("html") && { status: row.status }),
    ...(Object.keys(kept).length > 0 && { declared: kept }),
    ...(!isShown && found.length > 0 && { before: { ...before, ...Object.fromEntries(found) } }),
  };
  const outputs = row && isShown ? outputsOf(row) : { status, scheduledDate };
  return present({
    ...outputs,
    reading: Object.keys(next).length > 0 ? (withoutUndefined(next) as CampaignReading) : undefined,
  });
}

/**
 * What the refusal to change the HTML of a scheduled campaign leaves, where a service may have rewritten it by itself: the
 * first difference after a draft became scheduled. Undefined for any other failure.
 */
export function afterLockedHtml(
  error: unknown,
  { old, props }: Pick<Update, "old" | "props">,
): CampaignDecided | undefined {
  const { reading: { declared = {}, ...reading } = {}, status, scheduledDate } = old;
  const isFirst = reading.status === "draft" && declared.html === declaredText(props, "html");
  if (!isFirst || !isLocked(error)) return undefined;
  const kept = without(declared, ["html"]);
  return present({
    status,
    scheduledDate,
    reading: {
      ...reading,
      status: "scheduled",
      html: declaredText(old, "html"),
      ...(Object.keys(kept).length > 0 && { declared: kept }),
    },
  });
}

/** What is said of HTML that is taken for the service's own. */
export const htmlOfSchedule =
  "html: the service has other HTML since the campaign was scheduled, and doesn't take the declared one before the campaign is paused. It may have rewritten the HTML, or somebody may have edited it: look at the campaign in the service's web app. Later refreshes compare with what it is now.";

/** Whether a row shows an input as it was sent, and not as it was before. */
function hasArrived(
  name: Compared,
  row: CampaignRow,
  { old, props }: Pick<Update, "old" | "props">,
): boolean {
  if (isDeclared(name, row, props[name])) return true;
  const before = shownOf(name, old);
  return before !== undefined && before !== hashesOf(row)[name] && !isLeftOut(name, row);
}

/** The hash of an input as the service has shown it last; undefined where it hasn't. */
function shownOf(name: Compared, old: Update["old"]): string | undefined {
  if (old.reading?.declared?.[name] === undefined) return old.reading?.[name];
  const text = declaredText(old, name);
  return name === "html" ? text : hashOf(text);
}

function outputsOf(row: CampaignRow): Pick<CampaignDecided, "status" | "scheduledDate"> {
  return present({ status: row.status, scheduledDate: row.scheduledDate });
}

function without<Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
