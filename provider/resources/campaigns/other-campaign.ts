import { seenObject } from "../../account/program-record";
import type { CampaignRow } from "../../api/campaign";
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

type Texts = { readonly [Input in (typeof compared)[number]]?: string };

interface Reading extends Texts {
  readonly declared?: Texts;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
