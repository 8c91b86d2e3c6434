/// <reference lib="dom" />
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Page } from "puppeteer-core";
import { inspectHtml } from "../../../mail/inspect/inspection";
import { frameSource } from "../../../mail/page";
import { content, judgeText } from "../../../provider/input/asset";
import { sentenceOf } from "../../../provider/input/finding";
import { judgeOutputs } from "../../../provider/input/output-in-text";
import { useBrowser } from "../../support/browser";
import { checkContent } from "../../support/campaign-content";
import { useScratch } from "../../support/scratch";
import { useServers } from "../../support/server";

// Each mail, what must be found in it, and nothing else.

const noWayOut = "unsubscribe-missing: the email has no unsubscribe link";
const token = (written: string) => `merge-tag-unknown: the email has ${written}`;

const mails: Readonly<Record<string, readonly string[]>> = {
  "ampersands-encoded-twice": [
    "text-encoded: html: it has 1 address with &amp;amp; or #038; or amp%3B (first on line 8)",
  ],
  "as-high-as-the-window": [],
  "branches-of-a-template": [token("{{#if member}}")],
  "columns-of-a-fixed-width": [],
  "columns-that-stack": [],
  "comment-for-all-but-outlook": [
    "link-not-https: html: 1 address without https (first on line 8)",
  ],
  "comment-for-outlook": ["link-not-https: html: 1 address without https (first on line 11)"],
  "comment-for-outlook-with-a-space": [],
  "control-characters": ["character-lost: html: it has the character U+0092 (first on line 8)"],
  "from-right-to-left": [],
  "hosts-of-a-private-network": [
    "link-unreachable: html: it has 3 addresses on a host of a private network (first on line 8)",
  ],
  "hosts-that-nobody-reaches": [
    "link-unreachable: html: it has 4 addresses on a host that no reader can reach (first on line 8)",
  ],
  "images-of-many-kinds": [],
  "images-of-many-sizes": [],
  "images-that-are-attached": [
    "image-attached: html: it has 3 addresses of a cid: attachment (first on line 8)",
  ],
  "images-without-a-text": ["image-without-alt: html: 2 images without alt text (first on line 8)"],
  "images-without-an-address": [
    "link-empty: html: 2 links and images without a usable address (first on line 8)",
  ],
  "images-without-https": ["link-not-https: html: 5 addresses without https (first on line 6)"],
  "letters-of-many-languages": [],
  "links-of-every-scheme": [],
  "links-of-a-carousel": [],
  "links-that-lead-nowhere": [
    "link-empty: html: 7 links and images without a usable address (first on line 9)",
  ],
  "links-within-the-mail": [],
  "links-without-https": ["link-not-https: html: 5 addresses without https (first on line 8)"],
  "lost-characters": ["character-lost: html: it has the character U+FFFD (first on line 8)"],
  "nothing-at-all": [noWayOut, "html-blank: html: it has no text"],
  "preheader-that-is-hidden": [],
  "tags-closed-as-in-xml": [],
  "tags-crossed-around-a-block": [
    "element-unclosed: html: 1 element closed after the element around it (first <center> on line 9)",
  ],
  "tags-crossed-where-all-agree": [],
  "tags-never-closed": ["element-unclosed: html: 2 elements never closed (first <div> on line 9)"],
  "tags-that-html-lets-open": [],
  "tags-that-swallow-the-next": [
    'element-unclosed: html: 2 start tags without a ">" (first <a> on line 8)',
  ],
  "tokens-by-their-names": ["merge-tag-unknown: html: it has [First Name]"],
  "tokens-in-addresses": [token("{{ shop_url }}")],
  "tokens-of-liquid": [token("{% if member %}")],
  "tokens-of-other-tools": [token("{{{first_name}}}")],
  "tokens-of-the-service": [],
  "tokens-that-are-an-address": [
    "merge-tag-unknown: html: it has the address [tracking_link] (on line 8)",
  ],
  "unsubscribe-article": [noWayOut],
  "unsubscribe-beside-another-link": [noWayOut],
  "unsubscribe-by-a-button": [],
  "unsubscribe-by-a-pointer": [],
  "unsubscribe-by-form": [],
  "unsubscribe-by-mail": [],
  "unsubscribe-hidden": [noWayOut],
  "unsubscribe-in-a-comment": [noWayOut],
  "unsubscribe-in-french": [],
  "unsubscribe-in-german": [],
  "unsubscribe-in-italian": [],
  "unsubscribe-in-polish": [],
  "unsubscribe-in-spanish": [],
  "unsubscribe-token-behind-a-scheme": [
    "unsubscribe-broken: html: it has https://%%unsubscribe%% (on line 9)",
  ],
  "unsubscribe-token-capitals": [token("%%UNSUBSCRIBE%%")],
  "unsubscribe-token-curly": [token("{{{unsubscribe}}}")],
  "unsubscribe-token-encoded": ["unsubscribe-broken: html: it has &#37;&#37;unsubscribe&#37;&#37;"],
  "unsubscribe-token-half": [token("%%unsubscribe%")],
  "unsubscribe-token-one-percent": [token("%unsubscribe%")],
  "unsubscribe-token-spaced": [token("%% unsubscribe %%")],
  "unsubscribe-token-star": [token("*|UNSUB|*")],
  "unsubscribe-token-with-tags": ["unsubscribe-broken: html: it has %%<b>unsubscribe</b>%%"],
  "unsubscribe-with-soft-hyphens": [],
  "wide-image-in-a-table": [],
  "wide-image-without-a-limit": [],
};

/** What every address of an image gives; no mail declares its size. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="red"/></svg>';

describe("the collection of mails", function () {
  const scratch = useScratch(this);
  const openPage = useBrowser(this);
  const serve = useServers(this);
  const sourceOf = (name: string) => readFile(join(__dirname, `${name}.html`), "utf8");

  /** What is found, each up to where the sentence says why it matters. */
  async function foundIn(html: string): Promise<string[]> {
    const texts = { subject: "Spring", preheader: "Seeds", plainText: "Hello" };
    const found = [
      ...judgeOutputs({ html }).findings,
      ...content(html, "html"),
      ...judgeText(html, "html"),
      ...(await checkContent({ ...texts, html })),
    ];
    return found.map((one) => {
      const [, said = ""] = /^([^(,]*\([^)]*\)|[^,]*)/.exec(sentenceOf(one)) ?? [];
      return `${one.name}: ${said}`;
    });
  }

  it("has a row for each file", async () => {
    const files = (await readdir(__dirname)).filter((file) => file.endsWith(".html"));
    const rows = Object.keys(mails).map((name) => `${name}.html`);
    expect(files.sort()).to.deep.equal(rows.sort());
  });

  for (const [name, expected] of Object.entries(mails)) {
    it(`finds ${expected.length === 0 ? "nothing" : expected.length} in ${name}`, async () => {
      expect(await foundIn(await sourceOf(name))).to.deep.equal(expected);
    });
  }

  it("is as wide with its images blocked as with them, on a phone", async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { "Content-Type": "image/svg+xml" }).end(picture);
    });
    const { page } = await openPage();
    await page.setViewport({ width: 375, height: 667 });
    const widths = async (name: string) => {
      const html = (await sourceOf(name)).replaceAll("https://acme.example/", `${url}/`);
      const source = frameSource(html, {});
      const found: number[] = [];
      for (const images of ["embedded", "none", "remote"] as const) {
        await show(page, source.document(images));
        found.push(await page.evaluate(() => document.documentElement.scrollWidth));
      }
      return found;
    };
    for (const name of Object.keys(mails)) {
      const found = await widths(name);
      expect(new Set(found), `${name}: ${found}`).to.have.lengthOf(1);
    }
  });

  it("has the addresses that Chromium sees who runs no script", async () => {
    const { page, requests } = await openPage();
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      void (/^(?:file|data):/.test(request.url()) ? request.continue() : request.abort());
    });
    for (const name of Object.keys(mails)) {
      const html = await sourceOf(name);
      requests.length = 0;
      await show(page, html);
      const seen = (tags: string, attribute: string) =>
        page.$$eval(tags, (all, of) => all.map((one) => one.getAttribute(of) ?? ""), attribute);
      const { links, images, others } = inspectHtml(html);
      const addresses = (found: readonly { address: string }[]) =>
        found.map(({ address }) => address);
      expect(addresses(links), name).to.deep.equal(await seen("a, area", "href"));
      expect(addresses(images), name).to.deep.equal(await seen("img", "src"));
      const asked = requests.filter((one) => /^https?:/.test(one));
      const loadable = addresses([...images, ...others]).filter((one) => URL.canParse(one));
      const loaded = loadable.map((one) => new URL(one).href);
      expect(loaded, name).to.include.members(asked);
    }
  });

  async function show(page: Page, html: string): Promise<void> {
    const file = join(scratch(), "shown.html");
    await writeFile(file, html);
    await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
  }
});
