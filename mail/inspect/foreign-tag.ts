import type { Inspection } from "./inspection";
import { words } from "./words";

/**
 * The names that make a text in `anyForm` a merge tag, from the documentation of other tools, in lower case without
 * separators. If any name counted, "[NOTICE]" and "#SALE#" would be merge tags.
 */
const names = words(
  "firstname fname lastname lname surname fullname name email emailaddress company companyname unsubscribe unsub unsubscribeurl unsubscribelink unsubscribetext unsuburl unsublink",
);

const name = "[A-Za-z]+(?:[ _.-][A-Za-z]+)?";
/**
 * Matches merge tags of other tools in common forms: [Name], [Name,fallback=friend], %NAME%, {name}, #name# and
 * ((name)).
 */
const anyForm = new RegExp(
  [
    String.raw`(?<![\w\])])\[ ?(${name})(?:, ?fallback=[^\]\n]{0,60})? ?\](?![(\[])`,
    `(?<!%)%(${name})%(?!%)`,
    String.raw`(?<![{$#@%\\\w])\{ ?(${name}) ?\}(?!\})`,
    `(?<![#&\\w])#(${name})#(?![#\\w])`,
    String.raw`(?<!\()\(\( ?(${name}) ?\)\)(?!\))`,
  ].join("|"),
  "g",
);

/**
 * Matches merge tags that are recognizable with any name, such as _|FNAME|_, ::subscriber.city:: and %recipient.city%.
 */
const ownForm =
  /_\|[A-Z][A-Z\d_:]{0,60}\|_|::(?:contact|recipient|subscriber)\.[\w.]{1,60}::|%recipient\.(?!\w*unsub)[\w.-]{1,60}%/g;

/** Characters that mark a line as code, which an email may quote. */
export const code = /[=`"\\]|\w\(/;

export function foreignTagIn(text: string): string | undefined {
  return foreignTags(text).find(({ tag, index }) => {
    if (!/^\[ ?unsubscribe ?\]$|^\{/i.test(tag)) return true;
    const line = text.slice(text.lastIndexOf("\n", index) + 1).split("\n", 1)[0] ?? "";
    // "[Unsubscribe]" in a line with a URL is a link's text, and braces in a line of code are code, not merge tags.
    return !(tag.startsWith("{") ? code : /:\/\/|@|%%/).test(line);
  })?.tag;
}

export function foreignTagInHtml({ links, images, prose }: Inspection): string | undefined {
  for (const { address, line } of [...links, ...images]) {
    const found = foreignTagInAddress(address);
    if (found !== undefined) return `the address ${found} (on line ${line})`;
  }
  const isLinked = (tag: string) => links.some(({ text }) => text.includes(tag));
  const found = [...prose(), ...images.map(({ alt = "" }) => alt)].map(foreignTagIn);
  return found.find((one) => one !== undefined && !isLinked(one));
}

/** The first merge tag of another tool in a URL. If the tag is the whole URL, any name counts. */
function foreignTagInAddress(address: string): string | undefined {
  if (wholeAddress.test(address) && !/^\s*(?:%|\*\|)\S*(?:un[\W_]?sub|opt[\W_]?out)/i.test(address))
    return address.trim();
  return foreignTags(address)[0]?.tag;
}

const wholeAddress =
  /^\s*(?:\[[\w .:-]{1,60}\]|(?!%%)%[\w.-]{1,60}%|\*\|[\w.:-]{1,60}\|\*|\{[\w.-]{1,60}\})\s*$/;

function foreignTags(text: string): { readonly tag: string; readonly index: number }[] {
  if (!/[[%{#]|\(\(|::|_\|/.test(text)) return [];
  const own = [...text.matchAll(ownForm)].map(({ 0: tag, index }) => ({ tag, index }));
  const named = [...text.matchAll(anyForm)].flatMap(({ 0: tag, index, ...groups }) => {
    const found = [1, 2, 3, 4, 5].map((at) => groups[at]).find((one) => one !== undefined);
    const plain = (found ?? "").toLowerCase().replace(/[ _.-]/g, "");
    // Misspelled forms of %%unsubscribe%% are reported by another finding.
    const isKnown = tag.startsWith("%") && plain.startsWith("unsub");
    return names.has(plain) && !isKnown ? [{ tag, index }] : [];
  });
  return [...own, ...named];
}
