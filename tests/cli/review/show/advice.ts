/// <reference lib="dom" />
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { openScreenshotBrowser } from "../../../../cli/review/show/screenshot-browser";
import { browserPath } from "../../../../tools/browser";
import { startCommand } from "../../../../tools/engine/command";
import { commandLine } from "../../../support/command";
import {
  expectNoBarrier,
  expectQuiet,
  partOf,
  pixelsOf,
  step,
  useShow,
} from "../../../support/preview-fixtures";

describe("show --screenshots", function () {
  const { open, showWithScreenshots, mainText, scratch, write } = useShow(this);

  const pageOf = async (html: string) => {
    const { out } = await showWithScreenshots({ spring: html });
    return { out, ...(await open(out, "001-spring.html")) };
  };

  it("shows an approximation of forced dark mode next to the email's own dark styles", async () => {
    const html = `<style>@media (prefers-color-scheme: dark) { body { background: #00f !important } }</style>
<body style="margin:0;background:#fff"><div style="height:100px;background-image:linear-gradient(#0b5,#0b5)"></div><div style="height:100px"></div>`;
    const { out, ...watched } = await pageOf(html);
    const { page } = watched;
    const { page: blank } = await open(out, "mail/001-spring.html");
    const of = async (name: string) => {
      const png = await readFile(join(out, `001-spring-${name}.png`));
      const { colorAt } = await pixelsOf(blank, png);
      return [colorAt(20, 50), colorAt(20, 150)];
    };
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
    expectQuiet(watched);
  });

  it("shows accessibility advice next to the affected content, for light and dark mode", async () => {
    const html = `<style>.a { color: #999 } .b { color: #000 } @media (prefers-color-scheme: dark) { body { background: #111 !important } }</style>
<body style="background:#fff"><h1>Spring</h1><h4>Seeds</h4><p class="a">Pale in light mode</p><p class="b">Lost in dark mode</p>
<table><tr><td><a href="https://acme.example"><img src="https://acme.example/a.png"></a></td></tr></table>`;
    const { page, out } = await pageOf(html);
    const { page: index } = await open(out, "index.html");
    expect(await mainText(index)).to.not.match(/\d (error|warning|note|advice)/);
    const advice = (part: string) =>
      partOf(page, part).then((text) =>
        text.split("\n").filter((line) => line.startsWith("advice")),
      );
    expect(await advice("HTML")).to.deep.equal([
      'advice: Elements must meet minimum color contrast ratio thresholds: 1 in light mode, 3 in dark mode; the first is <p> "Pale in light mode" with 2.84:1, where 4.5:1 is wanted. color-contrast',
      'advice: Heading levels should only increase by one: 1 element; the first is <h4> "Seeds". heading-order',
      "advice: <html> element must have a lang attribute: 1 element; the first is <html>. html-has-lang",
      'advice: Tables for layout must have role="presentation": 1 element; the first is <table>. layout-table-role',
    ]);
    expect(await advice("Images")).to.deep.equal([
      "advice: Images must have alternative text: 1 element; the first is <img>. image-alt",
    ]);
    expect(await advice("Links")).to.deep.equal([
      "advice: Links must have discernible text: 1 element; the first is <a>. link-name",
    ]);
    await expectNoBarrier(page);
  });

  it("runs no scripts, even if the email's HTML contains scripts", async () => {
    const file = join(scratch(), "mail.html");
    const script = 'document.body.innerHTML = "<img src=x>"';
    await writeFile(
      file,
      `<!doctype html><html lang="en"><body onload='${script}'><h1>Hi</h1><script>${script}; setTimeout(() => { ${script} })</script>`,
    );
    const screenshotBrowser = await openScreenshotBrowser(await browserPath(), () => undefined);
    try {
      expect(await screenshotBrowser.advise(pathToFileURL(file).href, 10_000)).to.deep.equal({
        advice: [],
      });
    } finally {
      await screenshotBrowser.close();
    }
  });

  it("reports that axe-core failed if an email's HTML hides a function that axe-core needs", async () => {
    const html =
      '<form name="querySelectorAll"></form><form name="createElement"></form><img name="body"><p>Hi</p>';
    const { page, out } = await pageOf(html);
    expect(await mainText(page)).to.match(/Can't be shown\n+advice on accessibility: .+/);
    expect(await readFile(join(out, "001-spring-desktop.png"))).to.have.length.above(100);
  });

  it("takes screenshots, and shows how to install axe-core, if axe-core is missing", async () => {
    const hidden =
      'const { Module } = require("node:module"); const load = Module._load; Module._load = (name, ...rest) => { if (name.includes("axe-core")) throw new Error("hidden"); return load(name, ...rest); };';
    await writeFile(join(scratch(), "hide.cjs"), hidden);
    await write("preview.json", { steps: [step("create", "spring", { html: "<p>Hi</p>" })] });
    const command = ["--require", "./hide.cjs", commandLine, "show", "--preview", "preview.json"];
    const args = [...command, "--screenshots", "--browser", await browserPath()];
    const { exitCode, output } = await startCommand(process.execPath, args, { cwd: scratch() })
      .result;
    expect(exitCode, output).to.equal(0);
    const { page } = await open(join(scratch(), "email-marketing-mail"), "001-spring.html");
    expect(await mainText(page)).to.match(
      /Can't be shown\nadvice on accessibility: the package "axe-core" is not installed. Run: npm install axe-core\n/,
    );
    expect(await page.$$("figure img")).to.have.lengthOf(1);
  });
});
