import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "puppeteer-core";
import { EmailMarketingError } from "../../errors/error";
import { type Advised, adviceOn } from "./advice";
import { type Picture, pictures } from "./name";

/** Where a browser usually is. */
const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** A longer mail is cut: a picture in a comment is for a first look. */
const longestPx = 4_000;

/** A picture of one line of text is still seen as one. */
const lowestPx = 120;

/** Takes pictures of mails. */
export interface Camera {
  /** One picture of a document, as PNG. */
  take(document: string, picture: Picture): Promise<Uint8Array>;
  /** What axe-core says of a document. */
  advise(document: string): Promise<Advised>;
  close(): Promise<void>;
}

/** Starts a browser, the given one or one that is installed. */
export async function openCamera(given: string | undefined): Promise<Camera> {
  const library = await import("puppeteer-core").catch((cause: unknown) => {
    const sentence =
      'the package "puppeteer-core", which drives the browser, is not installed. Run: npm install puppeteer-core';
    throw new EmailMarketingError("config", sentence, { cause });
  });
  const executablePath = given === undefined ? installed() : resolve(given);
  const browser = await library.default
    .launch({ executablePath, headless: true, args: sandboxArgs() })
    .catch((cause: unknown) => {
      const [why = ""] = String((cause as Error).message).split("\n");
      throw new EmailMarketingError("config", `can't start the browser ${executablePath}: ${why}`, {
        cause,
      });
    });
  return {
    async take(document, picture) {
      const page = await quietPage(browser);
      const shot = await photograph(page, document, picture);
      await page.close();
      return shot;
    },
    async advise(document) {
      const page = await quietPage(browser);
      await page.setViewport({ width: pictures.desktop.width, height: lowestPx });
      await page.goto(pathToFileURL(document).href);
      const advised = await adviceOn(page);
      await page.close();
      return advised;
    },
    close: () => browser.close(),
  };
}

/** Chromium can't make a sandbox of its own for root, as whom containers usually run. */
function sandboxArgs(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

function installed(): string {
  const found = process.env.PUPPETEER_EXECUTABLE_PATH ?? places.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new EmailMarketingError(
    "config",
    "no Chromium or Chrome found. Install one, or name it with --browser or PUPPETEER_EXECUTABLE_PATH.",
  );
}

/** A page that runs no script of the mail and loads nothing but files. */
async function quietPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const isOurs = /^(file|data):/.test(request.url());
    void (isOurs ? request.continue() : request.abort());
  });
  return page;
}

async function photograph(page: Page, document: string, picture: Picture): Promise<Uint8Array> {
  const { width, scheme, ...forced } = pictures[picture];
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height: lowestPx });
  const session = await page.createCDPSession();
  // Without the mail's own styles for dark mode, as clients that force it mostly go.
  if ("isForced" in forced) {
    await session.send("Emulation.setAutoDarkModeOverride", { enabled: true });
  }
  await page.goto(pathToFileURL(document).href);
  // Asked of the browser, as the page runs no script. Beyond its viewport, it would cut a text from right to left.
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  await page.setViewport({ width, height: Math.min(Math.ceil(cssContentSize.height), longestPx) });
  return page.screenshot();
}
