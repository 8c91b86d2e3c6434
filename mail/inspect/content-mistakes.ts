import { inspectHtml } from "./inspection";
import {
  addressMistakes,
  blankContent,
  brokenUnsubscribeLink,
  encodedText,
  escapedHtml,
  type Found,
  foreignTag,
  hostMistakes,
  type MailTexts,
  type MailToCheck,
  missingValue,
  placeholder,
  privateHost,
  unreachableHost,
  wholePageAsText,
} from "./mistake";

interface Row {
  readonly name: string;
  /** `info` if the text may be intended. */
  readonly level?: "info";
  /** Finds the first mistake in each text, or all URLs with one kind of mistake. */
  readonly find: (mail: MailToCheck) => readonly Found[];
  /** True if the words for a mistake contain a part of the text. */
  readonly quotesText?: true;
  /** The effect on readers, as a part of the sentence about the mistake. */
  readonly why: string;
  readonly advice: string;
}

/**
 * Mistakes in the content, most of which no one can intend. The rules were tried on more than three thousand emails,
 * and rules with a wrong finding were narrowed or removed.
 */
export const contentMistakes = [
  {
    name: "text-encoded",
    find: encodedText,
    quotesText: true,
    why: "which readers see as it is written, because this text is not HTML",
    advice: "Write the characters themselves",
  },
  {
    name: "text-encoded",
    find: (mail) =>
      // URLs in style sheets can't have this mistake, because CSS has no entities.
      addressMistakes(
        mail,
        "with &amp;amp; or #038; or amp%3B",
        ({ address, element }) =>
          element !== "style" && /^\s*https?:[^{<]*(?:&amp;|#038;|(?:amp|&)%3B)/i.test(address),
      ),
    why: "an ampersand that is encoded twice, so that the website gets other parameters",
    advice: "Write &amp;",
  },
  {
    name: "undefined-in-text",
    find: missingValue,
    quotesText: true,
    why: "which programs write where a value is missing or isn't a text",
    advice: "Check what your program puts there",
  },
  {
    name: "undefined-in-text",
    level: "info",
    find: placeholder,
    quotesText: true,
    why: "which may stand where the real text will be",
    advice: "Replace it before the email is sent",
  },
  {
    name: "plain-text-is-html",
    find: wholePageAsText,
    why: "whose tags readers of plain text see as they are written",
    advice: "Set plainText to the text of the email",
  },
  {
    name: "unsubscribe-broken",
    find: brokenUnsubscribeLink,
    quotesText: true,
    why: "which becomes no way to unsubscribe: the service fills in %%unsubscribe%% where it is written so, with a whole address",
    advice: 'Write %%unsubscribe%% alone, in a link as href="%%unsubscribe%%"',
  },
  {
    name: "merge-tag-unknown",
    find: foreignTag,
    quotesText: true,
    why: "a merge tag in the form of another tool, which the service isn't known to fill in",
    advice: "Replace it, or remove it",
  },
  {
    name: "image-attached",
    find: (mail) =>
      addressMistakes(mail, "of a cid: attachment", ({ address }) => /^\s*cid:/i.test(address)),
    why: "and a campaign has no attachments, so that readers see no image",
    advice: "Use the https address of the image",
  },
  {
    name: "html-blank",
    find: blankContent,
    why: "so that readers see nothing",
    advice: "Check the template that it comes from",
  },
  {
    name: "html-blank",
    find: escapedHtml,
    why: "so that readers see tags",
    advice: "Have the template insert it as HTML",
  },
  {
    name: "link-unreachable",
    find: (mail) => hostMistakes(mail, "on a host that no reader can reach", unreachableHost),
    why: "such as localhost, or https:// twice",
    advice: "Use the public address",
  },
  {
    name: "link-unreachable",
    level: "info",
    find: (mail) => hostMistakes(mail, "on a host of a private network", privateHost),
    why: "which only readers in that network can reach",
    advice: "Use the public address, unless all of them are",
  },
] as const satisfies readonly Row[];

/**
 * Each problem says where the mistake is, what it is, its effect and what to do. `quotation` is its part that contains a
 * part of the text.
 */
export function contentMistakesIn(texts: MailTexts) {
  const looked = { texts, inspection: inspectHtml(texts.html) };
  return contentMistakes.flatMap((row) =>
    row.find(looked).map(([input, what]) => ({
      name: row.name,
      input,
      level: "level" in row ? row.level : ("warning" as const),
      quotation: "quotesText" in row ? what : undefined,
      problem: `${input}: it has ${what}, ${row.why}. ${row.advice}.`,
    })),
  );
}
