import type { WrongTags } from "#mail/inspect";
import { type Content, content, contentText, isSameContent, judgeText } from "../../input/asset";
import { type Finding, type FindingName, finding, type NamedFinding } from "../../input/finding";
import { judgeLine } from "../../input/text-mistakes";
import {
  address,
  type CommonProps,
  commonFields,
  type Fields,
  flag,
  id,
  listOf,
  members,
  oneOf,
  text,
  type WholeNumber,
  wholeNumber,
} from "../../input/validation";
import { createdAndUpdatedFields } from "../../lifecycle/check";
import { isSameText } from "../../lifecycle/found-object";
import type { CheckContext, CheckedStep, StepCheck } from "../../lifecycle/lifecycle";
import { count } from "../../plain/text";
import { isUnknown, stringsIn } from "../../plain/value";

/** The sender of a campaign. */
export interface CampaignSender {
  /** The from address. Its domain must be in the account and verified. */
  email: string;
  /** The from name, at least 1 character. */
  name: string;
}

/** Fields of a campaign to send beside the inputs, under the names that the service uses. */
export interface CampaignExtraFields {
  /** Fields to send with the create (`POST /campaign`). They can't be changed after creation. */
  create?: Record<string, unknown>;
  /**
   * Fields to send with an update (`PUT /campaign/{id}`): all of them right after the create, and later each field that
   * changes. A field can't be removed once set.
   */
  update?: Record<string, unknown>;
}

/** A sending rule. */
export interface CampaignRules {
  /**
   * The largest number of contacts to send to, at least 1. Only the vendor's own client documents this field.
   * @defaultValue all contacts
   */
  limit?: WholeNumber;
}

/** The inputs of a campaign. */
export interface CampaignProps extends CommonProps {
  /** The name of the campaign, 1 to 150 characters. Changing this updates the campaign. */
  name: string;
  /** The subject of the email, 1 to 150 characters. Changing this updates the campaign. */
  subject: string;
  /** The sender of the email. It can't be changed after creation: for another sender, declare another `Campaign`. */
  sender: CampaignSender;
  /**
   * The preview text that an inbox shows after the subject, 1 to 150 characters. Changing this updates the campaign. It
   * can't be removed once set.
   */
  preheader?: string;
  /**
   * The HTML content: a string, a `FileAsset` or a `StringAsset`. A `FileAsset` keeps the content out of the state and
   * of diffs. Set `html`, `plainText` or both. Changing the content updates the campaign. It can't be removed once set.
   */
  html?: Content;
  /**
   * The plain-text content: a string, a `FileAsset` or a `StringAsset`. Set `html`, `plainText` or both. Changing the
   * content updates the campaign. It can't be removed once set.
   */
  plainText?: Content;
  /**
   * The reply-to address. Changing this updates the campaign; removing it sends an empty address.
   * @defaultValue the sender's address
   */
  replyTo?: string;
  /**
   * The ids of the contact lists to send to, 1 to 150; their order doesn't matter. Set `listIds`, `segmentId` or
   * both. Changing this updates the campaign, after checking that every new list exists and has contacts
   * (`GET /list/{id}`). It can't be changed while the campaign is being sent, and can't be removed once set. The upper
   * limit comes from the vendor's own client.
   */
  listIds?: string[];
  /**
   * The id of the segment to send to. Set `listIds`, `segmentId` or both. Changing this updates the campaign. It
   * can't be changed while the campaign is being sent, and can't be removed once set.
   */
  segmentId?: string;
  /**
   * Which contacts to send to if not all of them: the `first` or the `last`. Sent with an update right after the
   * create, because the create doesn't accept it. Changing this updates the campaign. It can't be removed once set.
   * @defaultValue the service decides
   */
  contactsOrder?: "first" | "last";
  /**
   * Whether the footer links to the mailing preferences. Changing this updates the campaign. It can't be removed once
   * set, even if it is `false`.
   * @defaultValue the service decides
   */
  mailingPreference?: boolean;
  /**
   * Whether the email links to its version in the browser. Changing this updates the campaign. It can't be removed once
   * set, even if it is `false`.
   * @defaultValue the service decides
   */
  viewInBrowser?: boolean;
  /**
   * Why the reader gets this email, 1 to 150 characters; `%%unsubscribe%%` becomes an unsubscribe link. Changing this
   * updates the campaign. It can't be removed once set.
   */
  permissionReminder?: string;
  /**
   * A sending rule. Changing this updates the campaign. It can't be changed while the campaign is being sent, and
   * can't be removed once set.
   */
  rules?: CampaignRules;
  /**
   * Fields to send beside the inputs, under the names that the service uses: fields that this package has no input for,
   * such as spam reporting, or an input under another name than this package sends, which must then be left out. Any
   * name is valid except a date (use {@link CampaignSchedule}). Changing `update` updates the campaign.
   */
  extraFields?: CampaignExtraFields;
  /**
   * The id of an existing campaign to adopt: all inputs are sent to it, except `sender` and `extraFields.create`.
   * Used on create only; a later change updates the state only.
   */
  existingId?: string;
}

const shortText = text({ min: 1, max: 150 });

/** The advice for an input that can't be removed, because no value of its field means "none". */
const notRemovable = "Restore the old value, set another one, or add the input to ignoreChanges.";

const fieldsOfService: Omit<Fields<CampaignProps>, "existingId" | "ignoreChecks"> = {
  name: { required: true, check: shortText, wire: "name" },
  subject: { required: true, check: shortText, wire: "subject" },
  sender: {
    required: true,
    check: members<CampaignSender>({
      email: { required: true, check: address() },
      name: { required: true, check: text({ min: 1 }) },
    }),
    immutable:
      "For another mailing, declare another Campaign. Otherwise restore the old sender, or add it to ignoreChanges.",
  },
  preheader: { check: shortText, wire: "email_preheader", notRemovable },
  html: { check: content, wire: "html", notRemovable },
  plainText: { check: content, wire: "plain_text", notRemovable },
  // Not `notRemovable`, because sending an empty text removes the address.
  replyTo: { check: address(), wire: "reply_email" },
  listIds: { check: listOf(id, { min: 1, max: 150 }), wire: "list_ids", notRemovable },
  segmentId: { check: id, wire: "segment_id", notRemovable },
  contactsOrder: { check: oneOf("first", "last"), wire: "contacts_order", notRemovable },
  mailingPreference: { check: flag, wire: "mailing_preference", notRemovable },
  viewInBrowser: { check: flag, wire: "viewin_browser", notRemovable },
  permissionReminder: { check: shortText, wire: "permission_reminder", notRemovable },
  rules: {
    check: members<CampaignRules>({ limit: { check: wholeNumber } }),
    wire: "rules",
    notRemovable,
  },
  extraFields: createdAndUpdatedFields,
};

export const campaignFields: Fields<CampaignProps> = {
  ...fieldsOfService,
  existingId: { check: id },
  ...commonFields,
};

/** The inputs that are sent to the service. If another input changes, only the state changes. */
export const inputsOfService = Object.keys(fieldsOfService) as (keyof typeof fieldsOfService)[];

type Mail = Partial<CampaignProps>;
type Step = CheckedStep<CampaignProps>;

export function judgeCampaign(props: Mail, context?: CheckContext<CampaignProps>): Finding[] {
  const { html, plainText, listIds, segmentId, extraFields } = props;
  const hasOwnFields = isUnknown(extraFields) || Object.keys(extraFields?.create ?? {}).length > 0;
  const missing = [
    ...(html === undefined && plainText === undefined ? ["html, plainText or both"] : []),
    ...(listIds === undefined && segmentId === undefined ? ["listIds, segmentId or both"] : []),
  ].map((names) => ({ path: "", problem: `missing required input: set ${names}` }));
  // Extra fields may contain the content and the recipients under names that this check doesn't know.
  const found: Finding[] = hasOwnFields ? [] : missing;
  // Without a context, the inputs may come from the account, as in an import. So their texts aren't judged.
  if (context === undefined) return found;
  const old: Mail = context.old ?? {};
  const [before, now] = [textsByPath(old), textsByPath(props)];
  const texts = ["subject", "preheader", "permissionReminder", "html", "plainText"];
  // Line breaks in a campaign to adopt aren't judged, because its texts may be copied from the account.
  const isAdopted = old.name === undefined && props.existingId !== undefined;
  const lines = isAdopted ? [] : ["name", "subject", "preheader", "sender.name"];
  return [
    ...found,
    // A text that equals the text in the state was checked before, or comes from the account.
    ...texts.flatMap((path) =>
      isSameContent(before[path], now[path]) ? [] : judgeText(now[path], path),
    ),
    ...lines.flatMap((path) => (now[path] === before[path] ? [] : judgeLine(now[path], path))),
  ];
}

/** The inputs under the paths that findings use: `sender.name` in place of `sender`, the others under their names. */
function textsByPath({ sender, ...inputs }: Mail): Readonly<Record<string, unknown>> {
  return { ...inputs, "sender.name": sender?.name };
}

/** Checks the email for problems that readers would have. Reports no errors, because the service accepts the email. */
export const contentPreflight: readonly StepCheck<CampaignProps>[] = [
  { inputs: ["html", "plainText", "permissionReminder"], ask: checkUnsubscribe },
  {
    inputs: ["subject", "preheader", "sender", "html", "plainText", "permissionReminder"],
    ask: checkTagsAndMistakes,
  },
  { inputs: ["subject", "preheader"], ask: checkPreheader },
  { inputs: ["html"], ask: checkPlainText },
  { inputs: ["html"], ask: checkHtml },
];

function checkPreheader({ props: { subject, preheader } }: Step): NamedFinding[] {
  if (!isSameText(subject, preheader)) return [];
  const problem =
    "preheader: it repeats the subject, so the inbox shows the same text twice. Use it for a second sentence.";
  return [advice("preheader-is-subject", problem, "preheader")];
}

function checkPlainText({ props: { html, plainText } }: Step): NamedFinding[] {
  if (html === undefined || plainText !== undefined) return [];
  const problem =
    "the email has no plain-text part, which spam filters and readers without HTML expect. Set plainText.";
  return [finding("info", "plain-text-missing", problem, { input: "plainText" })];
}

/** Caches the analysis for all checks of a campaign, because the parser's cache holds only the latest two emails. */
const analyses = new WeakMap<Mail, ReturnType<typeof analyze>>();

function analysisOf(mail: Mail): ReturnType<typeof analyze> {
  const look = analyses.get(mail) ?? analyze(mail);
  analyses.set(mail, look);
  return look;
}

async function analyze(mail: Mail) {
  const given = textsByPath(mail);
  const texts: Record<string, string | undefined> = {};
  for (const [path, value] of Object.entries(given)) texts[path] = await contentText(value);
  const isRead = (path: string) => given[path] === undefined || texts[path] !== undefined;
  // The analysis is loaded on demand, because only a new or changed campaign needs it.
  const { inspectTexts } = await import("#mail/inspect");
  const look = inspectTexts(texts);
  return {
    ...look,
    isWhole: ["html", "plainText", "permissionReminder"].every(isRead),
    // If the HTML can't be read, reports nothing: a suspicious text elsewhere may be intended if the HTML has it, too.
    contentMistakes: isRead("html") ? look.contentMistakes : [],
  };
}

async function checkUnsubscribe({ props: mail }: Step): Promise<NamedFinding[]> {
  const look = await analysisOf(mail);
  // A part of the email that can't be read may contain the unsubscribe link.
  if (!look.isWhole || look.htmlOffersUnsubscribe) return [];
  const isOfText = look.textOffersUnsubscribe;
  if (isOfText && mail.html === undefined) return [];
  // The finding about the wrong or broken tag already reports that the unsubscribe link doesn't work.
  if (!mail.ignoreChecks?.includes("merge-tag-unknown") && isTagInPlace(look)) return [];
  const problem = isOfText
    ? "html: it has no unsubscribe link, or none that we recognize. plainText has one, which readers of HTML don't see. Add %%unsubscribe%% to html or permissionReminder."
    : "the email has no unsubscribe link, or none that we recognize, which marketing email must have. Add %%unsubscribe%% to html, plainText or permissionReminder.";
  return [advice("unsubscribe-missing", problem)];
}

/** True if a wrong or broken merge tag is in the place of the unsubscribe link. */
function isTagInPlace({ contentMistakes, tags }: Awaited<ReturnType<typeof analyze>>): boolean {
  if (tags.some(({ unsubscribe }) => unsubscribe !== undefined)) return true;
  return contentMistakes.some(
    ({ name, problem }) =>
      name === "unsubscribe-broken" ||
      (name === "merge-tag-unknown" && /un[\W_]?sub|opt[\W_]?out/i.test(problem)),
  );
}

/** Findings about obvious mistakes and merge tags. Another tool's tag is only noted if no merge tag was reported. */
async function checkTagsAndMistakes({ props: mail, own }: Step): Promise<NamedFinding[]> {
  const { contentMistakes, tags } = await analysisOf(mail);
  const shown = (part: string, input: string) => (isSecret(input, mail, own) ? "[secret]" : part);
  const found = contentMistakes.map(({ level, name, problem, quotation, input }) => {
    const isHidden = quotation !== undefined && isSecret(input, mail, own);
    const words = isHidden ? problem.replace(`it has ${quotation}`, "it has [secret]") : problem;
    return finding(level, name, words, { input });
  });
  const unsubscribe = tags.find((one) => one.unsubscribe !== undefined);
  if (unsubscribe) {
    const problem = `the email has ${shown(unsubscribe.unsubscribe ?? "", unsubscribe.input)}, which the service doesn't replace with an unsubscribe link. Use %%unsubscribe%%.`;
    found.push(advice("merge-tag-unknown", problem, unsubscribe.input));
  }
  const foreign = tags.find((one) => one.foreign !== undefined);
  if (foreign && !found.some((one) => one.name === "merge-tag-unknown")) {
    const problem = `the email has ${shown(foreign.foreign ?? "", foreign.input)}, a merge tag in the form of another tool. The service's documentation doesn't say what becomes of it. Send a test email.`;
    found.push(finding("info", "merge-tag-unknown", problem, { input: foreign.input }));
  }
  return found;
}

/** True if the text of this input is a secret, so that no message may quote a part of the text. */
function isSecret(input: string, mail: Mail, { secrets = [] }: Step["own"]): boolean {
  return stringsIn(textsByPath(mail)[input]).some((text) => secrets.includes(text));
}

async function checkHtml({ props: mail, own }: Step): Promise<NamedFinding[]> {
  const { html } = await analysisOf(mail);
  if (html === undefined) return [];
  const { size, mayBeClipped, end, faults } = html;
  const { imagesWithoutAlt, linksNotHttps, empty, ...tags } = faults;
  const found: NamedFinding[] = [];
  if (mayBeClipped) {
    const problem = `html: it is ${Math.ceil(size / 1024)} kB long, and some mailbox providers clip emails over 102 kB, including an unsubscribe link at the end. Shorten it, or link to images instead of embedding them.`;
    found.push(advice("html-too-large", problem, "html"));
  }
  if (end) {
    const problem = `html: it is checked to line ${end.line} only, because ${end.why}. Shorten it.`;
    found.push(advice("html-too-large", problem, "html"));
  }
  if (imagesWithoutAlt.length > 0) {
    const problem = `html: ${count(imagesWithoutAlt.length, "image")} without alt text (first on line ${imagesWithoutAlt[0]}), and many readers don't see images. Add an alt attribute, empty for decoration.`;
    found.push(advice("image-without-alt", problem, "html"));
  }
  if (linksNotHttps.length > 0) {
    const problem = `html: ${count(linksNotHttps.length, "address", "addresses")} without https (first on line ${linksNotHttps[0]}), which email clients may warn about or break. Use full https addresses.`;
    found.push(advice("link-not-https", problem, "html"));
  }
  if (empty.length > 0) {
    const problem = `html: ${count(empty.length, "link or image", "links and images")} without a usable address (first on line ${empty[0]}). Set the address, or remove the element.`;
    found.push(advice("link-empty", problem, "html"));
  }
  found.push(...wrongTags(tags, isSecret("html", mail, own)));
  return found;
}

function wrongTags({ unclosed, crossed, swallowing }: WrongTags, areHidden: boolean) {
  const firstOf = ([first]: WrongTags[keyof WrongTags]) =>
    first && `(first ${areHidden ? "[secret]" : `<${first.tag}>`} on line ${first.line})`;
  const problems = [
    unclosed.length > 0 &&
      `html: ${count(unclosed.length, "element")} never closed ${firstOf(unclosed)}, which may break the layout of everything after it. Add the end tag.`,
    crossed.length > 0 &&
      `html: ${count(crossed.length, "element")} closed after the element around it ${firstOf(crossed)}, which email clients repair in different ways. Close the inner element first.`,
    swallowing.length > 0 &&
      `html: ${count(swallowing.length, "start tag")} without a ">" ${firstOf(swallowing)}, so that the tag after it is lost. Add it.`,
  ];
  return problems.flatMap((one) => (one ? advice("element-unclosed", one, "html") : []));
}

function advice(name: FindingName, problem: string, input?: string): NamedFinding {
  return finding("warning", name, problem, { input });
}
