/// <reference lib="dom" />
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Page } from "puppeteer-core";
import { inspectHtml } from "../../../mail/inspect/inspection";
import { sanitizeHtml } from "../../../mail/page";
import { content, judgeText } from "../../../provider/input/asset";
import { sentenceOf } from "../../../provider/input/finding";
import { judgeOutputs } from "../../../provider/input/text-mistakes";
import { useBrowser } from "../../support/browser";
import { checkContent } from "../../support/campaign-content";
import { useScratch } from "../../support/scratch";
import { useServers } from "../../support/server";
import { documentOf, emails } from "./table";

/** The image that the server returns for every URL. No email declares the size of this image. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="red"/></svg>';

/** The findings about an email, each cut before its reason. */
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

describe("the content checks", () => {
  for (const [name, row] of Object.entries(emails)) {
    const { finds } = row;
    it(`report ${finds.length === 0 ? "nothing" : `only ${finds.map((one) => one.split(":")[0]).join(" and ")}`} if an email has ${name}`, async () => {
      expect(await foundIn(documentOf(row))).to.deep.equal(finds);
    });
  }
});

describe("the example emails", function () {
  const scratch = useScratch(this);
  const openPage = useBrowser(this);
  const serve = useServers(this);

  it("have the same width on a phone if images are embedded, remote or blocked", async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { "Content-Type": "image/svg+xml" }).end(picture);
    });
    const { page } = await openPage();
    await page.setViewport({ width: 375, height: 667 });
    const widths = async (html: string) => {
      const shown = html.replaceAll("https://acme.example/", `${url}/`);
      const source = sanitizeHtml(shown, {});
      const found: number[] = [];
      for (const images of ["embedded", "none", "remote"] as const) {
        await show(page, source.document(images));
        found.push(await page.evaluate(() => document.documentElement.scrollWidth));
      }
      return found;
    };
    for (const [name, row] of Object.entries(emails)) {
      const found = await widths(documentOf(row));
      expect(new Set(found), `${name}: ${found}`).to.have.lengthOf(1);
    }
  });

  it("have the same links and images for inspectHtml as in Chromium, and load only URLs that inspectHtml returns", async () => {
    const { page, requests } = await openPage();
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      void (/^(?:file|data):/.test(request.url()) ? request.continue() : request.abort());
    });
    for (const [name, row] of Object.entries(emails)) {
      const html = documentOf(row);
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
