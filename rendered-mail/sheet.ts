/** The look of every page: readable from 320 px on, by its own colours in light and dark. */
export const styleSheet = `
:root { color-scheme: light dark; --line: light-dark(#d0d7de, #444c56); --soft: light-dark(#f6f8fa, #22272e); --red: light-dark(#b42318, #ff9a8f); --amber: light-dark(#8a5300, #f2c063); --green: light-dark(#11652d, #6fdd8b); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #1c2128); color: light-dark(#1f2328, #d6dde5); overflow-wrap: anywhere; }
a { color: light-dark(#0550ae, #77b7ff); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h1, h2 { line-height: 1.25; }
table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--line); padding: .35rem .5rem; text-align: left; vertical-align: top; }
.wide { overflow-x: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dd { margin: 0; } dt { font-weight: 600; }
ul.plain { list-style: none; padding: 0; }
.error { color: var(--red); } .warning { color: var(--amber); } .note { color: inherit; }
.box { border: 1px solid var(--line); border-radius: .4rem; background: var(--soft); padding: .75rem; }
.inbox { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.inbox p { margin: 0; } .inbox .from { font-weight: 700; } .quiet { opacity: .85; }
pre { white-space: pre-wrap; margin: 0; font: 14px/1.5 ui-monospace, monospace; }
.frames { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
figure { margin: 0; max-width: 100%; } figcaption { font-weight: 600; }
iframe { display: block; width: 100%; height: 42rem; border: 1px solid var(--line); resize: vertical; }
figure.phone { width: 377px; } figure.desktop { width: 642px; }
.light { color-scheme: light; background: #fff; } .dark { color-scheme: dark; background: #1e1e1e; }
.old, .switch:has(.show-old:checked) .new { display: none; } .switch:has(.show-old:checked) .old { display: block; }
fieldset { border: 1px solid var(--line); border-radius: .4rem; margin: 0 0 1rem; }
ins { background: light-dark(#ccf2d6, #14532d); text-decoration: none; } del { background: light-dark(#ffd9d5, #6b1d17); }
`;
