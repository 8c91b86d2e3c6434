import { seenObject } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
import { quotedId } from "../../errors/redact";
import { contentHash } from "../../input/asset";
import { isAlike } from "../../plain/text";
import { isObject } from "../../plain/value";
import type { Settings } from "../../settings/settings";

/** The inputs that identify a campaign. */
const compared = ["name", "subject"] as const;

/**
 * True if the service has a different campaign under this id than the program, with another name and another subject.
 * Both the declared and the recorded values are compared. Only campaigns that a resource of this process manages can
 * differ.
 */
export function isOtherCampaign(settings: Settings, row: CampaignRow): boolean {
  const seen = seenObject(settings, "Campaign", row.id);
  if (seen === undefined) return false;
  const { props, old = {} } = seen;
  const reading = isObject(old.__reading) ? (old.__reading as Reading) : {};
  return compared.every((input) => {
    const texts = [props[input], old[input], reading.declared?.[input]];
    // The state stores the text that the service returned as a hash.
    const isRecorded = reading[input] === contentHash(row[input]);
    return !isRecorded && !texts.some((text) => isText(text) && isAlike(text, row[input]));
  });
}

/** The words about a different campaign under the id. */
export function otherCampaign(id: string): string {
  return `the service shows another campaign under the id ${quotedId(id)}: neither its name nor its subject is the declared or the recorded one`;
}

export const hintForOther =
  "Look at the campaign in the service's web app. If it is the one of this program, run pulumi refresh, then pulumi up.";

type Texts = { readonly [Input in (typeof compared)[number]]?: string };

interface Reading extends Texts {
  readonly declared?: Texts;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
