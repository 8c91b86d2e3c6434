import { urnParts } from "../../engine/urn";
import { EmailMarketingError } from "../../errors/error";
import { type Properties, present } from "../../input/plain";
import type { CampaignScheduleProps } from "../../nouns/campaign-schedule/props";
import { defaultSettings, providerSettings } from "../../settings/compose";
import { configOf, explicitInputs } from "../stack/state";
import type { Resource } from "../stack/written-schema";
import { explicitProvider, providerUrn, shownText } from "./campaign";
import type { PreviewModel } from "./index";

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
  } satisfies CampaignScheduleProps & Properties;
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

/** The zone of a resource's own Provider, and the name of an explicit one. */
export function accountOf(
  state: Resource,
  { resources, config }: PreviewModel,
): { readonly zone?: string; readonly provider?: string } {
  const name = explicitProvider(state);
  const urn = providerUrn(state.provider ?? "");
  const { type } = urnParts(urn);
  if (name === undefined) {
    return zoneIn(() => defaultSettings(configOf(config)).value("timeZone"));
  }
  const own = resources.find((one) => one.urn === urn);
  const inputs = explicitInputs({ ...(own?.now ?? own?.old), urn, type }) ?? {};
  const known = Object.entries(inputs).filter(([, value]) => shownText(value) !== undefined);
  const read = configOf(Object.fromEntries(known));
  const zone = own ? zoneIn(() => providerSettings(read).value("timeZone")) : {};
  return { ...zone, provider: name };
}

/** A zone that can't be read is reported by the preview itself. */
function zoneIn(read: () => string | undefined): { readonly zone?: string } {
  try {
    const zone = read();
    return present({ zone });
  } catch (error) {
    if (error instanceof EmailMarketingError) return {};
    throw error;
  }
}
