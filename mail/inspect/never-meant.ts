import { codesIn } from "./entity";
import { type Reach, reachOf } from "./host";
import { type Inspection, inspectHtml } from "./inspection";
import { placeholderIn, placeholderInHtml } from "./placeholder";
import type { Place } from "./reference";
import { deadToken } from "./unsubscribe";
import { unwrittenInHtml, unwrittenInText } from "./unwritten";

/** The texts of a mail, by the inputs that have them; absent where there is none. */
export interface MailTexts {
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly "sender.name"?: string | undefined;
  readonly plainText?: string | undefined;
  readonly permissionReminder?: string | undefined;
  readonly html?: string | undefined;
}

/** What nobody can mean, by the name of its finding. */
export interface NeverMeant {
  readonly name: Row["name"];
  readonly level: Row["level"];
  /** Where it is, what it is, what comes of it and what to do. */
  readonly problem: string;
}

interface Looked {
  readonly texts: MailTexts;
  readonly html: string;
  readonly inspection: Inspection;
}

/** Something that is found: the input that has it, and what it is. */
type Found = readonly [input: keyof MailTexts, what: string];

interface Row {
  readonly name:
    | "html-blank"
    | "image-attached"
    | "link-unreachable"
    | "merge-tag-unknown"
    | "plain-text-is-html"
    | "text-encoded"
    | "undefined-in-text"
    | "unsubscribe-broken";
  readonly level: "warning" | "info";
  /** The first of each text, or all addresses of a kind together. */
  readonly find: (mail: Looked) => readonly Found[];
  /** A mail that has it. */
  readonly example: MailTexts;
  /** Why nobody can mean it: what comes of it. */
  readonly why: string;
  readonly advice: string;
}

/** What nobody can mean. A rule that was wrong once, over three thousand mails, was narrowed or isn't here. */
export const neverMeant: readonly Row[] = [
  {
    name: "text-encoded",
    level: "warning",
    find: encodedText,
    example: { subject: "What&#39;s new" },
    why: "which readers see as it is written, because this text is not HTML",
    advice: "Write the characters themselves",
  },
  {
    name: "text-encoded",
    level: "warning",
    find: (mail) =>
      // In a style sheet, there are no such codes, and it is read differently.
      addresses(
        mail,
        "with &amp;amp;",
        ({ address, element }) => element !== "style" && /^\s*https?:[^{<]*&amp;/i.test(address),
      ),
    example: { html: '<a href="https://acme.example/?a=1&amp;amp;b=2">Shop</a>' },
    why: "an ampersand that is encoded twice, so that the website gets other parameters",
    advice: "Write &amp;",
  },
  {
    name: "undefined-in-text",
    level: "warning",
    find: unwritten,
    example: { subject: "Hi undefined, it is spring" },
    why: "which programs write where a value is missing or isn't a text",
    advice: "Check what your program puts there",
  },
  {
    name: "plain-text-is-html",
    level: "warning",
    find: ({ texts: { plainText = "" } }) =>
      wholePage.test(plainText) ? [["plainText", "a whole HTML page"]] : [],
    example: { plainText: "<!doctype html><html><body><p>Hi</p></body></html>" },
    why: "whose tags readers of plain text see as they are written",
    advice: "Set plainText to the text of the email",
  },
  {
    name: "unsubscribe-broken",
    level: "warning",
    find: brokenWayOut,
    example: { html: '<a href="https://%%unsubscribe%%">Unsubscribe</a>' },
    why: "which becomes no way to unsubscribe: the service fills in %%unsubscribe%% where it is written so, with a whole address",
    advice: 'Write %%unsubscribe%% alone, in a link as href="%%unsubscribe%%"',
  },
  {
    name: "merge-tag-unknown",
    level: "warning",
    find: placeholder,
    example: { html: "<p>Dear [FNAME],</p>" },
    why: "a merge tag in the form of another tool, which the service isn't known to fill in",
    advice: "Replace it, or remove it",
  },
  {
    name: "image-attached",
    level: "warning",
    find: (mail) =>
      addresses(mail, "of a cid: attachment", ({ address }) => /^\s*cid:/i.test(address)),
    example: { html: '<img src="cid:logo" alt="Acme">' },
    why: "and a campaign has no attachments, so that readers see no image",
    advice: "Use the https address of the image",
  },
  {
    name: "html-blank",
    level: "warning",
    find: ({ texts, inspection }) =>
      texts.html !== undefined && inspection.isBlank()
        ? [["html", "no text, no image and no merge tag"]]
        : [],
    example: { html: "<html><body></body></html>" },
    why: "so that readers see nothing",
    advice: "Check the template that it comes from",
  },
  {
    name: "link-unreachable",
    level: "warning",
    find: (mail) => hosts(mail, "on a host that no reader can reach", "nowhere"),
    example: { html: '<a href="https://localhost:3000/">Shop</a>' },
    why: "such as localhost, or https:// twice",
    advice: "Use the public address",
  },
  {
    name: "link-unreachable",
    level: "info",
    find: (mail) => hosts(mail, "on a host of a private network", "private"),
    example: { html: '<a href="https://192.168.0.3/">Shop</a>' },
    why: "which only readers in that network can reach",
    advice: "Use the public address, unless all of them are",
  },
];

/** What nobody can mean in a mail. */
export function neverMeantIn(texts: MailTexts): NeverMeant[] {
  const { html = "" } = texts;
  const looked = { texts, html, inspection: inspectHtml(html) };
  return neverMeant.flatMap(({ name, level, find, why, advice }) =>
    find(looked).map(([input, what]) => {
      const problem = `${input}: it has ${what}, ${why}. ${advice}.`;
      return { name, level, problem };
    }),
  );
}

const wholePage =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,200}-->\s*)?<(?:!doctype html|html[\s>])/i;

const shownAsWritten = ["subject", "preheader", "sender.name", "plainText"] as const;

/** The first of each text. */
function inEach(
  inputs: readonly (keyof MailTexts)[],
  mail: Looked,
  look: (text: string, input: keyof MailTexts) => string | undefined,
): Found[] {
  return inputs.flatMap((input) => {
    const what = look(mail.texts[input] ?? "", input);
    return what === undefined ? [] : [[input, what] as const];
  });
}

/** An entity or an encoded word that the HTML doesn't show to its readers: a mail may be about them. */
function encodedText(mail: Looked): Found[] {
  const shown = mail.inspection.text();
  return inEach(shownAsWritten, mail, (text, input) => {
    if (input === "plainText" && wholePage.test(text)) return undefined;
    const code = codesIn(text).find((one) => !shown.includes(one));
    return code && `the code ${code}`;
  });
}

function unwritten(mail: Looked): Found[] {
  return inEach([...shownAsWritten, "html", "permissionReminder"], mail, (text, input) => {
    const found = input === "html" ? unwrittenInHtml(mail.inspection) : unwrittenInText(text);
    return found && `"${found.written}"${found.place}`;
  });
}

const percent = "(?:%|&#0*37;|&#x0*25;|&percnt;)";
const tags = "(?:<[^<>]{0,200}>){0,4}";
const writtenOtherwise = new RegExp(
  `${percent}${tags}${percent}${tags}unsubscribe${tags}${percent}${tags}${percent}`,
  "g",
);

function brokenWayOut(mail: Looked): Found[] {
  const { html, inspection } = mail;
  const link = inspection.links.find(({ address }) => address.search(deadToken) === 0);
  const written = (html.match(writtenOtherwise) ?? []).find((one) => one !== "%%unsubscribe%%");
  const inHtml = link ? `${link.address} (on line ${link.line})` : written;
  return inEach(["plainText", "html"], mail, (text, input) =>
    input === "html" ? inHtml : text.match(deadToken)?.[0],
  );
}

function placeholder(mail: Looked): Found[] {
  const shown = mail.inspection.text();
  return inEach([...shownAsWritten, "permissionReminder", "html"], mail, (text, input) => {
    if (input === "html") return placeholderInHtml(mail.inspection);
    const found = placeholderIn(text);
    return found !== undefined && shown.includes(found) ? undefined : found;
  });
}

/** All addresses of a kind, as "2 addresses with ... (first on line 8)". */
function addresses(
  { inspection }: Looked,
  what: string,
  isMeant: (place: Place & { readonly element?: string }) => boolean,
): Found[] {
  const { links, images, others } = inspection;
  const lines = [...links, ...images, ...others].filter(isMeant).map(({ line }) => line);
  if (lines.length === 0) return [];
  const count = lines.length === 1 ? "1 address" : `${lines.length} addresses`;
  return [["html", `${count} ${what} (first on line ${Math.min(...lines)})`]];
}

/** One whose host a reader sees as text is meant: a mail may be about how to start a server. */
function hosts(mail: Looked, what: string, reach: Reach): Found[] {
  const shown = mail.inspection.text();
  return addresses(mail, what, ({ address }) => {
    if (reachOf(address) !== reach) return false;
    const { host } = new URL(address);
    return !shown.includes(/[.:]|^localhost$/.test(host) ? host : `//${host}`);
  });
}
