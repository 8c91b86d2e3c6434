import { createHash } from "node:crypto";

/** The files that a page loads, apart from frames. */
export interface PageAssets {
  readonly script?: string;
  /** True if the page shows pictures from files next to it. */
  readonly hasPictures?: boolean;
}

/** A complete HTML page. The page loads only files next to it, and runs only the given script. */
export function page(
  title: string,
  body: Markup,
  { script, hasPictures }: PageAssets = {},
): string {
  const style = createHash("sha256").update(styleSheet).digest("base64");
  // Chromium treats a file next to the page as 'self' only over HTTP. For a page from disk, `file:` allows it.
  const policy = `default-src 'none'; style-src 'sha256-${style}'; frame-src 'self' file:; img-src data:${hasPictures ? " 'self' file:" : ""}${
    script ? "; script-src 'self'; connect-src 'self'" : ""
  }; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ markup: styleSheet }}</style>
${script && markup`<script src="${script}" defer></script>`}
</head>
<body>
${body}
</body>
</html>
`.markup;
}

/** The style of every page: readable from 320 px on, with its own colors in light and dark mode. */
export const styleSheet = `
:root { color-scheme: light dark; --page: light-dark(#f4f6f8, #14181d); --card: light-dark(#ffffff, #1d232a); --ink: light-dark(#1b2430, #dde4ec); --quiet: light-dark(#566271, #9fadbc); --line: light-dark(#d9dfe6, #353e49); --soft: light-dark(#f1f4f7, #262d36); --link: light-dark(#0a58b5, #7fbcff); --red: light-dark(#b42318, #ff9a8f); --amber: light-dark(#855000, #f2c063); --green: light-dark(#11652d, #6fdd8b); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 16px/1.5 system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; background: var(--page); color: var(--ink); overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-bottom: .5rem; }
nav .onward { margin-left: auto; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
h1 { font-size: 1.6rem; margin: .5rem 0 1rem; } h2 { font-size: 1.1rem; margin: 0 0 .75rem; } h1, h2 { line-height: 1.25; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
section > :last-child { margin-bottom: 0; }
.pill { display: inline-block; font-size: .8rem; font-weight: 600; line-height: 1.4; padding: .05rem .6rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--soft); color: var(--quiet); vertical-align: middle; white-space: nowrap; }
.pill.error, .pill.delete, .pill.replace, .pill.aborted { color: var(--red); border-color: currentColor; } .pill.warning, .pill.update, .pill.schedule, .pill.paused { color: var(--amber); border-color: currentColor; } .pill.create, .pill.scheduled, .pill.finished, .pill.processing { color: var(--green); border-color: currentColor; }
table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--line); padding: .45rem .75rem .45rem 0; text-align: left; vertical-align: top; } tr:last-child > td { border-bottom: 0; }
th { font-size: .85rem; font-weight: 600; color: var(--quiet); white-space: nowrap; } td { min-width: 3.5rem; max-width: 36rem; } td.address { overflow-wrap: anywhere; min-width: 14rem; font: 14px/1.6 ui-monospace, Menlo, Consolas, monospace; } td.text { min-width: 9rem; } td.number { text-align: right; font-variant-numeric: tabular-nums; } th.number { text-align: right; }
.wide { overflow-x: auto; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .5rem 1.5rem; margin: 0; } dd { margin: 0; overflow-wrap: anywhere; } dt { font-weight: 600; color: var(--quiet); }
@media (max-width: 30rem) { section { padding: .85rem; } dl { display: block; } dd { margin-bottom: .75rem; } .frames { margin: 0 -.85rem; } }
ul.findings { list-style: none; margin: 0 0 1rem; padding: 0; } ul.findings li { border-left: 4px solid var(--quiet); background: var(--soft); border-radius: .25rem; padding: .5rem .75rem; margin: .35rem 0; }
dd .findings { margin: 0; } .findings li.error { border-color: var(--red); } .findings li.warning { border-color: var(--amber); } .findings.first li { border: 1px solid var(--amber); border-left-width: 4px; font-weight: 600; }
.error, .error strong { color: var(--red); } .warning { color: var(--amber); } .findings li { color: var(--ink); } .findings .error strong { color: var(--red); } .findings .warning strong { color: var(--amber); }
code { font: .85em ui-monospace, Menlo, Consolas, monospace; color: var(--quiet); }
.box { border: 1px solid var(--line); border-radius: .4rem; background: var(--soft); padding: .75rem; }
.inbox { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; } .inbox p { margin: 0; } .inbox .row { border: 1px solid var(--line); border-radius: .4rem; background: var(--soft); padding: .6rem .8rem; }
.inbox .phone { width: 375px; max-width: 100%; } .inbox .desktop { flex: 1 1 34rem; } .inbox .name { font-size: .8rem; color: var(--quiet); margin-bottom: .25rem; } .inbox .from { font-weight: 700; } .quiet { color: var(--quiet); }
@media (min-width: 60rem) { .inbox .desktop .line { display: flex; flex-wrap: wrap; gap: 0 .75rem; } }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: 14px/1.6 ui-monospace, Menlo, Consolas, monospace; }
.frames { display: flex; flex-wrap: wrap; gap: 1.25rem 1rem; align-items: flex-start; }
figure { margin: 0; max-width: 100%; overflow-x: auto; } figcaption { font-size: .85rem; font-weight: 600; color: var(--quiet); margin-bottom: .25rem; }
iframe { display: block; height: 42rem; border: 1px solid var(--line); border-radius: .3rem; resize: vertical; }
.phone iframe { width: 377px; max-width: 100%; } .desktop iframe { width: 642px; }
.light { color-scheme: light; background: #fff; } .dark { color-scheme: dark; background: #1e1e1e; }
.old, .switch:has(.show-old:checked) .new { display: none; } .switch:has(.show-old:checked) .old { display: block; }
fieldset { border: 1px solid var(--line); border-radius: .4rem; margin: 0 0 1rem; padding: .25rem .75rem .5rem; } fieldset label { margin-right: 1rem; }
ins { background: light-dark(#ccf2d6, #14532d); text-decoration: none; border-radius: .2rem; } del { background: light-dark(#ffd9d5, #6b1d17); border-radius: .2rem; }
.controls { display: flex; flex-wrap: wrap; gap: .6rem .75rem; align-items: end; margin: 0 0 .75rem; } .controls label { font-size: .85rem; color: var(--quiet); display: grid; gap: .15rem; }
input:not([type=radio]), select, button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid light-dark(#8b97a5, #67737f); border-radius: .35rem; padding: .3rem .6rem; height: 2.2rem; max-width: 100%; } input[type=number] { width: 6rem; } button { cursor: pointer; background: var(--soft); font-weight: 600; } button:hover { border-color: var(--link); color: var(--link); }
[role=status]:empty { margin: 0; } #log td { white-space: nowrap; font: 14px/1.6 ui-monospace, Menlo, Consolas, monospace; }
time { font: 1.3rem ui-monospace, Menlo, Consolas, monospace; }
.calendar h3 { font-size: 1rem; margin: 1rem 0 .5rem; } .calendar table { table-layout: fixed; } .calendar td { min-width: 0; height: 3.5rem; border: 1px solid var(--line); padding: .3rem .4rem; font-size: .85rem; overflow-wrap: anywhere; } .calendar tr:last-child > td { border-bottom: 1px solid var(--line); }
.calendar ul { list-style: none; margin: 0; padding: 0; } .calendar li { border-left: 3px solid var(--line); margin: .35rem 0; padding-left: .4rem; } .calendar .pill { white-space: normal; } .calendar .long { display: none; } .calendar .again { margin: .25rem 0; font-weight: 600; color: var(--amber); }
@media screen and (max-width: 45rem) { .calendar :is(table, tbody, tr, td) { display: block; } .calendar :is(thead, tr:not(:has(.mailed)), td:not(.mailed)) { display: none; } .calendar td { height: auto; margin-bottom: .5rem; font-size: 1rem; } .calendar .long { display: inline; } }
@media print { body { max-width: none; padding: 0; font-size: 12px; background: none; } section { padding: .5rem; } .calendar, .month { break-inside: avoid; } .calendar :is(td, th) { padding: .15rem .25rem; font-size: 9px; line-height: 1.3; } .calendar .pill { font-size: 8px; padding: 0 .3rem; } .calendar td { height: 2rem; } .calendar li { margin: .15rem 0; } }
`;

/** Text that is already HTML. Any other text is escaped. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | undefined | readonly Part[];

/** HTML from a template. Values are escaped, unless they are markup. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = strings.reduce((whole, piece, at) => whole + rendered(parts[at - 1]) + piece);
  return { markup: text };
}

function rendered(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return "markup" in part ? part.markup : part.map(rendered).join("");
}

const entities: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" },
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
