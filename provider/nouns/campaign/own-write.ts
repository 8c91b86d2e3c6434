import type { Account } from "../../account/account";
import { isLocked } from "../../api/campaign";
import type { CampaignRow } from "../../api/campaign-list";
import { present } from "../../input/plain";
import { campaignsOf } from "../campaigns/campaigns";
import {
  type CampaignDecided,
  type Compared,
  compared,
  declaredText,
  hashesOf,
  hashOf,
  isDeclared,
  isLeftOut,
  knownIn,
  outputsOf,
  readingOf,
} from "./baseline";
import type { CampaignProps } from "./props";

/** What a create leaves: the reading right after it, as far as the list shows the campaign. */
export function afterCreate(row: CampaignRow | undefined, props: CampaignProps): CampaignDecided {
  if (row === undefined) return { status: "draft" };
  const { sender, ...now } = hashesOf(row);
  const reading = readingOf({ status: row.status, sender }, (name) =>
    isLeftOut(name, row) && props[name] !== undefined ? {} : { base: now[name] },
  );
  return present({ ...outputsOf(row), reading });
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
  const shown =
    row && written.every((name) => hasArrived(name, row, { old, props })) ? row : undefined;
  const now = shown && hashesOf(shown);
  const isHtmlShown = shown !== undefined && written.includes("html");
  const ofCampaign = { ...reading, status: isHtmlShown ? shown.status : reading.status };
  const next = readingOf(ofCampaign, (name) => {
    const known = knownIn(reading, name);
    if (!written.includes(name)) return known;
    if (now) return { base: now[name] };
    const isSentBack = known.declared !== undefined && known.declared === declaredText(props, name);
    return isSentBack ? { before: shownOf(name, old) } : {};
  });
  return present({ status, scheduledDate, ...(shown && outputsOf(shown)), reading: next });
}

/**
 * What the refusal to change the HTML of a scheduled campaign leaves, where a service may have rewritten it by itself: the
 * first difference after a draft became scheduled. Undefined for any other failure.
 */
export function afterLockedHtml(
  error: unknown,
  { old, props }: Pick<Update, "old" | "props">,
): CampaignDecided | undefined {
  const { reading = {}, status, scheduledDate } = old;
  const isFirst =
    reading.status === "draft" && reading.declared?.html === declaredText(props, "html");
  if (!isFirst || !isLocked(error)) return undefined;
  const base = declaredText(old, "html");
  const next = readingOf({ ...reading, status: "scheduled" }, (name) =>
    name === "html" ? { base } : knownIn(reading, name),
  );
  return present({ status, scheduledDate, reading: next });
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
