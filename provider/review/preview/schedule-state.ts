import type { Resource } from "../../engine/resource";
import { type Properties, present } from "../../input/plain";
import { shownText } from "./hidden";

/** A date, and the zone in which the service reads it, where the settings of its Provider name one. */
export interface MailingDate {
  /** As declared; absent where it is secret or known only after apply. */
  readonly time?: string;
  readonly zone?: string;
}

/** The inputs and outputs of a schedule, as far as they are texts. */
export function propsOf(state: Resource) {
  const { sent, sentTime, status } = state.outputs ?? {};
  const { campaignId, scheduledAt, ignoreChecks } = valuesOf(state);
  return {
    campaignId: shownText(campaignId) ?? "",
    scheduledAt: shownText(scheduledAt) ?? "",
    ...(Array.isArray(ignoreChecks) && { ignoreChecks: ignoreChecks as string[] }),
    ...(typeof sent === "boolean" && { sent }),
    ...(typeof sentTime === "string" && { sentTime }),
    ...(typeof status === "string" && { status }),
  };
}

/** Inputs and outputs by name; an input goes before an output. */
export function valuesOf({ inputs, outputs }: Resource): Properties {
  return { ...outputs, ...inputs };
}

/** The date as declared. */
export function dateOf(state: Resource, zone: string | undefined): MailingDate {
  const time = shownText(valuesOf(state).scheduledAt);
  return present({ time, zone });
}

/** The date as the service has it. */
export function sentDate(state: Resource, zone: string | undefined): MailingDate {
  const sentTime = shownText(state.outputs?.sentTime);
  const date = dateOf(state, zone);
  return sentTime === undefined || date.time === undefined ? date : { ...date, time: sentTime };
}
