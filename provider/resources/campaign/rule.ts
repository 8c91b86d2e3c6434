import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../../input/finding";
import { holdsUnknown } from "../../input/unknown";
import { takenBack } from "../../lifecycle/judge";
import { contentFields, plainFields } from "./change";
import type { CampaignProps } from "./lifecycle";

/** The ways out for a sender that changes. */
export const otherMailing =
  "Another mailing is another Campaign: declare a second one. Or go back to the old sender, or give ignoreChanges for it.";

const waysOut = "Go back to the old value, give it another one, or give ignoreChanges for it.";

/** Every optional field but `replyTo`, which the service takes empty. */
export const lasting = Object.fromEntries(
  [
    "preheader",
    "html",
    "plainText",
    "listIds",
    "segmentId",
    "contactsOrder",
    "mailingPreference",
    "viewInBrowser",
    "permissionReminder",
    "rules",
  ].map((name) => [name, waysOut]),
);

/** What the inputs of a campaign show wrong together. */
export function judgeCampaign(props: Partial<CampaignProps>): Finding[] {
  const { html, plainText, listIds, segmentId, extraFields } = props;
  const missing = (path: string, problem: string) => ({ path, problem });
  return [
    ...(html === undefined && plainText === undefined
      ? [missing("", "has no content: give html or plainText")]
      : []),
    ...(listIds === undefined && segmentId === undefined
      ? [missing("", "has nobody to go to: give listIds or segmentId")]
      : []),
    ...overriding("extraFields.create", extraFields?.create),
    ...overriding("extraFields.update", extraFields?.update),
  ];
}

/** Spellings that differ in case, `_` or `-` only are the same field to somebody who writes one. */
const bare = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

const inputOf = new Map<string, string>(
  [
    ...plainFields,
    ...contentFields,
    ["contactsOrder", "contacts_order"] as const,
    ["sender", "sender"] as const,
  ].flatMap(([input, wireName]) => [
    [bare(wireName), input],
    [bare(input), input],
  ]),
);

function overriding(path: string, fields: object | undefined): Finding[] {
  if (typeof fields !== "object") return [];
  return Object.keys(fields).flatMap((name) => {
    const at = `${path}.${name}`;
    if (bare(name) === "scheduledat") {
      const problem = "would mail the campaign. Declare a CampaignSchedule with the date instead";
      return [{ path: at, problem }];
    }
    const input = inputOf.get(bare(name));
    const problem = `is a field that this resource knows. Give it as the input ${input}`;
    return input === undefined ? [] : [{ path: at, problem }];
  });
}

/** What a change of a campaign's inputs shows wrong. */
export function judgeCampaignChange(
  props: Partial<CampaignProps>,
  old: CampaignProps | undefined,
): Finding[] {
  if (!old || holdsUnknown(props.extraFields)) return [];
  const [before, now] = [old.extraFields, props.extraFields];
  const path = "extraFields.create";
  const problem = `is sent with the create only, so it can't be changed. Go back to the old value, or give ignoreChanges for it; what an update takes belongs into extraFields.update.`;
  return [
    ...(isDeepStrictEqual(before?.create ?? {}, now?.create ?? {}) ? [] : [{ path, problem }]),
    ...Object.entries(before?.update ?? {}).flatMap(([name, value]) =>
      takenBack(`extraFields.update.${name}`, { old: value, now: now?.update?.[name], waysOut }),
    ),
  ];
}
