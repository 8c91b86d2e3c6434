import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, CDPSession, Page } from "puppeteer-core";
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

/** Where a mail is as high as its window and more, this is the window's height: that of a phone. */
const screenPx = 667;

/** Each makes the window as high as the mail, which may grow with it. */
const mostMeasures = 5;

/** A picture of a mail, as PNG, and what it doesn't show as it is. */
export interface Shot {
  readonly png: Uint8Array;
  readonly notes: readonly string[];
}

/** Takes pictures of mails. */
export interface Camera {
  take(document: string, picture: Picture): Promise<Shot>;
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
      const page = await quietPage(browser, document);
      const shot = await photograph(page, document, picture);
      await page.close();
      return shot;
    },
    async advise(document) {
      const page = await quietPage(browser, document);
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

/** A page that runs no script of the mail, and loads the one document and what is embedded in it. */
async function quietPage(browser: Browser, document: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  const address = pathToFileURL(document).href;
  let isLoaded = false;
  page.on("request", (request) => {
    const isFirst = request.isNavigationRequest() && request.url() === address && !isLoaded;
    const isEmbedded = !request.isNavigationRequest() && request.url().startsWith("data:");
    isLoaded ||= isFirst;
    void (isFirst || isEmbedded ? request.continue() : request.abort());
  });
  return page;
}

async function photograph(page: Page, document: string, picture: Picture): Promise<Shot> {
  const { width, scheme, ...forced } = pictures[picture];
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height: lowestPx });
  const session = await page.createCDPSession();
  // Without the mail's own styles for dark mode, as clients that force it mostly go.
  if ("isForced" in forced) {
    await session.send("Emulation.setAutoDarkModeOverride", { enabled: true });
  }
  await page.goto(pathToFileURL(document).href);
  const whole = await measured(page, session, width);
  const scale = width / whole.width;
  const height = Math.min(whole.height, Math.floor(longestPx / scale));
  const isCut = height < whole.height;
  if (isCut) await markCut(page, height);
  const clip = { x: 0, y: 0, width: whole.width, height, scale };
  // Only where it must be: beyond its window, a browser shows some mails from right to left in another place.
  const captureBeyondViewport = scale < 1 || height > whole.window;
  const png = await page.screenshot({ clip, captureBeyondViewport });
  const notes = [
    ...(isCut
      ? [`${picture} picture: the email is ${whole.height} px high, and is cut at ${height} px`]
      : []),
    ...(scale < 1
      ? [
          `${picture} picture: the email is ${whole.width} px wide, so it is shown smaller, as on a screen of ${width} px`,
        ]
      : []),
  ];
  return { png, notes };
}

interface Whole {
  readonly width: number;
  readonly height: number;
  /** How high its window is. */
  readonly window: number;
}

/** The size of a mail, in a window that is as high as the mail is, unless the mail grows with it. */
async function measured(page: Page, session: CDPSession, width: number): Promise<Whole> {
  const ask = async (window: number) => {
    // Asked of the browser, as the page runs no script.
    const { cssContentSize: size } = await session.send("Page.getLayoutMetrics");
    return {
      width: Math.max(Math.ceil(size.width), width),
      height: Math.ceil(size.height),
      window,
    };
  };
  let whole = await ask(lowestPx);
  for (let round = 0; round < mostMeasures; round += 1) {
    if (whole.height <= whole.window || whole.window === longestPx) return whole;
    const height = Math.min(whole.height, longestPx);
    await page.setViewport({ width, height });
    whole = await ask(height);
  }
  await page.setViewport({ width, height: screenPx });
  return ask(screenPx);
}

/** Says at the end of a picture that the mail goes on. A mail can hide what a document has, but not what its class has. */
async function markCut(page: Page, at: number): Promise<void> {
  const style = `all:initial!important;position:absolute!important;z-index:2147483647!important;left:0!important;right:0!important;top:${at - 32}px!important;height:32px!important;background:#b42318!important;color:#fff!important;font:bold 16px/32px sans-serif!important;text-align:center!important`;
  await page.evaluate(`{
    const mark = Document.prototype.createElement.call(document, "div");
    mark.setAttribute("style", ${JSON.stringify(style)});
    mark.textContent = "The email goes on here";
    const root = Object.getOwnPropertyDescriptor(Document.prototype, "documentElement").get.call(document);
    Node.prototype.appendChild.call(root, mark);
  }`);
}
