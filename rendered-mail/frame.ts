import { Parser } from "htmlparser2";
import { escaped } from "./markup";
import { filled, replaceTokens, type Sample } from "./token";

/** Which images a frame shows: those inside the mail, none, or remote ones as well. */
export type Images = "embedded" | "none" | "remote";

/** How a mail's HTML is shown. */
export interface FrameOptions {
  readonly images: Images;
  readonly sample: Sample;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
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
const remoteAddress = /^\s*(https?:)?\/\//i;
const remoteInCss = /url\(\s*(["']?)\s*(https?:)?\/\/[^)]*\)|@import[^;]*;?/gi;

/**
 * A document that shows a mail in a sandboxed frame. The policy at its start and the sandbox keep the mail from acting
 * and from loading anything; what they would refuse is taken out as well, so that an image shows its alternative text,
 * as in an email client, and the browser's console stays empty. A link opens nothing: the sandbox refuses new windows.
 */
export function frameDocument(html: string, options: FrameOptions): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${imageSources[options.images]}; form-action 'none'`;
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Email</title><base target="_blank">\n${shown(html, options)}`;
}

function shown(html: string, options: FrameOptions): string {
  const replacements = replacementsIn(html, options).sort((one, other) => one.start - other.start);
  let at = 0;
  let whole = "";
  for (const { start, end, text } of replacements) {
    if (start < at) continue;
    whole += html.slice(at, start) + text;
    at = end;
  }
  return whole + html.slice(at);
}

function replacementsIn(html: string, options: FrameOptions): Replacement[] {
  const found: Replacement[] = [];
  let tag = "";
  let isRead = true;
  let droppedFrom: number | undefined;
  const parser: Parser = new Parser({
    onopentagname(name) {
      tag = name;
      if (dropped.has(name)) droppedFrom ??= parser.startIndex;
    },
    onattribute(name, value) {
      const text = attributeText({ tag, name, value }, options);
      if (text === undefined) return;
      found.push({ start: parser.startIndex, end: parser.endIndex, text });
    },
    onopentag(name, attributes) {
      if (unreadElements.has(name)) isRead = false;
      const isActive = name === "base" || (name === "meta" && "http-equiv" in attributes);
      const isLoaded = name === "link" && options.images !== "remote";
      if (!isActive && !isLoaded) return;
      found.push({ start: parser.startIndex, end: parser.endIndex + 1, text: "" });
    },
    ontext() {
      const { startIndex: start, endIndex } = parser;
      const before = html.slice(start, endIndex + 1);
      const after = isRead ? marked(before, options.sample) : withoutRemote(before, options);
      if (after !== before) found.push({ start, end: endIndex + 1, text: after });
    },
    onclosetag(name) {
      if (unreadElements.has(name)) isRead = true;
      if (!dropped.has(name) || droppedFrom === undefined) return;
      found.push({ start: droppedFrom, end: parser.endIndex + 1, text: "" });
      droppedFrom = undefined;
    },
  });
  parser.end(html);
  return found;
}

interface Attribute {
  readonly tag: string;
  readonly name: string;
  readonly value: string;
}

/** What stands in place of an attribute; undefined where it stays. */
function attributeText({ tag, name, value }: Attribute, options: FrameOptions): string | undefined {
  const isHandler = name.startsWith("on");
  const isScript = /^\s*(javascript|vbscript|data:text)/i.test(value);
  if (isHandler || name === "srcdoc" || name === "ping" || isScript) return "";
  if (loadingAttributes.has(name) || (tag === "image" && name.endsWith("href"))) {
    const isKept =
      options.images === "remote" || (options.images === "embedded" && /^\s*data:/i.test(value));
    return isKept ? undefined : "";
  }
  if (name === "style") {
    const style = withoutRemote(value, options);
    return style === value ? undefined : `style="${escaped(style)}"`;
  }
  if (name === "target" || name === "action" || name === "formaction") return "";
  const text = filled(value, options.sample);
  return text === value ? undefined : `${name}="${escaped(text)}"`;
}

function withoutRemote(css: string, { images }: FrameOptions): string {
  return images === "remote" ? css : css.replace(remoteInCss, "none");
}

function marked(text: string, sample: Sample): string {
  return replaceTokens(
    text,
    sample,
    (tag, value) => `<mark title="${escaped(tag)}">${escaped(value ?? tag)}</mark>`,
  );
}

/** Whether a mail's HTML has images that are loaded from elsewhere. */
export function hasRemoteImages(html: string): boolean {
  let found = false;
  const isRemoteCss = (css: string) => css.search(remoteInCss) !== -1;
  const parser = new Parser({
    onattribute(name, value) {
      found ||= loadingAttributes.has(name) && remoteAddress.test(value);
      found ||= name === "style" && isRemoteCss(value);
    },
    ontext(text) {
      found ||= isRemoteCss(text);
    },
  });
  parser.end(html);
  return found;
}
