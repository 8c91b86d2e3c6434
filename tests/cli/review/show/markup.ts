/// <reference lib="dom" />
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { openScreenshotBrowser } from "../../../../cli/review/show/screenshot-browser";
import { inspectHtml } from "../../../../mail/inspect/inspection";
import { sanitizeHtml } from "../../../../mail/page";
import { browserPath } from "../../../../tools/browser";
import { useBrowser } from "../../../support/browser";
import { pixelsOf } from "../../../support/preview-fixtures";
import { useScratch } from "../../../support/scratch";
import { useServers } from "../../../support/server";

const refresh = (origin: string) => `<meta http-equiv="refresh" content="0;url=${origin}/go">`;
const image = (origin: string) => `<img alt="" src="${origin}/a.png">`;

/** HTML that parsers and browsers may read differently. Each part is text, or loads a URL of `origin`. */
const forms: Readonly<Record<string, (origin: string) => string>> = {
  "CDATA that a browser ends early": (at) => `<![CDATA[>${refresh(at)}${image(at)}]]>`,
  "CDATA in a drawing": (at) => `<svg><![CDATA[>${image(at)}]]></svg>${image(at)}`,
  "a declaration": (at) => `<!x>${refresh(at)}${image(at)}`,
  "an instruction": (at) => `<?x>${refresh(at)}${image(at)}`,
  "an end tag without a name": (at) => `</ >${refresh(at)}${image(at)}`,
  "a comment that ends with `--!>`": (at) => `<!-- --!>${refresh(at)}${image(at)}<!-- -->`,
  "a comment that ends at once": (at) => `<!-->${refresh(at)}${image(at)}<!-- -->`,
  "a comment that ends with `--->`": (at) => `<!--->${image(at)}<!-- -->`,
  "a comment that never ends": (at) => `<p>a</p><!-- ${refresh(at)}${image(at)}`,
  "an attribute without white space": (at) => `<img alt=""src="${at}/a.png"/><p>a</p>`,
  "an attribute after a slash": (at) => `<img/alt=""/src="${at}/a.png">`,
  "a repeated attribute": (at) => `<img alt="" src="${at}/a.png" src="${at}/b.png">`,
  "entities in an address": (at) => `<img alt="" src="${at.replace(":", "&colon;")}&#x2f;a.png">`,
  "white space in an address": (at) => `<img alt="" src=" ${at}/a\n.png ">`,
  "`image` for `img`": (at) => `<image alt="" src="${at}/a.png">`,
  "a drawing that HTML breaks out of": (at) => `<svg><style><p></style>${image(at)}</svg>`,
  "a title in a drawing": (at) => `<svg><title><img alt="" src="${at}/a.png"></title></svg>`,
  "raw text in a formula": (at) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${at}/b.png&gt;" alt="" src="${at}/a.png">`,
  "a text area and a title": (at) =>
    `<textarea>${image(at)}</textarea><title>${image(at)}</title>${image(at)}`,
  "noscript, for who runs no script": (at) => `<noscript>${refresh(at)}${image(at)}</noscript>`,
  "a template, which nobody sees": (at) => `<template>${image(at)}</template><p>a</p>`,
  "what stands outside a table's cells": (at) => `<table>${image(at)}<tr><td>a</td></tr></table>`,
  "links and paragraphs that are crossed": (at) => `<a href="${at}/b"><p>a<b></a>${image(at)}</p>`,
  "nested forms": (at) => `<form action="${at}/c"><form action="${at}/d">${image(at)}</form>`,
  "a style that holds markup": (at) =>
    `<style>/* ${image(at)} */ p { background: url("${at}/b.png") }</style><p>a</p>`,
  "a style attribute with entities": (at) =>
    `<p style="background:url(&quot;${at}/b.png&quot;)">a</p>`,
  "text without an end": (at) => `${image(at)}<plaintext>${image(at)}`,
};

describe("an email with ambiguous or hostile HTML", function () {
  const openPage = useBrowser(this);
  const scratch = useScratch(this);
  const serve = useServers(this);

  async function look(what: string, of: (origin: string) => string): Promise<void> {
    const { url, received } = await serve((response) => response.end());
    const { origin } = new URL(url);
    const html = of(origin);
    const { page, requests } = await openPage();
    await page.setJavaScriptEnabled(false);
    const file = join(scratch(), `${new URL(url).port}.html`);
    await writeFile(file, sanitizeHtml(html, {}).document("embedded"));
    await page.goto(pathToFileURL(file).href, { waitUntil: "networkidle0" });
    expect(page.url(), what).to.equal(pathToFileURL(file).href);
    const outside = requests.filter((one) => !/^(?:file|data):/.test(one));
    expect([outside, received], what).to.deep.equal([[], []]);
    const bare = `<!doctype html>${html.replace(/<meta[^>]*>/g, "")}`;
    await page.goto(`data:text/html,${encodeURIComponent(bare)}`);
    const seen = requests.filter((one) => one.startsWith(origin));
    const { images, others } = inspectHtml(bare);
    const loaded = [...images, ...others]
      .filter(({ address }) => !/\/[cd]$/.test(address))
      .map(({ address }) => address.replace(/\s/g, ""));
    expect([...new Set(loaded)].sort(), what).to.deep.equal([...new Set(seen)].sort());
    await page.close();
  }

  it("causes no requests on show's page, and inspectHtml returns exactly the URLs that Chromium loads", async function () {
    this.timeout(60_000);
    await Promise.all(Object.entries(forms).map(([what, of]) => look(what, of)));
  });

  it("can't bring a local file into the screenshot by redirect, iframe or image", async () => {
    const secret = join(scratch(), "secret.html");
    await writeFile(secret, '<body style="margin:0;background:#f00"><p>secret');
    await mkdir(join(scratch(), "mail"));
    const file = join(scratch(), "mail", "001.html");
    const address = pathToFileURL(secret).href;
    await writeFile(
      file,
      `<meta http-equiv="refresh" content="0;url=${address}"><iframe src="${address}"></iframe><img src="${address}"><p>Hi`,
    );
    const screenshotBrowser = await openScreenshotBrowser(await browserPath(), () => undefined);
    try {
      const { png } = await screenshotBrowser.take(pathToFileURL(file).href, "phone", 10_000);
      const { page } = await openPage();
      const { width, height, colorAt } = await pixelsOf(page, png);
      const all = Array.from({ length: width * height }, (_, at) =>
        colorAt(at % width, (at / width) | 0),
      );
      expect(all.filter(([red, green]) => red === 255 && green === 0)).to.deep.equal([]);
    } finally {
      await screenshotBrowser.close();
    }
  });
});
