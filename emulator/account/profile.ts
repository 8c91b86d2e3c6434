import { type ObjectOf, withDefault } from "./field";
import { listOf, oneOf, text } from "./schema";

/** The fields of `account` in a seed. */
export const profileFields = {
  /** IANA time zone of report times and date filters. */
  timezone: withDefault(text, "UTC"),
  company_address: withDefault(text, "1 Example Street"),
  city: withDefault(text, "Springfield"),
  state: withDefault(text, "Illinois"),
  postal_code: withDefault(text, "62701"),
  country: withDefault(text, "US"),
  /** How the list of campaigns differs from the emulator's usual one; docs/dev/emulator.md describes each. */
  campaign_quirks: withDefault(
    listOf(
      oneOf(
        "rewrites-html",
        "adds-reply-to",
        "no-total",
        "window",
        "no-date-from",
        "iso-dates",
        "text-percentages",
        "publishes-again",
        "rewrites-subject",
        "hides-drafts",
        "schedules-all",
      ),
    ),
    [],
  ),
};

/** The account's settings: the time zone of reports, and the default address of senders. */
export type Profile = ObjectOf<typeof profileFields>;

/** What the service may do otherwise where no source shows what it does. */
export type CampaignQuirk = Profile["campaign_quirks"][number];

/** What a default may depend on. */
export interface DefaultContext {
  /** The account's time, ISO 8601 in UTC. */
  readonly now: string;
  readonly profile: Profile;
}
