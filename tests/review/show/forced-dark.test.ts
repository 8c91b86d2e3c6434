/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Page } from "puppeteer-core";
import { browserPath } from "../../support/browser";
import { expectNoBarrier, step, useShow } from "../../support/shown";

describe("the picture of forced dark mode", function () {
  const { open, mailPage } = useShow(this);

  async function pictured(html: string) {
    const preview = { steps: [step("create", "spring", { html })] };
    return mailPage(preview, "--screenshots", "--browser", await browserPath());
  }

  /** Colours of a picture, by places. */
  async function colors(page: Page, file: string, places: readonly (readonly [number, number])[]) {
    const picture = (await readFile(file)).toString("base64");
    return page.evaluate(
      async (png: string, all: readonly (readonly [number, number])[]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
        canvas?.drawImage(image, 0, 0);
        return all.map(([x, y]) => [...(canvas?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3));
      },
      picture,
      places,
    );
  }

  it("shows forced dark mode beside the mail's own dark styles, as an approximation", async () => {
    const html = `<style>@media (prefers-color-scheme: dark) { body { background: #00f !important } }</style>
<body style="margin:0;background:#fff"><div style="height:100px;background-image:linear-gradient(#0b5,#0b5)"></div><div style="height:100px"></div>`;
    const { out, page, complaints, requests } = await pictured(html);
    const places = [
      [20, 50],
      [20, 150],
    ] as const;
    const { page: blank } = await open(out, "mail/001-spring.html");
    const of = (name: string) => colors(blank, join(out, `001-spring-${name}.png`), places);
    const green = [0, 187, 85];
    expect(await of("desktop")).to.deep.equal([green, [255, 255, 255]]);
    expect(await of("dark")).to.deep.equal([green, [0, 0, 255]]);
    const [button, ground = []] = await of("forced-dark");
    expect(button).to.deep.equal(green);
    expect(Math.max(...ground)).to.be.below(40);
    const captions = await page.$$eval("figcaption", (all) => all.map((one) => one.textContent));
    expect(captions.slice(2, 5)).to.deep.equal([
      "375 px, dark",
      "640 px, dark",
      "640 px, forced dark mode: an approximation, since each email client has its own",
    ]);
    const image = await page.$("figure img");
    await image?.scrollIntoView();
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>("figure img")?.complete,
    );
    expect(await image?.evaluate((one) => one.naturalWidth)).to.equal(640);
    await expectNoBarrier(page);
    expect(complaints).to.deep.equal([]);
    expect(requests.filter((address) => !/^(file|data):/.test(address))).to.deep.equal([]);
  });
});
