import { cut, inboxes } from "./inbox";
import { type Inspection, inspectHtml } from "./inspect";
import type { Mail, MailContent, MailFinding, TextChange, Unsupported } from "./mail";
import { type Markup, markup } from "./markup";
import { page } from "./page";
import { filled, type Sample } from "./token";

/** Where the parts of a mail's page are, relative to it. */
export interface MailPageLinks {
  readonly index: string;
  /** The documents for the frames; absent where there is no HTML. */
  readonly frames?: Frames;
  readonly framesBefore?: Frames;
  /** The same page with remote images, or without them; absent where the mail has none. */
  readonly otherImages?: { readonly href: string; readonly text: string };
}

/** The documents that show a mail's HTML. */
export interface Frames {
  readonly main: string;
  readonly withoutImages: string;
}

/** Large mailbox providers clip a mail whose HTML is longer. */
const clippedFromBytes = 102 * 1024;

/** The findings that stand beside what they are about. */
const checksOf = {
  content: ["unsubscribe-missing", "html-too-large", "tag-unclosed", "plain-text-missing"],
  inbox: ["preheader-is-subject"],
  links: ["link-not-https"],
  images: ["image-without-alt"],
  lists: ["campaign-audience", "list-empty", "list-unknown"],
} as const;

/** The page of a campaign. */
export function mailPage(mail: Mail, links: MailPageLinks, sample: Sample): string {
  const inspected = inspectHtml(mail.html ?? "");
  const beside = (part: keyof typeof checksOf) =>
    findingList(mail.findings.filter(({ check = "" }) => isOneOf(checksOf[part], check)));
  const placed = Object.values(checksOf).flat();
  const rest = mail.findings.filter(({ check = "" }) => !isOneOf(placed, check));
  return page(
    mail.title,
    markup`<nav><a href="${links.index}">All campaigns</a></nav>
<main>
<h1>${mail.title}${mail.change && markup` <small>(${mail.change})</small>`}</h1>
${warningList(mail.warnings)}${findingList(rest)}
${inboxSection(mail, sample)}${beside("inbox")}
${deliverySection(mail)}${beside("lists")}
${framesSection(mail, links)}${beside("content")}
${changesSection(mail.textChanges)}
${textSection(mail, sample)}
${linksSection(inspected)}${beside("links")}
${imagesSection(inspected)}${beside("images")}
${unsupportedSection(mail.unsupported)}
</main>`,
  );
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function warningList(warnings: readonly string[]): Markup | undefined {
  if (warnings.length === 0) return undefined;
  return markup`<ul class="plain box">${warnings.map((one) => markup`<li class="warning">${one}</li>`)}</ul>`;
}

/** Findings as a list; nothing where there are none. */
export function findingList(findings: readonly MailFinding[]): Markup | undefined {
  if (findings.length === 0) return undefined;
  const items = findings.map(
    ({ severity, text, check }) =>
      markup`<li class="${severity}"><strong>${severity}</strong>: ${text}${check && markup` <code>${check}</code>`}</li>\n`,
  );
  return markup`<ul class="plain">${items}</ul>`;
}

function inboxSection(mail: MailContent, sample: Sample): Markup {
  const preview = mail.preheader ?? "";
  const rows = inboxes.map(
    ({ name, from, subject, preheader }) => markup`<div class="box">
<p class="quiet">${name}</p>
<p class="from">${cut(filled(nameOf(mail.from), sample), from)}</p>
<p>${cut(filled(mail.subject, sample), subject)}</p>
<p class="quiet">${cut(filled(preview, sample), preheader)}</p>
</div>`,
  );
  return markup`<h2>In the inbox</h2>\n<div class="inbox">${rows}</div>`;
}

/** Inboxes show the address only where there is no name. */
function nameOf(from: string): string {
  return /^(.+) <[^<>]*>$/.exec(from)?.[1] ?? from;
}

function deliverySection(mail: Mail): Markup {
  const rows: [string, readonly string[]][] = [
    ["From", [mail.from]],
    ["Reply to", mail.replyTo === undefined ? [] : [mail.replyTo]],
    ["Subject", [mail.subject]],
    ["Sent", mail.schedule.length > 0 ? mail.schedule : ["not scheduled"]],
    ["Lists", mail.lists],
    ["HTML size", mail.html === undefined ? [] : [sizeOf(mail.html)]],
    ["Can't be shown", mail.missing],
  ];
  const shown = rows.filter(([, values]) => values.length > 0);
  return markup`<h2>Delivery</h2>
<dl>${shown.map(([name, values]) => markup`<dt>${name}</dt><dd>${values.map((value) => markup`<div>${value}</div>`)}</dd>\n`)}</dl>`;
}

function sizeOf(html: string): string {
  const bytes = Buffer.byteLength(html);
  const size = `${(bytes / 1024).toFixed(1)} kB of 102 kB`;
  return bytes > clippedFromBytes ? `${size}: some mailbox providers will clip it` : size;
}

const views = [
  { width: "phone", px: 375, scheme: "light", withImages: true },
  { width: "desktop", px: 640, scheme: "light", withImages: true },
  { width: "phone", px: 375, scheme: "dark", withImages: true },
  { width: "desktop", px: 640, scheme: "dark", withImages: true },
  { width: "phone", px: 375, scheme: "light", withImages: false },
] as const;

function framesSection(
  { before }: Mail,
  { frames, framesBefore, otherImages }: MailPageLinks,
): Markup | undefined {
  if (!frames) return undefined;
  const figures = views.map((view) => {
    const { width, px, scheme, withImages } = view;
    const caption = `${px} px, ${scheme}${withImages ? "" : ", images off"}`;
    const frame = (
      source: Frames,
      state: string,
      of: string,
    ) => markup`<iframe class="${state} ${scheme}" \
sandbox loading="lazy" title="${of}${caption}" src="${withImages ? source.main : source.withoutImages}"></iframe>`;
    return markup`<figure class="${width}"><figcaption>${caption}</figcaption>${
      framesBefore
        ? [frame(framesBefore, "old", "Before: "), frame(frames, "new", "After: ")]
        : frame(frames, "new", "")
    }</figure>\n`;
  });
  const other = otherImages && markup`<p><a href="${otherImages.href}">${otherImages.text}</a></p>`;
  const note =
    before && !framesBefore ? markup`<p>The HTML before the change is not known.</p>` : undefined;
  return markup`<h2>HTML</h2>
${other}${note}
<div class="switch">${framesBefore && choice}<div class="frames">${figures}</div></div>`;
}

/** Without a script: the style sheet shows what is chosen here. */
const choice = markup`<fieldset><legend>Show the HTML</legend>
<label><input type="radio" name="state" class="show-old"> before</label>
<label><input type="radio" name="state" checked> after</label></fieldset>`;

function changesSection(changes: readonly TextChange[] | undefined): Markup | undefined {
  if (changes === undefined) return undefined;
  const parts = changes.map(({ text, is }) => {
    if (is === "added") return markup`<ins>${text}</ins>`;
    return is === "removed" ? markup`<del>${text}</del>` : markup`${text}`;
  });
  return markup`<h2>Changed text</h2>\n<pre class="box">${parts}</pre>`;
}

function textSection({ plainText }: Mail, sample: Sample): Markup | undefined {
  if (plainText === undefined) return undefined;
  return markup`<h2>Plain text</h2>\n<pre class="box">${filled(plainText, sample)}</pre>`;
}

function linksSection({ links }: Inspection): Markup | undefined {
  if (links.length === 0) return undefined;
  // Shown as text: a page for a review is no place to follow a campaign's links from.
  return markup`<h2>Links</h2>\n<div class="wide" tabindex="0" role="region" aria-label="Links"><table>
<tr><th scope="col">text</th><th scope="col">target</th></tr>
${links.map(({ text, target }) => markup`<tr><td>${text}</td><td>${target}</td></tr>\n`)}</table></div>`;
}

function imagesSection({ images }: Inspection): Markup | undefined {
  if (images.length === 0) return undefined;
  return markup`<h2>Images</h2>\n<div class="wide" tabindex="0" role="region" aria-label="Images"><table>
<tr><th scope="col">alternative text</th><th scope="col">address</th></tr>
${images.map(({ alt, address }) => markup`<tr><td>${altText(alt)}</td><td>${cut(address, 200)}</td></tr>\n`)}</table></div>`;
}

function altText(alt: string | undefined): Markup | string {
  if (alt === undefined) return markup`<span class="warning">none</span>`;
  return alt === "" ? "(decoration)" : alt;
}

function unsupportedSection(unsupported: readonly Unsupported[] | undefined): Markup | undefined {
  if (unsupported === undefined) return undefined;
  const rows = unsupported.map(
    ({ feature, clients, line, url }) =>
      markup`<tr><td>${url === undefined ? feature : markup`<a href="${url}">${feature}</a>`}</td><td>${line}</td><td>${clients.join(", ")}</td></tr>\n`,
  );
  return markup`<h2>What email clients don't support</h2>
${
  rows.length === 0
    ? markup`<p>Nothing in this email.</p>`
    : markup`<div class="wide" tabindex="0" role="region" aria-label="Unsupported features"><table>
<tr><th scope="col">feature</th><th scope="col">line</th><th scope="col">not supported by</th></tr>
${rows}</table></div>`
}`;
}
