import type { Call, Client } from "../client/call";
import { advised, type EmailMarketingError } from "../errors/error";
import { type MoreFields, set } from "./collection";
import type { components } from "./wire";

type Schemas = components["schemas"];

const pauseFirst = "Pause the campaign first, in the service's web app, then run pulumi up again.";
const pauseToChange = `${pauseFirst} The lists, segment and rules of a campaign that is being sent can't be changed.`;
const pauseToMove = `${pauseFirst} The service changes the date of a scheduled campaign only while it is paused.`;

/**
 * The body of POST /campaign. It has no `scheduled_at`, so the campaign is created as a draft, which emails no one.
 */
export type NewCampaign = Omit<Schemas["CampaignCreate"], "scheduled_at"> & MoreFields;

export type CampaignChange = Schemas["CampaignUpdate"] & MoreFields;

export function updateCampaign(client: Client, id: string, change: CampaignChange): Promise<void> {
  return put(client, id, { body: change });
}

/** PUT /campaign/{id} with a date, which publishes the campaign; `beforeAttempt` is called before every attempt. */
export function scheduleCampaign(
  client: Client,
  id: string,
  { scheduledAt, beforeAttempt, whilePaused = () => pauseToMove }: NewDate,
): Promise<void> {
  return put(client, id, { body: { scheduled_at: scheduledAt }, beforeAttempt }, whilePaused);
}

interface NewDate extends Required<Pick<Call, "beforeAttempt">> {
  readonly scheduledAt: string;
  readonly whilePaused?: () => string;
}

async function put(
  client: Client,
  id: string,
  request: Pick<Call, "body" | "beforeAttempt">,
  whilePaused = () => pauseToChange,
): Promise<void> {
  await advised(
    () => set(client, "updateCampaign", { ...request, id }),
    (error) => (isLocked(error) ? whilePaused() : undefined),
  );
}

/**
 * True if the service refuses the change until the campaign is paused. The error is recognized by its message, because
 * the contract has no code for it.
 */
function isLocked(error: EmailMarketingError): boolean {
  const isRefusal = error.code === "validation" || error.code === "conflict";
  return isRefusal && error.details.some((said) => /\bpaus|\bsending\b|\bbeing sent\b/i.test(said));
}
