/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { clickIn } from "../../../support/browser";
import {
  expectNoBarrier,
  expectQuiet,
  partOf,
  step,
  template,
  useShow,
} from "../../../support/preview-fixtures";

describe("the command show's email frames", function () {
  const { show, open, mailPage, indexPage } = useShow(this);

  it("render light and dark mode at widths of 375 px and 640 px", async () => {
    const html = await template("responsive");
    const { page } = await mailPage({ steps: [step("create", "spring", { html })] });
    const looks: unknown[] = [];
    for (const figure of await page.$$("figure")) {
      await figure.scrollIntoView();
      const frame = await (await figure.$("iframe"))?.contentFrame();
      await frame?.waitForSelector(".hero");
      const look = await frame?.evaluate(() => {
        const { backgroundColor } = getComputedStyle(document.body);
        const { display } = getComputedStyle(document.querySelector(".column") ?? document.body);
        return { width: innerWidth, backgroundColor, display };
      });
      looks.push(look);
    }
    const [light, dark] = ["rgb(238, 242, 246)", "rgb(16, 22, 28)"];
    expect(looks).to.deep.equal([
      { width: 375, backgroundColor: light, display: "block" },
      { width: 640, backgroundColor: light, display: "inline-block" },
      { width: 375, backgroundColor: dark, display: "block" },
      { width: 640, backgroundColor: dark, display: "inline-block" },
      { width: 375, backgroundColor: light, display: "block" },
    ]);
  });

  it("load no remote image before the user follows the link Load remote images", async () => {
    const html = await template("responsive");
    const steps = [step("create", "spring", { html })];
    const { out, ...watched } = await mailPage({ steps });
    const { page } = watched;
    for (const figure of await page.$$("figure")) await figure.scrollIntoView();
    await page.waitForNetworkIdle();
    expectQuiet(watched);
    const sources = async (name: string) =>
      [...(await readFile(join(out, "mail", name), "utf8")).matchAll(/src="(\w+:)/g)].map(
        ([, scheme]) => scheme,
      );
    expect(await sources("001-spring.html")).to.deep.equal(["data:", "data:"]);
    expect(await sources("001-spring-no-images.html")).to.deep.equal(["data:", "data:"]);
    expect(await sources("001-spring-remote.html")).to.deep.equal(["https:", "data:"]);
    const link = await page.$$eval("main a", (all) =>
      all.map((one) => [one.textContent, one.getAttribute("href")]),
    );
    expect(link).to.deep.equal([["Load remote images", "001-spring-remote-images.html"]]);
  });

  it("show the email's noscript text, without embedded objects", async () => {
    const html = `<noscript><embed src="a.swf">fallback</noscript><p>one</p>
<object data="a"><object data="b">inner</object>outer</object>
<!--[if mso]><p>for Outlook</p><![endif]--><!--[if !mso]><!--><p>all</p><!--<![endif]--><p>two</p>`;
    const { page } = await mailPage({ steps: [step("create", "spring", { html })] });
    const frame = await (await page.$("iframe"))?.contentFrame();
    await frame?.waitForSelector("p:last-of-type");
    const text = await frame?.evaluate(() => document.body.innerText.split(/\s+/));
    expect(text).to.deep.equal(["fallback", "one", "all", "two"]);
  });

  const hostile = `</iframe></script><script>top.document.title = "broken"</script>
<img src=x onerror="top.document.title='broken'"><a href="javascript:top.document.title='broken'" id="go">go</a>
<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">
<form action="https://evil.example/" id="form"><input name="a"><button id="send">send</button></form>
<iframe src="https://evil.example/"></iframe><object data="https://evil.example/"></object>
<a href="https://evil.example/" target="_top" id="out">out</a>
<style>@import "https://evil.example/a.css"; body { background: url(https://evil.example/b.png) }</style>
<svg><image href="https://evil.example/c.png"/></svg><p>\ud800 end</p>`;

  it("block scripts, navigation, forms and requests of a hostile email", async () => {
    const name = '<script>document.title = "broken"</script>';
    const { out, page, requests, complaints } = await mailPage({
      steps: [
        step("create", "spring", { html: hostile, subject: name, preheader: "</title>" }),
        step("create", name, { html: "<p>short</p>" }),
      ],
    });
    const frames = await page.$$("iframe");
    for (const frame of frames) await frame.scrollIntoView();
    await page.waitForNetworkIdle();
    expect(complaints).to.deep.equal([]);
    const frame = await frames[0]?.contentFrame();
    for (const id of ["#go", "#send", "#out"]) await clickIn(frame, id);
    await page.waitForNetworkIdle();
    expect(await page.title()).to.equal("spring");
    expect(requests.filter((address) => !/^(file|data):/.test(address))).to.deep.equal([]);
    expect(frame?.url()).to.match(/^file:.*mail\/001-spring\.html$/);
    // The browser reports that it blocked the form and the new window. The link with a script does nothing.
    expect(complaints.map((one) => one.replace(/ because .*/, ""))).to.deep.equal([
      "Blocked form submission to ''",
      "Blocked opening 'https://evil.example/' in a new window",
    ]);
    const index = await open(out, "index.html");
    expect(await index.page.title()).to.equal("Campaigns of mail/prod");
    expect(
      await index.page.$$eval("td a", (all) => all.map((one) => one.textContent)),
    ).to.deep.equal(["spring", name]);
    expect(index.complaints).to.deep.equal([]);
  });

  it("display an email of 5 MB", async () => {
    const large = `<h1>start</h1><img alt="" src="data:image/png;base64,${"A".repeat(5_000_000)}">`;
    const { out, exitCode, output } = await show({
      steps: [step("create", "large", { html: large })],
    });
    expect(exitCode, output).to.equal(0);
    const text = async (name: string, selector: string) => {
      const { page, complaints } = await open(out, name);
      const frame = await (await page.$("iframe"))?.contentFrame();
      const found = await frame?.waitForSelector(selector);
      expect(complaints).to.deep.equal([]);
      return [await found?.evaluate((one) => one.textContent), await partOf(page, "Delivery")];
    };
    const [start, delivery] = await text("001-large.html", "h1");
    expect(start).to.equal("start");
    expect(delivery).to.include("4,882.9 kB of 102 kB: some mailbox providers will clip it");
  });

  it("can be reached, and switched between old and new content, with only the keyboard", async () => {
    const { page } = await indexPage({
      steps: [step("update", "spring", { html: "<p>New</p>" }, { html: "<p>Old</p>" })],
    });
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focused()).to.equal("spring");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    await page.keyboard.press("Tab");
    expect(await focused()).to.equal("All campaigns");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowLeft");
    const shown = await page.$$eval("figure:first-of-type iframe", (all) =>
      all.filter((one) => one.checkVisibility()).map(({ title }) => title),
    );
    expect(shown).to.deep.equal(["Before: 375 px, light"]);
    await page.keyboard.press("Tab");
    expect(await focused()).to.equal("375 px, light");
  });

  it("are on pages that pass the accessibility checks and fit a width of 375 px", async () => {
    const html = await template("rtl");
    const { out } = await show({
      steps: [step("update", "spring", { html }, { html: "<p>Old</p>" })],
    });
    for (const file of ["index.html", "001-spring.html"]) {
      const watched = await open(out, file);
      await expectNoBarrier(watched.page);
      expectQuiet(watched);
    }
  });
});
