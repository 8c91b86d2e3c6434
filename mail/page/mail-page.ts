import { inspectHtml } from "../inspect/inspection";
import { filled, type Sample } from "../inspect/token";
import { deliveryOf } from "./delivery";
import { findingList, type Part, partOf, warningList } from "./finding-list";
import type { Mail, MailContent, TextChange } from "./mail";
import { type Markup, markup, page } from "./page";
import { addressTable, cut, imageTable, linkTable } from "./part-table";

/**
 * About how many characters of each text an inbox shows. The real numbers depend on the email client and the screen.
 */
const inboxes = [
  { name: "phone", from: 24, subject: 38, preheader: 80 },
  { name: "desktop", from: 28, subject: 70, preheader: 100 },
] as const;

/** Relative links between the parts of an email's page. */
export interface MailPageLinks {
  readonly index: string;
  readonly previous?: PageLink;
  readonly next?: PageLink;
  /** The documents of the frames; absent without HTML. */
  readonly frames?: Frames;
  readonly framesBefore?: Frames;
  readonly forcedDark?: string;
  /** The same page with or without remote images. Absent if the email has no remote images. */
  readonly otherImages?: PageLink;
}

export interface PageLink {
  readonly href: string;
  readonly text: string;
}

export interface Frames {
  readonly main: string;
  readonly withoutImages: string;
}

/** Returns a function that makes a campaign's page for given links. Everything else is computed once. */
export function mailPage(given: Mail, sample: Sample): (links: MailPageLinks) => string {
  const inspected = inspectHtml(given.html);
  const { end } = inspected;
  const rest = end && `the HTML from line ${end.line} on, which is not checked either: ${end.why}`;
  const mail = rest === undefined ? given : { ...given, missing: [...given.missing, rest] };
  const about = (part: Part | undefined) =>
    findingList([...mail.findings, ...(mail.advice ?? [])].filter((one) => partOf(one) === part));
  const first = markup`<h1>${mail.title}${mail.change && markup` <span class="pill ${mail.change}">${mail.change}</span>`}</h1>
${warningList(mail.warnings)}${about(undefined)}
${section("In the inbox", about("inbox"), inboxOf(mail, inspected.previewText(), sample))}
${section("Delivery", undefined, deliveryOf(mail, about))}`;
  const table = imageTable(inspected, mail);
  const images =
    mail.imageWeight === undefined ? table : markup`${table}<p>${mail.imageWeight}</p>`;
  const last = markup`${section("Changed text", undefined, changesOf(mail.textChanges))}
${section("Plain text", about("plainText"), plainTextOf(mail, sample))}
${section("Links", about("links"), linkTable(inspected, mail))}
${section("Images", about("images"), images)}
${section("Other addresses", undefined, addressTable(inspected, mail))}`;
  return (links) =>
    page(
      mail.title,
      markup`${navigation(links)}
<main>
${first}
${section("HTML", about("html"), framesOf(mail, links))}
${last}
</main>`,
      { hasPictures: links.forcedDark !== undefined },
    );
}

function navigation({ index, previous, next }: MailPageLinks): Markup {
  const onward = [previous && link(previous, "Previous: "), next && link(next, "Next: ")];
  const others = (previous || next) && markup`<span class="onward">${onward}</span>`;
  return markup`<nav aria-label="Campaigns"><a href="${index}">All campaigns</a>${others}</nav>`;
}

function link({ href, text }: PageLink, before = ""): Markup {
  return markup`<a href="${href}">${before}${text}</a>`;
}

function section(
  heading: string,
  findings: Markup | undefined,
  content: Markup | undefined,
): Markup | undefined {
  if (findings === undefined && content === undefined) return undefined;
  return markup`<section><h2>${heading}</h2>\n${findings}${content}</section>`;
}

/** The maximum length of a preview text: longer than an inbox shows, because merge tags may become shorter. */
const maxPreviewTextLength = 1000;

function inboxOf(mail: MailContent, text: string, sample: Sample): Markup {
  // Without a preheader, inboxes show the beginning of the email, including hidden elements.
  const shown = text === "" ? (mail.plainText ?? "") : text;
  const preview = mail.preheader ?? shown.slice(0, maxPreviewTextLength);
  const rows = inboxes.map(
    ({ name, from, subject, preheader }) => markup`<div class="row ${name}">
<p class="name">${name}</p><div class="line">
<p class="from">${cut(filled(nameOf(mail.from), sample), from)}</p>
<p>${cut(filled(mail.subject, sample), subject)}</p>
<p class="quiet">${cut(filled(preview, sample), preheader)}</p></div>
</div>`,
  );
  return markup`<div class="inbox">${rows}</div>`;
}

/** The sender's name as in an inbox, which shows the email address only if there is no name. */
function nameOf(from: string): string {
  return /^(.+) <[^<>]*>$/.exec(from)?.[1] ?? from;
}

const views = [
  { width: "phone", px: 375, scheme: "light", withImages: true },
  { width: "desktop", px: 640, scheme: "light", withImages: true },
  { width: "phone", px: 375, scheme: "dark", withImages: true },
  { width: "desktop", px: 640, scheme: "dark", withImages: true },
  { width: "phone", px: 375, scheme: "light", withImages: false },
] as const;

function framesOf(
  { before }: Mail,
  { frames, framesBefore, forcedDark, otherImages }: MailPageLinks,
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
    return markup`<figure class="${width}" tabindex="0"><figcaption>${caption}</figcaption>${
      framesBefore
        ? [frame(framesBefore, "old", "Before: "), frame(frames, "new", "After: ")]
        : frame(frames, "new", "")
    }</figure>\n${scheme === "dark" && width === "desktop" ? forcedDarkFigure(forcedDark) : undefined}`;
  });
  const other = otherImages && markup`<p>${link(otherImages)}</p>`;
  const note =
    before && !framesBefore ? markup`<p>The HTML before the change is not known.</p>` : undefined;
  return markup`${other}${note}
<div class="switch">${framesBefore && choice}<div class="frames">${figures}</div></div>`;
}

/** The email in forced dark mode, as a picture, because a page can't turn this mode on in the browser. */
function forcedDarkFigure(src: string | undefined): Markup | undefined {
  if (src === undefined) return undefined;
  return markup`<figure class="desktop" tabindex="0"><figcaption>640 px, forced dark mode: an approximation, since each email client has its own</figcaption>
<img width="640" loading="lazy" alt="The mail in forced dark mode" src="${src}"></figure>\n`;
}

/**
 * A choice between the HTML before and after the change. The style sheet hides the other HTML, so no script is needed.
 */
const choice = markup`<fieldset><legend>Show the HTML</legend>
<label><input type="radio" name="state" class="show-old"> before</label>
<label><input type="radio" name="state" checked> after</label></fieldset>`;

function changesOf(changes: readonly TextChange[] | undefined): Markup | undefined {
  if (changes === undefined) return undefined;
  const parts = changes.map(({ text, is }) => {
    if (is === "added") return markup`<ins>${text}</ins>`;
    return is === "removed" ? markup`<del>${text}</del>` : markup`${text}`;
  });
  return markup`<pre class="box">${parts}</pre>`;
}

function plainTextOf({ plainText, plainTextChanges }: Mail, sample: Sample): Markup | undefined {
  if (plainTextChanges) return changesOf(plainTextChanges);
  if (plainText === undefined) return undefined;
  return markup`<pre class="box">${filled(plainText, sample)}</pre>`;
}
