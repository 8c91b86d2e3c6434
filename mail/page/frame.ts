import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as names,
  serialize,
  type DefaultTreeAdapterTypes as Tree,
} from "parse5";
import { remote, withoutRemoteCss } from "../inspect/css";
import { type Attribute, attributeName, parseHtml } from "../inspect/html-parser";
import { asWritten, filled, replaceMergeTags, type Sample } from "../inspect/token";
import { words } from "../inspect/words";
import { escaped } from "./page";

/** The images that a frame shows: only embedded ones, none, or also remote ones. */
export type Images = "embedded" | "none" | "remote";

/** An email's HTML, parsed once, and sanitized for each frame. */
export interface SanitizedHtml {
  readonly hasRemoteImages: boolean;
  document(images: Images): string;
}

/**
 * The HTML as a browser parses it, serialized again. The document's policy and the frame's sandbox keep the email from
 * running scripts, opening windows and loading anything except images.
 */
export function sanitizeHtml(html: string, sample: Sample): SanitizedHtml {
  const { document } = parseHtml(html);
  // Checking elements by name is enough. A text can't become an element, because the serializer escapes `<`.
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
  /** Set if the email has remote content, even if the document doesn't show it. */
  hasRemote?: true;
}

/** Elements that run scripts, animate or load content. Removed with their content. The document has its own title. */
const removedElements = words(
  "script iframe frame frameset object embed applet base link title noembed noframes animate animatemotion animatetransform set",
);
/** Attributes to remove, because they send requests, load other content or lead out of the frame. */
const removedAttributes = words(
  "srcdoc ping target action formaction http-equiv attributionsrc nonce",
);
const loadedAttributes = words("src srcset background poster imagesrcset data dynsrc lowsrc");
/** Elements in which merge tags are not marked: those that can contain only text, and `mark` itself. */
const elementsWithoutMarks = words("style textarea option mark");
/** The maximum number of marks in one text, because no reviewer looks at more. */
const maxMarks = 500;

/** An adapter for the serializer that leaves out blocked content, so that the browser's console stays empty. */
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

/** The name of an element in the shown document: `pre` for old elements such as `xmp`, in which `<` isn't escaped. */
function shownName({ tagName }: Tree.Element): string {
  if (/^(?:xmp|plaintext|listing)$/i.test(tagName)) return "pre";
  // The parser may end a name in the middle of a token. The name isn't valid then, so show a `span`.
  return /^[a-z][\w:.-]*$/i.test(tagName) ? tagName : "span";
}

const colorSchemeMeta = /^(?:supported-)?color-schemes?$/i;

function shownNodes(node: Tree.ChildNode, sample: Sample): Tree.ChildNode[] {
  if ("value" in node) return withMarks(node, sample);
  if (!("tagName" in node)) return [];
  const tag = node.tagName.toLowerCase();
  // Show the content of noscript, because email clients run no scripts.
  if (tag === "noscript") return node.childNodes.flatMap((one) => shownNodes(one, sample));
  const isOfColors = node.attrs.some(
    ({ name, value }) => name === "name" && colorSchemeMeta.test(value),
  );
  if (tag === "meta") return isOfColors ? [node] : [];
  return removedElements.has(tag) ? [] : [node];
}

/** The elements that mark merge tags, with the tag in the attribute `title`. */
const markElements = new WeakSet<Tree.Element>();

function withMarks(node: Tree.TextNode, sample: Sample): Tree.ChildNode[] {
  const parent = node.parentNode;
  const isMarked =
    parent &&
    "tagName" in parent &&
    parent.namespaceURI === names.NS.HTML &&
    !elementsWithoutMarks.has(parent.tagName);
  if (!isMarked) return [node];
  const parts: Tree.ChildNode[] = [];
  let marks = 0;
  const add = (value: string) => {
    if (value !== "") parts.push({ nodeName: "#text", value, parentNode: parent });
  };
  const text = asWritten(node.value);
  let at = 0;
  replaceMergeTags(text, sample, (tag, value, start) => {
    if (marks === maxMarks) return tag;
    marks += 1;
    add(text.slice(at, start));
    at = start + tag.length;
    const mark = defaultTreeAdapter.createElement("mark", names.NS.HTML, [
      { name: "title", value: tag },
    ]);
    defaultTreeAdapter.insertText(mark, value ?? tag);
    markElements.add(mark);
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
  // Use an escape of CSS, because entities don't work in a style element.
  return css.replaceAll("<!--", "").replace(/<(?=[a-z/!?])/gi, "\\3c ");
}

function shownAttributes(element: Tree.Element, view: View): Attribute[] {
  if (markElements.has(element)) return element.attrs;
  const tag = element.tagName.toLowerCase();
  const blocked: Attribute[] = [];
  const shown = element.attrs.flatMap((one) => {
    const name = attributeName(one).toLowerCase();
    const value = filled(asWritten(one.value), view.sample);
    // Drop an attribute with a token in its name, because the name may end in the middle of the token.
    if (name.startsWith("on") || removedAttributes.has(name) || asWritten(name) !== name) return [];
    const isLink = tag === "a" || tag === "area";
    const loads = loadedAttributes.has(name) || (/^(?:xlink:)?href$/.test(name) && !isLink);
    if (!loads) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore these characters in a URL.
      const url = value.replace(/[\u0000-\u0020]/g, "");
      if (/^\s*(?:javascript|vbscript|data:)/i.test(url)) return [];
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

/** True if the shown document may load a URL. Records in the view that a URL is remote. */
function isShown(address: string, view: View): boolean {
  const { images } = view;
  if (/^\s*(?:#|data:image\/)/i.test(address))
    return images !== "none" || address.trim().startsWith("#");
  if (/^\s*(?:https?:|\/\/)/i.test(address)) view.hasRemote = true;
  return images === "remote" && remote.test(address);
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
 * An image that shows the alternative text, also readable on dark emails. The image takes the width that the email
 * declares, like the real image.
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
