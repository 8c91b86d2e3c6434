import type { WrongTags } from "#mail/inspect";
import { contentText } from "../../input/asset";
import { type FindingName, finding, type NamedFinding } from "../../input/finding";
import { isSameText } from "../../lifecycle/duplicate";
import type { CheckedStep, StepCheck } from "../../lifecycle/preflight-check";
import { count } from "../../plain/text";
import type { CampaignProps } from "./props";

type Mail = Partial<CampaignProps>;
type Step = CheckedStep<CampaignProps>;

/** Loads the HTML analysis on demand, because only a new or changed campaign needs it. */
const loadInspect = () => import("#mail/inspect");

/**
 * Checks for problems that readers of the campaign's email would have. They only warn, because the service accepts such
 * emails.
 */
export const contentPreflight: readonly StepCheck<CampaignProps>[] = [
  {
    inputs: ["html", "plainText", "permissionReminder"],
    ask: unsubscribing,
  },
  {
    inputs: ["subject", "preheader", "sender", "html", "plainText", "permissionReminder"],
    ask: tagsAndMistakes,
  },
  { inputs: ["subject", "preheader"], ask: preheaderOf },
  { inputs: ["html"], ask: plainTextOf },
  { inputs: ["html"], ask: checkHtml },
];

function preheaderOf({ props: { subject, preheader } }: Step): NamedFinding[] {
  if (!isSameText(subject, preheader)) return [];
  const problem =
    "preheader: it repeats the subject, so the inbox shows the same text twice. Use it for a second sentence.";
  return [advice("preheader-is-subject", problem, "preheader")];
}

function plainTextOf({ props: { html, plainText } }: Step): NamedFinding[] {
  if (html === undefined || plainText !== undefined) return [];
  const problem =
    "the email has no plain-text part, which spam filters and readers without HTML expect. Set plainText.";
  return [finding("info", "plain-text-missing", problem, { input: "plainText" })];
}

/**
 * The analysis of each campaign's email. It is cached for all checks of that campaign, because a preview checks many
 * campaigns at once.
 */
const looks = new WeakMap<Mail, ReturnType<typeof analyze>>();

function analysisOf(mail: Mail): ReturnType<typeof analyze> {
  const look = looks.get(mail) ?? analyze(mail);
  looks.set(mail, look);
  return look;
}

async function analyze(mail: Mail) {
  const { sender, ...texts } = mail;
  const given = [texts.subject, texts.preheader, texts.plainText, texts.permissionReminder];
  const [html, name, ...others] = await Promise.all(
    [texts.html, sender?.name, ...given].map(contentText),
  );
  const [subject, preheader, plainText, permissionReminder] = others;
  const { clippedFromBytes, inspectHtml, contentMistakesIn, textOffersUnsubscribe, tokensOf } =
    await loadInspect();
  // Parses both texts without an await in between, because parsed emails are large, and only the two latest stay
  // cached.
  const [inHtml, inReminder] = [html, permissionReminder].map((text = "") => inspectHtml(text));
  const offers = () => [inHtml, inReminder].some((one) => one?.end || one?.offersUnsubscribe());
  const written = { subject, preheader, "sender.name": name, plainText, permissionReminder, html };
  return {
    size: html === undefined ? undefined : Buffer.byteLength(html),
    isWhole: [mail.html, mail.plainText, mail.permissionReminder].every(
      (part, at) => part === undefined || [html, plainText, permissionReminder][at] !== undefined,
    ),
    // The service inserts the reminder into the HTML, so either of them may contain the link. An unanalyzed rest counts
    // as containing the link.
    htmlOffersUnsubscribe: offers(),
    textOffersUnsubscribe: textOffersUnsubscribe(plainText ?? ""),
    // If the HTML can't be read, reports no mistakes, because a text that also occurs in the HTML may be intended.
    contentMistakes:
      mail.html === undefined || html !== undefined ? contentMistakesIn(written) : [],
    tags: Object.entries({ subject, preheader, html, plainText, permissionReminder }).map(
      ([input, text = ""]) => ({ input, ...tokensOf(text) }),
    ),
    clippedFromBytes,
    end: inHtml?.end,
    faults: inHtml?.faults(),
  };
}

async function unsubscribing({ props: mail }: Step): Promise<NamedFinding[]> {
  const look = await analysisOf(mail);
  // A part of the email that can't be read may contain the unsubscribe link.
  if (!look.isWhole || look.htmlOffersUnsubscribe) return [];
  const isOfText = look.textOffersUnsubscribe;
  if (isOfText && mail.html === undefined) return [];
  // The finding about a wrong merge tag already says that the unsubscribe link is missing.
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

/**
 * Findings about obvious mistakes and about merge tags of other tools. Reports at most one finding about merge tags of
 * other tools.
 */
async function tagsAndMistakes({ props: mail }: Step): Promise<NamedFinding[]> {
  const { contentMistakes, tags } = await analysisOf(mail);
  const found = contentMistakes.map(({ level, name, problem, input }) =>
    finding(level, name, problem, { input }),
  );
  const unsubscribe = tags.find((one) => one.unsubscribe !== undefined);
  if (unsubscribe) {
    const problem = `the email has ${unsubscribe.unsubscribe}, which the service doesn't replace with an unsubscribe link. Use %%unsubscribe%%.`;
    found.push(advice("merge-tag-unknown", problem, unsubscribe.input));
  }
  const foreign = tags.find((one) => one.foreign !== undefined);
  if (foreign && !found.some((one) => one.name === "merge-tag-unknown")) {
    const problem = `the email has ${foreign.foreign}, a merge tag in the form of another tool. The service's documentation doesn't say what becomes of it. Send a test email.`;
    found.push(finding("info", "merge-tag-unknown", problem, { input: foreign.input }));
  }
  return found;
}

async function checkHtml({ props: mail }: Step): Promise<NamedFinding[]> {
  const { size, faults, end, clippedFromBytes } = await analysisOf(mail);
  if (size === undefined || faults === undefined) return [];
  const { imagesWithoutAlt, linksNotHttps, empty, ...tags } = faults;
  const found: NamedFinding[] = [];
  if (size > clippedFromBytes) {
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
  found.push(...wrongTags(tags));
  return found;
}

function wrongTags({ unclosed, crossed, swallowing }: WrongTags): NamedFinding[] {
  const rows = [
    {
      tags: unclosed,
      noun: "element",
      are: "never closed",
      why: "which may break the layout of everything after it. Add the end tag",
    },
    {
      tags: crossed,
      noun: "element",
      are: "closed after the element around it",
      why: "which email clients repair in different ways. Close the inner element first",
    },
    {
      tags: swallowing,
      noun: "start tag",
      are: 'without a ">"',
      why: "so that the tag after it is lost. Add it",
    },
  ] as const;
  return rows.flatMap(({ tags, noun, are, why }) => {
    const [first] = tags;
    if (!first) return [];
    const problem = `html: ${count(tags.length, noun)} ${are} (first <${first.tag}> on line ${first.line}), ${why}.`;
    return [advice("element-unclosed", problem, "html")];
  });
}

function advice(name: FindingName, problem: string, input?: string): NamedFinding {
  return finding("warning", name, problem, { input });
}
