import { content, isSameContent, judgeText } from "../../input/asset";
import { address, flag, id, listOf, members, oneOf, text, whole } from "../../input/check";
import { commonFields, type Field, type Fields } from "../../input/field";
import type { Finding } from "../../input/finding";
import { isUnknown } from "../../input/plain";
import { createdAndUpdatedFields } from "../../lifecycle/extra-fields";
import type { CheckContext } from "../../lifecycle/lifecycle";
import type { CampaignProps, CampaignRules, CampaignSender } from "./props";

/** One input of a campaign. */
export interface CampaignField extends Field {
  /** Its text may lie in an asset, which is read when it is sent. */
  readonly isContent?: true;
  /** The create does not accept it: it is sent right after. */
  readonly onlyUpdated?: true;
}

const otherMailing =
  "For another mailing, declare another Campaign. Otherwise restore the old sender, or add it to ignoreChanges.";
const waysOut = "Restore the old value, set another one, or add the input to ignoreChanges.";

/** No optional field can be removed except `replyTo`: only that one has a value for "none". */
export const campaignFields: Fields<CampaignProps, CampaignField> = {
  name: { required: true, check: text({ min: 1, max: 150 }), wire: "name" },
  subject: { required: true, check: text({ min: 1, max: 150 }), wire: "subject" },
  sender: {
    required: true,
    check: members<CampaignSender>({
      email: { required: true, check: address() },
      name: { required: true, check: text({ min: 1 }) },
    }),
    fixed: otherMailing,
  },
  preheader: { check: text({ min: 1, max: 150 }), wire: "email_preheader", lasting: waysOut },
  html: { check: content, wire: "html", isContent: true, lasting: waysOut },
  plainText: { check: content, wire: "plain_text", isContent: true, lasting: waysOut },
  replyTo: { check: address(), wire: "reply_email" },
  listIds: { check: listOf(id, { min: 1, max: 150 }), wire: "list_ids", lasting: waysOut },
  segmentId: { check: id, wire: "segment_id", lasting: waysOut },
  contactsOrder: {
    check: oneOf("first", "last"),
    wire: "contacts_order",
    onlyUpdated: true,
    lasting: waysOut,
  },
  mailingPreference: { check: flag, wire: "mailing_preference", lasting: waysOut },
  viewInBrowser: { check: flag, wire: "viewin_browser", lasting: waysOut },
  permissionReminder: {
    check: text({ min: 1, max: 150 }),
    wire: "permission_reminder",
    lasting: waysOut,
  },
  rules: {
    check: members<CampaignRules>({ limit: { check: whole(1) } }),
    wire: "rules",
    lasting: waysOut,
  },
  extraFields: createdAndUpdatedFields,
  existingId: { check: id },
  ...commonFields,
};

/** A row with a name on the wire. */
export interface SentField extends CampaignField {
  readonly name: keyof CampaignProps;
  readonly wire: string;
}

/** The inputs that the service has, too: a change of another one concerns the state only. */
export const inputsOfService = (Object.keys(campaignFields) as (keyof CampaignProps)[]).filter(
  (name) => name !== "existingId" && name !== "ignoreChecks",
);

/** The inputs that are sent under a name of their own. */
export const sentFields: readonly SentField[] = Object.entries(campaignFields).flatMap(
  ([name, row]: [string, CampaignField]) =>
    row.wire === undefined ? [] : [{ ...row, wire: row.wire, name: name as keyof CampaignProps }],
);

/** What is wrong with the inputs of a campaign together. */
export function judgeCampaign(
  props: Partial<CampaignProps>,
  context?: CheckContext<CampaignProps>,
): Finding[] {
  const { html, plainText, listIds, segmentId } = props;
  const missing = (problem: string) => [
    { path: "", problem: `missing required input: ${problem}` },
  ];
  const lacksContent = html === undefined && plainText === undefined;
  const lacksTarget = listIds === undefined && segmentId === undefined;
  // Fields under other names may be the content and the recipients.
  const isJudged = !hasFieldsOfItsOwn(props);
  return [
    ...(isJudged && lacksContent ? missing("set html, plainText or both") : []),
    ...(isJudged && lacksTarget ? missing("set listIds, segmentId or both") : []),
    ...(context ? judgeTexts(props, context.old ?? {}) : []),
  ];
}

const mailed = ["subject", "preheader", "permissionReminder", "html", "plainText"] as const;

/** The characters of the mailed texts; a text that is in the state was judged before. */
function judgeTexts(props: Partial<CampaignProps>, old: Partial<CampaignProps>): Finding[] {
  return mailed.flatMap((name) =>
    isSameContent(old[name], props[name]) ? [] : judgeText(props[name], name),
  );
}

function hasFieldsOfItsOwn({ extraFields }: Partial<CampaignProps>): boolean {
  if (isUnknown(extraFields) || isUnknown(extraFields?.create)) return true;
  return Object.keys(extraFields?.create ?? {}).length > 0;
}
