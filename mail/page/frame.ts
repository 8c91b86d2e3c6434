import { MailParser } from "../inspect/parser";
import { filled, replaceTokens, type Sample } from "../inspect/token";
import { escaped } from "./markup";
import { isRemoteCss, remote, withoutRemoteCss } from "./remote-css";

/** Which images a frame shows: those inside the mail, none, or remote ones as well. */
export type Images = "embedded" | "none" | "remote";

/** A mail's HTML, read once for all frames that show it. */
export interface FrameSource {
  /** Whether the mail has images that are loaded from elsewhere. */
  readonly hasRemoteImages: boolean;
  /** A document that shows the mail in a sandboxed frame. */
  document(images: Images): string;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The frames that it is for; absent where it is for all. */
  readonly images?: readonly Images[];
}

const imageSources: Readonly<Record<Images, string>> = {
  embedded: "data:",
  none: "'none'",
  remote: "data: https: http:",
};

/** Elements that act or load something, with all that is in them. */
const dropped = new Set(["script", "noscript", "iframe", "frame", "object", "embed", "applet"]);
const loadingAttributes = new Set(["src", "srcset", "background", "poster", "imagesrcset"]);
const unreadElements = new Set(["style", "script", "title", "textarea"]);

/**
 * Reads a mail for its frames. The policy at the start of a document and the sandbox keep the mail from acting and from
 * loading anything; what they would refuse is taken out as well, so that an image shows its alternative text, as in an
 * email client, and the browser's console stays empty. A link opens nothing: the sandbox refuses new windows.
 */
export function frameSource(html: string, sample: Sample): FrameSource {
  const { replacements, hasRemoteImages } = readMail(html, sample);
  return {
    hasRemoteImages,
    document(images) {
      const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${imageSources[images]}; form-action 'none'`;
      const own = replacements.filter((one) => one.images?.includes(images) ?? true);
      return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Email</title><base target="_blank">\n${replaced(html, own)}`;
    },
  };
}

function replaced(html: string, replacements: readonly Replacement[]): string {
  let at = 0;
  let whole = "";
  for (const { start, end, text } of replacements) {
    if (start < at) continue;
    whole += html.slice(at, start) + text;
    at = end;
  }
  return whole + html.slice(at);
}

function readMail(html: string, sample: Sample) {
  const found: Replacement[] = [];
  let hasRemoteImages = false;
  let tag = "";
  let isRead = true;
  let droppedFrom = 0;
  /** How many elements that are dropped stand around this place. */
  let depth = 0;
  const parser: MailParser = new MailParser({
    onopentagname(name) {
      tag = name;
      if (!dropped.has(name)) return;
      if (depth === 0) droppedFrom = parser.startIndex;
      depth += 1;
    },
    onattribute(name, value) {
      hasRemoteImages ||= loadingAttributes.has(name) && remote.test(value);
      hasRemoteImages ||= name === "style" && isRemoteCss(value);
      const place = { start: parser.startIndex, end: parser.endIndex };
      const change = changeOf({ tag, name, value }, sample);
      if (change) found.push({ ...place, ...change });
    },
    onopentag(name, attributes) {
      if (unreadElements.has(name)) isRead = false;
      const isActive = name === "base" || (name === "meta" && "http-equiv" in attributes);
      if (!isActive && name !== "link") return;
      const place = { start: parser.startIndex, end: parser.endIndex + 1 };
      found.push({ ...place, text: "", ...(isActive ? {} : { images: withoutRemote }) });
    },
    ontext(text) {
      hasRemoteImages ||= !isRead && isRemoteCss(text);
      const { startIndex: start, endIndex } = parser;
      const before = html.slice(start, endIndex + 1);
      const after = isRead ? marked(before, sample) : withoutRemoteCss(before);
      if (after === before) return;
      const images = isRead ? {} : { images: withoutRemote };
      found.push({ start, end: endIndex + 1, text: after, ...images });
    },
    onclosetag(name) {
      if (unreadElements.has(name)) isRead = true;
      if (!dropped.has(name)) return;
      depth -= 1;
      if (depth === 0) found.push({ start: droppedFrom, end: parser.endIndex + 1, text: "" });
    },
  });
  parser.end(html);
  const replacements = found.sort((one, other) => one.start - other.start);
  return { replacements, hasRemoteImages };
}

interface Attribute {
  readonly tag: string;
  readonly name: string;
  readonly value: string;
}

/** What stands in place of an attribute; undefined where it stays. */
function changeOf(
  { tag, name, value }: Attribute,
  sample: Sample,
): Pick<Replacement, "text" | "images"> | undefined {
  const isScript = /^\s*(javascript|vbscript|data:text)/i.test(value);
  if (name.startsWith("on") || removedAttributes.has(name) || isScript) return { text: "" };
  if (loadingAttributes.has(name) || (tag === "image" && name.endsWith("href"))) {
    return { text: "", images: /^\s*data:/i.test(value) ? ["none"] : withoutRemote };
  }
  if (name === "style") {
    const style = withoutRemoteCss(value);
    if (style === value) return undefined;
    return { text: `style="${escaped(style)}"`, images: withoutRemote };
  }
  const text = filled(value, sample);
  return text === value ? undefined : { text: `${name}="${escaped(text)}"` };
}

/** Those that act, or lead out of the frame. */
const removedAttributes = new Set(["srcdoc", "ping", "target", "action", "formaction"]);

/** The frames that show no remote image. */
const withoutRemote: readonly Images[] = ["embedded", "none"];

function marked(text: string, sample: Sample): string {
  return replaceTokens(
    text,
    sample,
    (tag, value) => `<mark title="${escaped(tag)}">${escaped(value ?? tag)}</mark>`,
  );
}
