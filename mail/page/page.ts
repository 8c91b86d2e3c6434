import { createHash } from "node:crypto";
import { type Markup, markup } from "./markup";
import { styleSheet } from "./sheet";

/** What a document loads besides itself and its frames. */
export interface Loaded {
  /** The address of its script. */
  readonly script?: string;
  /** Whether it has pictures, which are files beside it. */
  readonly hasPictures?: boolean;
}

/** A document of ours: it frames and loads nothing but the files beside it, and runs no script that it isn't given. */
export function page(title: string, body: Markup, { script, hasPictures }: Loaded = {}): string {
  const style = createHash("sha256").update(styleSheet).digest("base64");
  // Chromium takes a file beside the page for 'self' only where the page came by HTTP.
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
