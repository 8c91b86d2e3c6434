import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as names,
  serialize,
  type DefaultTreeAdapterTypes as Tree,
} from "parse5";
import { withoutRemoteCss } from "../inspect/css";
import { attributeName, parseMail } from "../inspect/parser";
import { asWritten, filled, replaceTokens, type Sample } from "../inspect/token";
import { words } from "../inspect/words";
import { escaped } from "./page";

/** The images that a frame shows: embedded ones, none, or remote ones too. */
export type Images = "embedded" | "none" | "remote";

/** An email's HTML, parsed once for all frames. */
export interface FrameSource {
  readonly hasRemoteImages: boolean;
  document(images: Images): string;
}

/**
 * The HTML as a browser parsed it, serialized again. The document's policy and the sandbox keep the email from acting
 * and from loading anything. Blocked content is removed as well, so that the browser's console stays empty. Elements
 * and attributes are judged only by their names, and no text contains a `<`. So the serialized document has no start
 * tag that was not judged, however an email tries to confuse the parser. A link opens nothing, because the sandbox
 * blocks new windows.
 */
export function frameSource(html: string, sample: Sample): FrameSource {
  const { document } = parseMail(html);
  const written = (view: View) =>
    serialize<DefaultTreeAdapterMap>(document, { treeAdapter: adapterOf(view) });
  const first: View = { images: "embedded", sample };
  const embedded = written(first);
  return {
    hasRemoteImages: first.hasRemote === true,
    document(images) {
      const sources = images === "remote" ? "data: https: http:" : "data:";
      const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${sources}; form-action 'none'`;
      return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Email</title><base target="_blank">\n${images === "embedded" ? embedded : written({ images, sample })}`;
    },
  };
}

interface View {
  readonly images: Images;
  readonly sample: Sample;
  /** Set if the view contains remote content. */
  hasRemote?: true;
}

/** Elements that act or load something, removed with their content. The title is replaced by our own. */
const dropped = words(
  "script iframe frame frameset object embed applet base link title noembed noframes animate animatemotion animatetransform set",
);
/** Attributes that act, or lead out of the frame. */
const removed = words("srcdoc ping target action formaction http-equiv attributionsrc nonce");
const loading = words("src srcset background poster imagesrcset data dynsrc lowsrc");
/** Elements whose text can't contain a mark. */
const unmarked = words("style textarea option mark");
/** The most marks in one text. No reader looks for more. */
const mostMarks = 500;

/** An adapter that serializes the shown document instead of the email's. */
function adapterOf(view: View): typeof defaultTreeAdapter {
  return {
    ...defaultTreeAdapter,
    getChildNodes: (node) => node.childNodes.flatMap((one) => shownNodes(one, view.sample)),
    getAttrList: (element) => shownAttributes(element, view),
    getTagName: shownName,
    getTextNodeContent: ({ value, parentNode }) => shownText(value, parentNode, view),
    // Readers don't see the content of templates.
    getTemplateContent: () => defaultTreeAdapter.createDocumentFragment(),
  };
}

/** Elements that don't end with a normal end tag are shown as `pre`. */
function shownName({ tagName }: Tree.Element): string {
  if (/^(?:xmp|plaintext|listing)$/i.test(tagName)) return "pre";
  // A name with a token may end in the middle of the token.
  return /^[a-z][\w:.-]*$/i.test(tagName) ? tagName : "span";
}

const colors = /^(?:supported-)?color-schemes?$/i;

function shownNodes(node: Tree.ChildNode, sample: Sample): Tree.ChildNode[] {
  if ("value" in node) return withMarks(node, sample);
  if (!("tagName" in node)) return [];
  const tag = node.tagName.toLowerCase();
  // Readers' email clients run no script.
  if (tag === "noscript") return node.childNodes.flatMap((one) => shownNodes(one, sample));
  const isOfColors = node.attrs.some(({ name, value }) => name === "name" && colors.test(value));
  if (tag === "meta") return isOfColors ? [node] : [];
  return dropped.has(tag) ? [] : [node];
}

/** Marks around merge tags, with the tag in their title. */
const marked = new WeakSet<Tree.Element>();

/** A text with its merge tags marked. */
function withMarks(node: Tree.TextNode, sample: Sample): Tree.ChildNode[] {
  const parent = node.parentNode;
  const isMarked =
    parent &&
    "tagName" in parent &&
    parent.namespaceURI === names.NS.HTML &&
    !unmarked.has(parent.tagName);
  if (!isMarked) return [node];
  const parts: Tree.ChildNode[] = [];
  let marks = 0;
  const add = (value: string) => {
    if (value !== "") parts.push({ nodeName: "#text", value, parentNode: parent });
  };
  const text = asWritten(node.value);
  let at = 0;
  replaceTokens(text, sample, (tag, value, start) => {
    if (marks === mostMarks) return tag;
    marks += 1;
    add(text.slice(at, start));
    at = start + tag.length;
    const mark = defaultTreeAdapter.createElement("mark", names.NS.HTML, [
      { name: "title", value: tag },
    ]);
    defaultTreeAdapter.insertText(mark, value ?? tag);
    marked.add(mark);
    parts.push(mark);
    return tag;
  });
  if (at === 0) return [node];
  add(filled(text.slice(at), sample));
  return parts;
}

function shownText(value: string, parent: Tree.ParentNode | null, view: View): string {
  const text = asWritten(value);
  if (!(parent && "tagName" in parent && parent.tagName === "style")) return text;
  const css = shownStyle(text, view);
  // A style element has no entities, and CSS has its own escapes.
  return css.replaceAll("<!--", "").replace(/<(?=[a-z/!?])/gi, "\\3c ");
}

type Attribute = Tree.Element["attrs"][number];

function shownAttributes(element: Tree.Element, view: View): Attribute[] {
  if (marked.has(element)) return element.attrs;
  const tag = element.tagName.toLowerCase();
  const blocked: Attribute[] = [];
  const shown = element.attrs.flatMap((one) => {
    const name = attributeName(one).toLowerCase();
    const value = filled(asWritten(one.value), view.sample);
    // A name with a token may end in the middle of the token.
    if (name.startsWith("on") || removed.has(name) || asWritten(name) !== name) return [];
    const isLink = tag === "a" || tag === "area";
    const loads = loading.has(name) || (/^(?:xlink:)?href$/.test(name) && !isLink);
    if (!loads) {
      if (/^\s*(?:javascript|vbscript|data:)/i.test(withoutControls(value))) return [];
      return [{ ...one, value: name === "style" ? shownStyle(value, view) : value }];
    }
    const stays = isShown(value, view) && !(name === "srcset" && view.images !== "remote");
    if (!stays) blocked.push(one);
    return stays ? [{ ...one, value }] : [];
  });
  const isButton = element.attrs.some(
    ({ name, value }) => name === "type" && /^image$/i.test(value),
  );
  const isImage = tag === "img" || (tag === "input" && isButton);
  return blocked.length > 0 && isImage ? withPlaceholder(shown) : shown;
}

/** Removes characters that browsers ignore in an address. */
function withoutControls(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return value.replace(/[\u0000-\u0020]/g, "");
}

/** True if a view loads an address. Records remote addresses in the view. */
function isShown(address: string, view: View): boolean {
  const { images } = view;
  if (/^\s*(?:#|data:image\/)/i.test(address))
    return images !== "none" || address.trim().startsWith("#");
  if (/^\s*(?:https?:|\/\/)/i.test(address)) view.hasRemote = true;
  return images === "remote" && /^\s*(?:https?:)?\/\//i.test(address);
}

function shownStyle(css: string, view: View): string {
  const local = withoutRemoteCss(css);
  if (local !== css) view.hasRemote = true;
  return view.images === "remote" ? css : local;
}

/** Sizes of the drawn text in pixels. */
const size = { line: 20, letter: 7.5, narrowest: 320 } as const;

/** Characters that XML forbids, and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/**
 * A replacement image that shows the alternative text, as high as the text, in colors that are readable on dark emails
 * too. It has no size of its own, and takes the width that the email declares, as the real image does.
 */
function withPlaceholder(attributes: readonly Attribute[]): Attribute[] {
  const attributeOf = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value;
  const [style = "", alt = "", width] = ["style", "alt", "width"].map(attributeOf);
  const text = alt.replace(notInXml, "\ufffd");
  const length = Math.ceil(text.length * size.letter);
  const inStyle = /(?:^|[;\s])width\s*:\s*(\d+)px/i.exec(style)?.[1];
  const declared = Number.parseInt(inStyle ?? width ?? "", 10);
  const wrapsAt = Math.min(declared > 0 ? declared : length, size.narrowest);
  const lines = text === "" ? 0 : Math.ceil(length / Math.max(wrapsAt, size.line));
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="100%" height="100%"><div xmlns="http://www.w3.org/1999/xhtml" style="font:14px/${size.line}px sans-serif;background:#eee;color:#333;overflow-wrap:anywhere">${escaped(text)}</div></foreignObject></svg>`;
  const shown = String(Math.min(length, size.narrowest));
  return [
    ...attributes.filter(({ name }) => name !== "style" && name !== "src" && name !== "height"),
    ...(width === undefined ? [{ name: "width", value: shown }] : []),
    { name: "src", value: `data:image/svg+xml,${encodeURIComponent(drawn)}` },
    { name: "style", value: `${style};height:${lines * size.line}px!important` },
  ];
}
