import { beyondLists } from "../../input/audience";
import type { Properties } from "../../input/plain";
import type { AnyLifecycle } from "../../lifecycle/lifecycle";
import { isOver } from "../../nouns/campaigns/status";

/** A mail in the state, and as it was read now. */
interface Sides {
  readonly state: Properties;
  readonly now: Properties;
}

/** What of a mail can't be compared, each with the reason. */
export function openParts({ mailPart }: AnyLifecycle, { state, now }: Sides): readonly string[] {
  const { html, sent, __reading = {} } = state as { readonly [name: string]: unknown };
  const { html: readHtml, scheduledDate } = __reading as Properties;
  if (mailPart === "content") {
    return [
      ...(html === undefined || readHtml !== undefined ? [] : [`(HTML): ${unread}`]),
      ...openLists(now),
    ];
  }
  const isOpen = mailPart === "date" && sent !== false && scheduledDate === undefined;
  return isOpen ? [`(date, within 26 hours): ${unread}`] : [];
}

const unread =
  "nothing was read since the last update; pulumi refresh takes it as it is now, and later comparisons go by that";

/** To whom a campaign goes that was sent, nobody can change any more. */
function openLists(now: Properties): string[] {
  const { __reading = {}, ...campaign } = now;
  if (isOver(campaign) || campaign.status === "missing") return [];
  const beyond = beyondLists(campaign);
  if (beyond !== undefined) {
    return [`(lists): ${beyond}, and the service returns the names of lists only`];
  }
  return (__reading as Properties).openLists === true ? [`(lists): ${unclear}`] : [];
}

const unclear =
  "the service names none, or one that the account doesn't have or has several of with that name";
