import { withoutEntities } from "./entity";
import { type Reach, reachOf } from "./host";
import { type Inspection, inspectHtml } from "./inspection";
import { placeholderIn, placeholderInAddress } from "./placeholder";
import type { Place } from "./reference";
import { deadToken } from "./unsubscribe";

/** The texts of a mail, by the inputs that have them; absent where there is none. */
export interface MailTexts {
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly "sender.name"?: string | undefined;
  readonly plainText?: string | undefined;
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
    | "unsubscribe-broken";
  readonly level: "warning" | "info";
  /** The first in the mail, or all of a kind. */
  readonly find: (mail: Looked) => Found | undefined;
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
    name: "plain-text-is-html",
    level: "warning",
    find: ({ texts: { plainText = "" } }) =>
      wholePage.test(plainText) ? ["plainText", "a whole HTML page"] : undefined,
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
        ? ["html", "no text, no image and no merge tag"]
        : undefined,
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
  return neverMeant.flatMap(({ name, level, find, why, advice }) => {
    const found = find(looked);
    if (found === undefined) return [];
    const [input, what] = found;
    return [{ name, level, problem: `${input}: it has ${what}, ${why}. ${advice}.` }];
  });
}

const wholePage =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,200}-->\s*)?<(?:!doctype html|html[\s>])/i;

const notHtml = ["subject", "preheader", "sender.name", "plainText"] as const;
/** In quotes, it is what the text is about. */
const entity = /(?<!["'`“‘(])&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z][a-z\d]{1,30});/gi;
const encodedWord = /=\?[\w-]{2,20}\?[bq]\?[^?\s]{1,200}\?=/i;

/** An entity or an encoded word that the HTML doesn't show to its readers: a mail may be about them. */
function encodedText({ texts, inspection }: Looked): Found | undefined {
  const shown = inspection.text();
  for (const input of notHtml) {
    const text = texts[input] ?? "";
    if (input === "plainText" && wholePage.test(text)) continue;
    const entities = text.match(entity) ?? [];
    const codes = [
      ...entities.filter((one) => withoutEntities(one) !== one),
      ...(encodedWord.exec(text) ?? []),
    ];
    const code = codes.find((one) => !shown.includes(one));
    if (code !== undefined) return [input, `the code ${code}`];
  }
  return undefined;
}

const percent = "(?:%|&#0*37;|&#x0*25;|&percnt;)";
const tags = "(?:<[^<>]{0,200}>){0,4}";
const writtenOtherwise = new RegExp(
  `${percent}${tags}${percent}${tags}unsubscribe${tags}${percent}${tags}${percent}`,
  "g",
);

function brokenWayOut({ texts, html, inspection }: Looked): Found | undefined {
  const links = inspection.links.find(({ address }) => address.search(deadToken) === 0);
  if (links) return ["html", `${links.address} (on line ${links.line})`];
  const dead = texts.plainText?.match(deadToken)?.[0];
  if (dead !== undefined) return ["plainText", dead];
  const [written] = (html.match(writtenOtherwise) ?? []).filter((one) => one !== "%%unsubscribe%%");
  return written === undefined ? undefined : ["html", written];
}

function placeholder({ texts, inspection }: Looked): Found | undefined {
  const shown = inspection.text();
  for (const input of notHtml) {
    const found = placeholderIn(texts[input] ?? "");
    if (found !== undefined && !shown.includes(found)) return [input, found];
  }
  const { links, images } = inspection;
  for (const { address, line } of [...links, ...images]) {
    const found = placeholderInAddress(address);
    if (found !== undefined) return ["html", `the address ${found} (on line ${line})`];
  }
  const isLinked = (tag: string) => links.some(({ text }) => text.includes(tag));
  for (const text of [...inspection.prose(), ...images.map(({ alt = "" }) => alt)]) {
    const found = placeholderIn(text);
    if (found !== undefined && !isLinked(found)) return ["html", found];
  }
  return undefined;
}

/** All addresses of a kind, as "2 addresses with ... (first on line 8)". */
function addresses(
  { inspection }: Looked,
  what: string,
  isMeant: (place: Place & { readonly element?: string }) => boolean,
): Found | undefined {
  const { links, images, others } = inspection;
  const lines = [...links, ...images, ...others].filter(isMeant).map(({ line }) => line);
  if (lines.length === 0) return undefined;
  const count = lines.length === 1 ? "1 address" : `${lines.length} addresses`;
  return ["html", `${count} ${what} (first on line ${Math.min(...lines)})`];
}

/** One whose host a reader sees as text is meant: a mail may be about how to start a server. */
function hosts(mail: Looked, what: string, reach: Reach): Found | undefined {
  const shown = mail.inspection.text();
  return addresses(mail, what, ({ address }) => {
    if (reachOf(address) !== reach) return false;
    const { host } = new URL(address);
    return !shown.includes(/[.:]|^localhost$/.test(host) ? host : `//${host}`);
  });
}
