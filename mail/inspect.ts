import { MailParser } from "./parser";

/** A link of a mail. */
export interface MailLink {
  /** What a reader sees of it: its text, or the alternative text of its image. */
  readonly text: string;
  readonly target: string;
  /** Where it stands in the HTML, from 1. */
  readonly line: number;
}

/** An image of a mail. */
export interface MailImage {
  readonly address: string;
  /** Absent where the image has no `alt` attribute. */
  readonly alt: string | undefined;
  /** Where it stands in the HTML, from 1. */
  readonly line: number;
}

/** What a mail's HTML holds, as a reader without its looks gets it. */
export interface Inspection {
  readonly links: readonly MailLink[];
  readonly images: readonly MailImage[];
  /** The text, a line for each block. */
  readonly text: string;
}

const unseen = new Set(["style", "script", "title", "head", "template"]);
const blocks = new Set(
  "address article blockquote br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li ol p section table td th tr ul".split(
    " ",
  ),
);

/** The latest mails: a page, its remarks and its comparison ask for the same two. */
const latest: { readonly html: string; readonly inspection: Inspection }[] = [];

/** Reads the links, images and text of a mail's HTML. */
export function inspectHtml(html: string): Inspection {
  const known = latest.find((one) => one.html === html);
  if (known) return known.inspection;
  const inspection = inspected(html);
  latest.unshift({ html, inspection });
  latest.splice(2);
  return inspection;
}

function inspected(html: string): Inspection {
  const links: MailLink[] = [];
  const images: MailImage[] = [];
  const text: string[] = [];
  let hidden = 0;
  let link: { target: string; text: string[]; line: number } | undefined;
  const lineAt = lineCounter(html);
  const parser: MailParser = new MailParser({
    onopentag(tag, attributes) {
      const line = lineAt(parser.startIndex);
      if (unseen.has(tag)) hidden += 1;
      if (blocks.has(tag)) text.push("\n");
      if (tag === "a" || tag === "area") {
        link = { target: attributes.href ?? "", text: [attributes.alt ?? ""], line };
      }
      if (tag === "img") {
        images.push({ address: attributes.src ?? "", alt: attributes.alt, line });
        link?.text.push(attributes.alt ?? "");
      }
    },
    ontext(part) {
      if (hidden > 0) return;
      text.push(part);
      link?.text.push(part);
    },
    onclosetag(tag) {
      if (unseen.has(tag)) hidden -= 1;
      if (blocks.has(tag)) text.push("\n");
      if (!link || (tag !== "a" && tag !== "area")) return;
      links.push({ target: link.target, text: oneLine(link.text.join("")), line: link.line });
      link = undefined;
    },
  });
  parser.end(html);
  const lines = text.join("").split("\n").map(oneLine);
  return { links, images, text: lines.filter((line) => line !== "").join("\n") };
}

/** Lines by positions that only go forward. */
function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (position) => {
    while (next !== -1 && next < position) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
