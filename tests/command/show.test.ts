/// <reference lib="dom" />
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { expect } from "chai";
import type { Page } from "puppeteer-core";
import { startCommand } from "../../tools/engine/command";
import { browserPath, useBrowser } from "../support/browser";
import { useScratch } from "../support/scratch";

const script = join(__dirname, "..", "..", "provider", "bin", "pulumi-email-marketing.js");
const template = (name: string) =>
  readFile(join(__dirname, "..", "rendered-mail", "template", `${name}.html`), "utf8");
const urnOf = (kind: string, name: string) =>
  `urn:pulumi:prod::mail::pulumi-nodejs:dynamic/emailmarketing:${kind}::${name}`;
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const fileAsset = (path: string, content: string) => ({
  "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
  path,
  hash: createHash("sha256").update(content).digest("hex"),
});
const inputsOf = (inputs: object) => ({
  name: "Spring",
  subject: "What is new in spring",
  preheader: "Seeds and tools",
  sender: { email: "news@acme.example", name: "Acme News" },
  listIds: ["list-1"],
  plainText: "Hello. %%unsubscribe%%",
  ...inputs,
});
const step = (op: string, name: string, inputs: object, old?: object) => ({
  op,
  urn: urnOf("Campaign", name),
  newState: { inputs: inputsOf(inputs) },
  ...(old && { oldState: { id: "campaign-1", inputs: inputsOf(old) } }),
});
const schedule = (name: string, scheduledAt: string) => ({
  op: "create",
  urn: urnOf("CampaignSchedule", name),
  newState: {
    inputs: { scheduledAt, campaignId: unknown },
    propertyDependencies: { campaignId: [urnOf("Campaign", name)] },
  },
});

describe("show", function () {
  const openPage = useBrowser(this);
  const scratch = useScratch(this);

  /** Writes the pages of a preview, and gives their folder. */
  async function show(preview: object, ...args: readonly string[]) {
    await writeFile(join(scratch(), "preview.json"), JSON.stringify(preview));
    const command = [script, "show", "--preview", "preview.json", ...args];
    const { result } = startCommand(process.execPath, command, { cwd: scratch() });
    return { out: join(scratch(), "email-marketing-mail"), ...(await result) };
  }

  async function open(out: string, name: string) {
    const watched = await openPage();
    await watched.page.goto(pathToFileURL(join(out, name)).href, { waitUntil: "load" });
    return watched;
  }

  const mainText = (page: Page) => page.$eval("main", (main) => main.innerText);

  it("shows a new campaign as its readers see it", async () => {
    const html = await template("responsive");
    const { out, output, exitCode } = await show({
      steps: [step("create", "spring", { html }), schedule("spring", "2099-03-01 09:00:00")],
      diagnostics: [
        {
          urn: urnOf("Campaign", "spring"),
          severity: "warning",
          message: "warning: html: 1 link without https [link-not-https]\n",
        },
      ],
    });
    expect(exitCode, output).to.equal(0);
    expect(output).to.equal(
      `Wrote 1 campaign to ${out}. Open ${join(out, "index.html")} in a browser.\n`,
    );
    const { page } = await open(out, "001-spring.html");
    const text = await mainText(page);
    for (const part of [
      "spring (create)",
      "What is new in spring",
      "Acme News <news@acme.example>",
      "2099-03-01 09:00:00",
      "Hello. %%unsubscribe%%",
      "Packets of seeds\thttps://images.acme.example/seeds.png",
      "See the collection\thttps://shop.acme.example/spring?utm=mail",
      "warning: html: 1 link without https link-not-https",
      "1.7 kB of 102 kB",
    ]) {
      expect(text).to.include(part);
    }
    const captions = await page.$$eval("figcaption", (all) => all.map((one) => one.textContent));
    expect(captions).to.deep.equal([
      "375 px, light",
      "640 px, light",
      "375 px, dark",
      "640 px, dark",
      "375 px, light, images off",
    ]);
  });

  it("shows light and dark as the mail's own style sheet has them, at the widths that it says", async () => {
    const { out } = await show({
      steps: [step("create", "spring", { html: await template("responsive") })],
    });
    const { page } = await open(out, "001-spring.html");
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

  it("loads no remote image until the reader asks for it, and shows alternative texts without images", async () => {
    const { out } = await show({
      steps: [step("create", "spring", { html: await template("responsive") })],
    });
    const blocked = await open(out, "001-spring.html");
    for (const figure of await blocked.page.$$("figure")) await figure.scrollIntoView();
    await blocked.page.waitForNetworkIdle();
    expect(blocked.requests.filter((address) => !/^(file|data):/.test(address))).to.deep.equal([]);
    expect(blocked.complaints).to.deep.equal([]);
    const sources = async (name: string) =>
      [...(await readFile(join(out, "mail", name), "utf8")).matchAll(/src="(\w+:)/g)].map(
        ([, scheme]) => scheme,
      );
    expect(await sources("001-spring.html")).to.deep.equal(["data:"]);
    expect(await sources("001-spring-no-images.html")).to.deep.equal([]);
    expect(await sources("001-spring-remote.html")).to.deep.equal(["https:", "data:"]);
    const link = await blocked.page.$$eval("main a", (all) =>
      all.map((one) => [one.textContent, one.getAttribute("href")]),
    );
    expect(link).to.deep.equal([["Load remote images", "001-spring-remote-images.html"]]);
  });

  it("marks merge tags, and fills them from a sample", async () => {
    await writeFile(join(scratch(), "data.json"), '{"first_name":"Ada & <b>co</b>"}');
    const { out } = await show(
      {
        steps: [
          step("create", "spring", {
            html: "<p>Hi {{ first_name }}, your code is %%code%%.</p>",
            subject: "For {{first_name}}",
          }),
        ],
      },
      "--sample",
      "data.json",
    );
    const frame = await readFile(join(out, "mail", "001-spring.html"), "utf8");
    expect(frame.split("\n")[1]).to.equal(
      '<p>Hi <mark title="{{ first_name }}">Ada &amp; &lt;b&gt;co&lt;/b&gt;</mark>, your code is <mark title="%%code%%">%%code%%</mark>.</p>',
    );
    const { page } = await open(out, "001-spring.html");
    expect(await mainText(page)).to.include("For Ada & <b>co</b>");
  });

  it("shows a change beside its old self, from a checkout of the base branch where files hold it", async () => {
    await writeFile(join(scratch(), "mail.html"), "<p>Forty seeds, and new tools</p>");
    const base = join(scratch(), "base");
    await writeFile(join(scratch(), "Pulumi.yaml"), "name: mail\nruntime: nodejs\n");
    const old = "<p>Thirty seeds</p>";
    await startCommand("mkdir", [base]).result;
    await writeFile(join(base, "mail.html"), old);
    const { out } = await show(
      {
        steps: [
          step(
            "update",
            "spring",
            { html: fileAsset("mail.html", "<p>Forty seeds, and new tools</p>") },
            { html: fileAsset("mail.html", old) },
          ),
        ],
      },
      "--base",
      "base",
    );
    const { page } = await open(out, "001-spring.html");
    const parts = await page.$$eval("pre ins, pre del", (all) =>
      all.map((one) => [one.tagName, one.textContent]),
    );
    expect(parts).to.deep.equal([
      ["DEL", "Thirty"],
      ["INS", "Forty"],
      ["INS", ", and new tools"],
    ]);
    const isShown = () =>
      page.$$eval("figure:first-of-type iframe", (all) =>
        all.map((one) => [one.title, one.checkVisibility()]),
      );
    expect(await isShown()).to.deep.equal([
      ["Before: 375 px, light", false],
      ["After: 375 px, light", true],
    ]);
    await page.click(".show-old");
    expect(await isShown()).to.deep.equal([
      ["Before: 375 px, light", true],
      ["After: 375 px, light", false],
    ]);
  });

  it("says why a part can't be shown, and shows no file that changed since the preview", async () => {
    await writeFile(join(scratch(), "mail.html"), "<p>Later</p>");
    const { out } = await show({
      steps: [
        step("create", "file", { html: fileAsset("mail.html", "<p>Earlier</p>") }),
        step("create", "secret", { html: "[secret]", subject: "[secret]" }),
        step("create", "late", { html: unknown }),
      ],
    });
    const missing = async (name: string) => {
      const { page } = await open(out, name);
      return /Can't be shown\n(.*)/.exec(await mainText(page))?.[1];
    };
    expect(await missing("001-file.html")).to.equal(
      "html: mail.html has changed since, so it is not shown",
    );
    expect(await missing("002-secret.html")).to.equal("html: a secret");
    expect(await missing("003-late.html")).to.equal("html: known only after apply");
  });

  it("replaces the pages of an earlier run, and refuses a folder that holds anything else", async () => {
    const first = await show({ steps: [step("create", "one", {}), step("create", "two", {})] });
    const second = await show({ steps: [step("create", "two", {})] });
    expect(second.exitCode, second.output).to.equal(0);
    expect(await readdir(first.out)).to.deep.equal([
      ".email-marketing-mail",
      "001-two.html",
      "index.html",
      "mail",
    ]);
    await writeFile(join(first.out, "notes.txt"), "mine");
    const third = await show({ steps: [step("create", "two", {})] });
    expect(third.exitCode).to.equal(1);
    expect(third.output).to.equal(
      `error: ${first.out} holds "notes.txt", which this command did not write. Empty the folder, or choose another one with --out.\n`,
    );
    expect(await readFile(join(first.out, "notes.txt"), "utf8")).to.equal("mine");
  });

  it("lets a hostile campaign do nothing", async () => {
    const hostile = `</iframe></script><script>top.document.title = "broken"</script>
<img src=x onerror="top.document.title='broken'"><a href="javascript:top.document.title='broken'" id="go">go</a>
<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">
<form action="https://evil.example/" id="form"><input name="a"><button id="send">send</button></form>
<iframe src="https://evil.example/"></iframe><object data="https://evil.example/"></object>
<a href="https://evil.example/" target="_top" id="out">out</a>
<style>@import "https://evil.example/a.css"; body { background: url(https://evil.example/b.png) }</style>
<svg><image href="https://evil.example/c.png"/></svg><p>\ud800 end</p>`;
    const name = '<script>document.title = "broken"</script>';
    const { out, exitCode, output } = await show({
      steps: [
        step("create", "spring", { html: hostile, subject: name, preheader: "</title>" }),
        step("create", name, { html: "x".repeat(5_000_000) }),
      ],
    });
    expect(exitCode, output).to.equal(0);
    const { page, requests, complaints } = await open(out, "001-spring.html");
    const frame = await (await page.$("iframe"))?.contentFrame();
    for (const id of ["#go", "#send", "#out"]) await (await frame?.$(id))?.click();
    await page.waitForNetworkIdle();
    expect(await page.title()).to.equal("spring");
    expect(requests.filter((address) => !address.startsWith("file:"))).to.deep.equal([]);
    expect(frame?.url()).to.match(/^file:.*mail\/001-spring\.html$/);
    expect(complaints.filter((one) => !one.startsWith("Blocked "))).to.deep.equal([]);
    const index = await open(out, "index.html");
    expect(await index.page.title()).to.equal("Campaigns of mail/prod");
    expect(
      await index.page.$$eval("td a", (all) => all.map((one) => one.textContent)),
    ).to.deep.equal(["spring", name]);
  });

  it("names what email clients don't support, with line and page", async () => {
    const html = "<p>Hi</p>\n<style>\n.a { display: grid }\n</style>\n<video></video>";
    const { out } = await show(
      { steps: [step("create", "spring", { html })] },
      "--clients",
      "outlook.windows",
      "gmail.ios",
    );
    const { page } = await open(out, "001-spring.html");
    const rows = await page.$$eval('[aria-label="Unsupported features"] tr:has(td)', (all) =>
      all.map((row) => [
        ...[...row.children].map((cell) => cell.textContent),
        row.querySelector("a")?.getAttribute("href"),
      ]),
    );
    expect(rows).to.deep.equal([
      [
        "display:grid",
        "3",
        "outlook.windows, gmail.ios",
        "https://www.caniemail.com/features/css-display-grid/",
      ],
      [
        "<video> element",
        "5",
        "outlook.windows, gmail.ios",
        "https://www.caniemail.com/features/html-video/",
      ],
    ]);
    const wrong = await show(
      { steps: [step("create", "spring", { html })] },
      "--clients",
      "nope.x",
    );
    expect(wrong.exitCode).to.equal(1);
    expect(wrong.output).to.equal(
      'error: unknown email client "nope.x". Use names such as "outlook.windows" or "gmail.*" from https://www.caniemail.com/clients/.\n',
    );
  });

  it("takes pictures of what is shown, which the comment places", async () => {
    const html =
      "<style>@media (prefers-color-scheme: dark) { body { background: #000 } }</style><p>Hi</p>";
    const preview = {
      steps: [
        step("create", "spring", { html }),
        step("create", "secret", { html: "[secret]" }),
        step("create", "autumn", { html }),
      ],
    };
    const browser = await browserPath();
    const { out, output, exitCode } = await show(preview, "--screenshots", "--browser", browser);
    expect(exitCode, output).to.equal(0);
    const pictures = (await readdir(out)).filter((name) => name.endsWith(".png"));
    expect(pictures).to.deep.equal([
      "001-spring-dark.png",
      "001-spring-desktop.png",
      "001-spring-phone.png",
      "003-autumn-dark.png",
      "003-autumn-desktop.png",
      "003-autumn-phone.png",
    ]);
    const sizes = await Promise.all(
      pictures.slice(0, 3).map(async (name) => {
        const png = await readFile(join(out, name));
        return [png.toString("latin1", 1, 4), png.readUInt32BE(16)];
      }),
    );
    expect(sizes).to.deep.equal([
      ["PNG", 640],
      ["PNG", 640],
      ["PNG", 375],
    ]);
    const command = [
      script,
      "comment",
      "--preview",
      "preview.json",
      "--images",
      "https://b.example/pr-7/",
    ];
    const { result } = startCommand(process.execPath, command, { cwd: scratch() });
    const comment = (await result).output.split("\n");
    expect(comment.filter((line) => line.includes("!["))).to.deep.equal([
      "- **spring**: ![spring (desktop)](https://b.example/pr-7/001-spring-desktop.png) ![spring (phone)](https://b.example/pr-7/001-spring-phone.png) ![spring (dark)](https://b.example/pr-7/001-spring-dark.png)",
      "- **autumn**: ![autumn (desktop)](https://b.example/pr-7/003-autumn-desktop.png) ![autumn (phone)](https://b.example/pr-7/003-autumn-phone.png) ![autumn (dark)](https://b.example/pr-7/003-autumn-dark.png)",
    ]);
  });

  it("takes an empty preview for an error, not for one without changes", async () => {
    for (const preview of [{}, { steps: [] }, []]) {
      const { exitCode, output } = await show(preview);
      expect(exitCode).to.equal(1);
      expect(output).to.equal(
        "error: the input is not the output of pulumi preview --json. If the preview failed, its error is in the log.\n",
      );
    }
  });

  it("shows a schedule in UTC and the asked zones, where the service's zone is known", async () => {
    const sent = async (preview: object, ...args: string[]) => {
      const { out, output, exitCode } = await show(preview, ...args);
      expect(exitCode, output).to.equal(0);
      const { page } = await open(out, "001-spring.html");
      return /Sent\n([\s\S]*?)\nLists/.exec(await mainText(page))?.[1]?.split("\n");
    };
    const steps = [step("create", "spring", {}), schedule("spring", "2099-07-01 09:00:00")];
    expect(await sent({ steps })).to.deep.equal([
      "2099-07-01 09:00:00 in the time zone in which the service reads dates (the setting timeZone names it)",
    ]);
    const config = { "emailmarketing:timeZone": "America/New_York" };
    expect(await sent({ steps, config }, "--zone", "Asia/Tokyo")).to.deep.equal([
      "2099-07-01 09:00:00 America/New_York",
      "2099-07-01 13:00:00 UTC",
      "2099-07-01 22:00:00 Asia/Tokyo",
    ]);
    const wrong = await show({ steps }, "--zone", "Mars");
    expect(wrong.output).to.equal(
      'error: --zone: must be the name of a time zone, such as America/New_York or UTC (got "Mars").\n',
    );
  });

  it("says first what a delete does not do", async () => {
    const { out } = await show({
      steps: [
        {
          op: "delete",
          urn: urnOf("CampaignSchedule", "spring"),
          oldState: {
            id: "campaign-1",
            type: "pulumi-nodejs:dynamic/emailmarketing:CampaignSchedule",
            inputs: { campaignId: "campaign-1", scheduledAt: "2099-07-01 09:00:00" },
            outputs: { campaignId: "campaign-1", scheduledAt: "2099-07-01 09:00:00" },
          },
        },
        step("create", "autumn", {}),
      ],
    });
    const { page } = await open(out, "index.html");
    const [title, first] = (await mainText(page)).split("\n").filter((line) => line !== "");
    expect(title).to.equal("Campaigns of mail/prod");
    expect(first).to.equal(
      'CampaignSchedule "spring": the campaign keeps its date and WILL still be sent at 2099-07-01 09:00:00. To stop it, pause campaign campaign-1 in the service\'s web pages.',
    );
  });

  for (const name of ["responsive", "outlook", "plain", "rtl", "mjml"]) {
    it(`has no barrier for keyboard and screen readers, and fits 375 px: ${name} mail`, async () => {
      const html =
        name === "mjml"
          ? await readFile(join(__dirname, "..", "corpus", "mail", "mjml.html"), "utf8")
          : await template(name);
      const { out } = await show(
        { steps: [step("update", "spring", { html }, { html: "<p>Old</p>" })] },
        "--clients",
        "outlook.windows",
      );
      for (const file of ["index.html", "001-spring.html"]) {
        const { page, complaints, requests } = await open(out, file);
        await page.setViewport({ width: 375, height: 700 });
        const { violations } = (await page.evaluate(
          `${axe.source}; axe.run(document, { iframes: false })`,
        )) as axe.AxeResults;
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
        ).to.deep.equal([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).to.equal(375);
        expect(complaints).to.deep.equal([]);
        expect(requests.filter((address) => !/^(file|data):/.test(address))).to.deep.equal([]);
      }
    });
  }
});
