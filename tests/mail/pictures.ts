import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startEmulator } from "email-marketing-emulator";
import { marked } from "marked";
import type { Browser } from "puppeteer-core";
import { browserPath } from "../../tools/browser";
import { runCommand } from "../../tools/engine/command";
import { inScratch } from "../../tools/engine/scratch";
import { startBrowser } from "../support/browser";
import { commandLine } from "../support/command";
import { onDate, said, schedule, step, template, urnOf } from "../support/preview-fixtures";

// Writes the pictures of the documentation: screenshots of emails, of pages of `show`, and of the emulator's page.

const folder = join(__dirname, "..", "..", "docs", "pictures");
/** The maximum size of a picture, because pages with many pictures must also open on a slow connection. */
const mostBytes = 150_000;

/** Runs a command on a preview, and returns the command's output. */
async function run(
  scratch: string,
  name: string,
  preview: object,
  ...args: readonly string[]
): Promise<string> {
  await writeFile(join(scratch, "preview.json"), JSON.stringify(preview));
  const command = [commandLine, name, "--preview", "preview.json", ...args];
  const { exitCode, output, stdout } = await runCommand(process.execPath, command, {
    cwd: scratch,
  });
  if (exitCode !== 0) throw new Error(output);
  return stdout;
}

/** Runs `show`, and returns the folder that the command writes. */
async function show(scratch: string, preview: object, ...args: readonly string[]): Promise<string> {
  await run(scratch, "show", preview, ...args);
  return join(scratch, "email-marketing-mail");
}

/** Emails to take pictures of: one on a phone, and one that forced dark mode breaks, in this mode and without it. */
const pictures = [
  ["responsive", "phone"],
  ["image-button", "desktop"],
  ["image-button", "forced-dark"],
] as const;

async function pictureMails(scratch: string): Promise<void> {
  const names = [...new Set(pictures.map(([name]) => name))];
  const steps = await Promise.all(
    names.map(async (name) => step("create", name, { html: await template(name) })),
  );
  const browser = await browserPath();
  const out = await show(scratch, { steps }, "--screenshots", "--browser", browser);
  const taken = await readdir(out);
  for (const [name, view] of pictures) {
    const file = taken.find((one) => one.endsWith(`-${name}-${view}.png`));
    if (file === undefined) throw new Error(`no picture of ${name}, ${view}`);
    await copyFile(join(out, file), join(folder, `mail-${name}-${view}.png`));
  }
}

const config = { "emailmarketing:timeZone": "America/New_York" };

/** Preflight's message about the recipients of a schedule. */
const audience = (name: string, sentence: string) =>
  said("info", urnOf("CampaignSchedule", name), sentence);

const subject = "What is new in spring: forty seeds, and tools of ash wood for your garden";

/** A preview with mistakes that a reviewer should find. */
async function previewToReview(): Promise<object> {
  const html = await template("responsive");
  const insecure = html.replace(
    "https://shop.acme.example/spring",
    "http://shop.acme.example/spring",
  );
  const old = { subject: "What is new in spring", html: html.replace("Forty", "Thirty") };
  return {
    config,
    steps: [
      step("update", "spring", { subject, html: insecure, listIds: ["list-1", "list-7"] }, old),
      schedule("spring", "2099-03-01 09:00:00"),
      step("create", "report", { subject: "Quarterly report", html: await template("outlook") }),
      step("create", "workshop", { subject: "Another room", html: await template("plain") }),
      onDate("delete", "2099-09-01 09:00:00", undefined, "autumn", "campaign-9"),
    ],
    diagnostics: [
      audience(
        "spring",
        'schedules "spring" for 2099-03-01 09:00:00 (America/New_York) to 1250 contacts: 1200 in "Customers" (list-1), 50 in "Press" (list-7). [campaign-audience list-1=1200 list-7=50]',
      ),
      said(
        "warning",
        urnOf("Campaign", "spring"),
        "html: 1 address without https (first on line 28), which email clients may warn about or break. Use full https addresses. [link-not-https html]",
      ),
      said(
        "error",
        urnOf("Campaign", "workshop"),
        'listIds: the list "Workshop" (list-1) has no contacts, so the campaign would be sent to no one. Add contacts to it, or use another list. [list-empty listIds]',
      ),
    ],
  };
}

/** A preview with three emails: the first is new, the second is moved, and the third is removed. */
async function previewOfMails(): Promise<object> {
  const summerSale = { subject: "Summer sale", html: await template("plain") };
  return {
    config,
    steps: [
      step("create", "spring", {
        subject: "Forty seeds",
        html: await template("responsive"),
        listIds: ["list-1", "list-7"],
      }),
      schedule("spring", "2027-03-01 09:00:00"),
      // The next schedule names the id of this unchanged campaign.
      step("same", "summer", summerSale, summerSale),
      onDate("update", "2027-06-01 09:00:00", "2027-06-08 09:00:00", "summer"),
      onDate("delete", "2027-09-01 09:00:00", undefined, "autumn", "campaign-9"),
    ],
    diagnostics: [
      audience(
        "spring",
        'schedules "spring" for 2027-03-01 09:00:00 (America/New_York) to 1250 contacts: 1200 in "Customers" (list-1), 50 in "Press" (list-7). [campaign-audience list-1=1200 list-7=50]',
      ),
      audience(
        "summer",
        'schedules "summer" for 2027-06-08 09:00:00 (America/New_York) to 1200 contacts in "Customers" (list-1). [campaign-audience list-1=1200]',
      ),
    ],
  };
}

/** A preview of a month with a new, a moved, a removed and an unchanged email. */
function previewOfMonth(): object {
  const dated = (op: string, name: string, from?: string, to?: string) => {
    const newState = { id: `id-of-${name}`, inputs: { subject: name, listIds: ["list-1"] } };
    const campaign = { op: "same", urn: urnOf("Campaign", name), newState };
    return [campaign, onDate(op, from, to, name, newState.id)];
  };
  return {
    config,
    steps: [
      ...dated("create", "spring", undefined, "2099-03-05 09:00:00"),
      ...dated("same", "newsletter", "2099-03-05 17:30:00", "2099-03-05 17:30:00"),
      ...dated("update", "workshop", "2099-03-10 10:00:00", "2099-03-19 10:00:00"),
      ...dated("delete", "sale", "2099-03-27 08:00:00"),
    ],
    diagnostics: [
      audience(
        "spring",
        'schedules "spring" for 2099-03-05 09:00:00 (America/New_York) to 1200 contacts in "Customers" (list-1). [campaign-audience list-1=1200]',
      ),
    ],
  };
}

interface Shot {
  readonly address: string;
  /** The path of the picture, relative to the folder of the pictures. */
  readonly file: string;
  readonly height: number;
}

/** Takes a picture of the upper part of a page, after the emails in this part have loaded. */
async function picturePage(browser: Browser, { address, file, height }: Shot): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height });
  await page.goto(address, { waitUntil: "load" });
  for (const element of await page.$$("iframe")) {
    const box = await element.boundingBox();
    if (!box || box.y > height) continue;
    const frame = await element.contentFrame();
    await frame.waitForSelector("body > *");
  }
  await page.screenshot({ path: resolve(folder, file) });
  await page.close();
}

async function pictureShow(scratch: string): Promise<void> {
  const out = await show(scratch, await previewToReview(), "--zone", "Europe/London");
  const at = (name: string) => pathToFileURL(join(out, name)).href;
  const light = await startBrowser("--blink-settings=preferredColorScheme=1");
  await picturePage(light, { address: at("index.html"), file: "show-index.png", height: 420 });
  const page = { address: at("001-spring.html"), file: "show-campaign.png", height: 1290 };
  await picturePage(light, page);
  await pictureCalendar(light, await show(scratch, previewOfMonth()));
  await light.close();
}

/** Takes the README's pictures, in light and dark mode: the comment on a pull request, and a page of `show`. */
async function pictureReadme(scratch: string): Promise<void> {
  const preview = await previewOfMails();
  const comment = await marked(await run(scratch, "comment", preview, "--status", "0"));
  const out = await show(scratch, preview, "--zone", "Europe/London");
  for (const [scheme, name, background] of [
    [0, "dark", "#0d1117"],
    [1, "light", "#ffffff"],
  ] as const) {
    const browser = await startBrowser(`--blink-settings=preferredColorScheme=${scheme}`);
    const address = pathToFileURL(join(out, "001-spring.html")).href;
    const shown = join(scratch, "page.png");
    await picturePage(browser, { address, file: shown, height: 1290 });
    const style = require.resolve(`github-markdown-css/github-markdown-${name}.css`);
    const picture = (await readFile(shown)).toString("base64");
    await writeFile(
      join(scratch, "readme.html"),
      `<!doctype html><meta charset="utf-8"><style>${await readFile(style, "utf8")}
      body { margin: 0; padding: 24px; background: ${background}; }
      article { height: 282px; overflow: hidden; font-size: 14px !important; }
      img { width: 1152px; height: 480px; object-fit: cover; object-position: top; border: 1px solid #8885; border-radius: 6px; }
      </style><body><article class="markdown-body">${comment}</article>
      <img src="data:image/png;base64,${picture}"></body>`,
    );
    const page = pathToFileURL(join(scratch, "readme.html")).href;
    await picturePage(browser, { address: page, file: `readme-${name}.png`, height: 816 });
    await browser.close();
  }
}

async function pictureCalendar(browser: Browser, out: string): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 700 });
  await page.goto(pathToFileURL(join(out, "index.html")).href);
  const calendar = await page.$(".calendar");
  await calendar?.screenshot({ path: join(folder, "show-calendar.png") });
  await page.close();
}

async function pictureEmulator(): Promise<void> {
  const emulator = await startEmulator({ clock: "2026-03-01T08:00:00Z" });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(emulator.baseUrl + path, { ...init, headers: { Authorization: "emulator-api-key" } });
  emulator.faults([{ path: "/v1/list/*", times: 1, kind: "status", status: 503 }]);
  await ask("/list/list-1");
  await ask("/list/list-1");
  const browser = await startBrowser("--blink-settings=preferredColorScheme=0");
  const address = `${new URL(emulator.baseUrl).origin}/`;
  await picturePage(browser, { address, file: "emulator.png", height: 1400 });
  await browser.close();
  await emulator.close();
}

async function main(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await inScratch(async (scratch) => {
    await pictureMails(scratch);
    await pictureShow(scratch);
    await pictureReadme(scratch);
    await pictureEmulator();
  });
  for (const name of await readdir(folder)) {
    const { size } = await stat(join(folder, name));
    console.log(`${name}  ${Math.ceil(size / 1000)} kB`);
    if (size > mostBytes) throw new Error(`${name} is larger than ${mostBytes} bytes`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
