import { urnParts } from "../../engine/urn";
import { present } from "../../input/plain";
import { endingOf, pausedOf } from "../../mailing/date";
import { explicitProvider } from "./account";
import { changesContent, isAdopted, isScheduleOf } from "./campaign";
import type { PreviewedResource } from "./index";
import type { Mailing, MailParts } from "./mailing-change";
import { aboutOf } from "./schedule-mailing";
import { propsOf, sentDate } from "./schedule-state";

/** What becomes of the mails of a campaign that changes under schedules that do not. */
export function mailingsOfCampaign(resource: PreviewedResource, parts: MailParts): Mailing[] {
  const campaign = resource.change === "replace" ? replacementOf(resource) : resource;
  const { old, now } = campaign;
  if (!changesContent(campaign)) return [];
  const own = parts.schedules.filter((one) => isScheduleOf(one, campaign));
  const provider = explicitProvider(now ?? old ?? {});
  const shown = present({
    name: urnParts(campaign.urn).name,
    provider,
    contentChanges: true,
    inputs: now?.inputs,
    inputsBefore: old?.inputs,
  });
  if (own.length === 0) {
    if (!parts.model.isWhole) return [{ ...shown, change: "unknown" }];
    if (isAdopted(campaign)) return [{ ...shown, change: "adopted" }];
    const isScheduled = ["scheduled", "paused"].includes(String(old?.outputs?.status));
    return isScheduled ? [{ ...shown, change: "elsewhere" }] : [];
  }
  return own.flatMap((schedule): Mailing[] => {
    const state = schedule.now ?? schedule.old;
    if (schedule.change !== undefined || state === undefined) return [];
    const { zone, about } = aboutOf(schedule, state, parts);
    const sent = schedule.old ?? state;
    if (endingOf(propsOf(sent), zone) !== undefined) return [];
    const ending = pausedOf(propsOf(sent));
    return [present({ ...about, ...shown, change: "content", date: sentDate(sent, zone), ending })];
  });
}

/** What takes the place of a campaign is another one, like one that is created; the replaced one stays as it is. */
function replacementOf({ old: _old, ...campaign }: PreviewedResource): PreviewedResource {
  return { ...campaign, change: "create" };
}
