import type { Browser, CDPSession, Page } from "puppeteer-core";
import { withTimeout } from "../../../provider/plain/async";
import { adviceOn } from "./advice";
import { startBrowser } from "./browser";
import {
  type Screenshot,
  type ScreenshotBrowser,
  type ScreenshotKind,
  screenshotKinds,
} from "./screenshots";

/** The maximum height of a screenshot. A longer email is cut, because a picture in a comment is only an overview. */
const maxHeightPx = 4_000;

/** The maximum width and height to capture, before the picture is scaled down. Larger emails are cut. */
const maxCapturePx = 20_000;

/** The minimum height of a screenshot, so that even an email of one line is visibly a picture. */
const minHeightPx = 120;

/** The height of a phone's window, used for emails that are always higher than their window. */
const screenPx = 667;

/**
 * The maximum number of attempts to make the window as high as the email. An email may grow with each larger window.
 */
const maxMeasurements = 5;

export async function openScreenshotBrowser(
  given: string | undefined,
  warn: (line: string) => void,
): Promise<ScreenshotBrowser> {
  const source = await startBrowser(given, warn);
  const onPage = async <Value>(
    { document, limitMs }: { readonly document: string; readonly limitMs: number },
    work: (page: Page) => Promise<Value>,
  ): Promise<Value> => {
    const browser = await source.running();
    const whole = async () => {
      const page = await openIsolatedPage(browser, document);
      const value = await work(page);
      await page.close();
      return value;
    };
    try {
      return await withTimeout(limitMs, whole);
    } catch (error) {
      // End the browser. Its process for this page may still be busy, and the next page may get the same process.
      await source.end();
      const isLate = (error as NodeJS.ErrnoException).code === "ETIMEDOUT";
      throw isLate ? new Error(`it took more than ${Math.round(limitMs / 1000)} s`) : error;
    }
  };
  return {
    take: (document, picture, limitMs) =>
      onPage({ document, limitMs }, (page) => takeScreenshot(page, document, picture)),
    advise: (document, limitMs) =>
      onPage({ document, limitMs }, async (page) => {
        await page.setViewport({ width: screenshotKinds.desktop.width, height: minHeightPx });
        await page.goto(document);
        return adviceOn(page);
      }),
    close: () => source.end(),
  };
}

/**
 * Opens a page for an email. The page runs no script of the email, and loads only the document with its embedded parts.
 */
async function openIsolatedPage(browser: Browser, document: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  let isLoaded = false;
  page.on("request", (request) => {
    const isFirst = request.isNavigationRequest() && request.url() === document && !isLoaded;
    const isEmbedded = !request.isNavigationRequest() && request.url().startsWith("data:");
    isLoaded ||= isFirst;
    void (isFirst || isEmbedded ? request.continue() : request.abort());
  });
  return page;
}

async function takeScreenshot(
  page: Page,
  document: string,
  picture: ScreenshotKind,
): Promise<Screenshot> {
  const { width, scheme, ...forced } = screenshotKinds[picture];
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height: minHeightPx });
  const session = await page.createCDPSession();
  // Make Chromium darken the email, as email clients with forced dark mode do.
  if ("isForced" in forced) {
    await session.send("Emulation.setAutoDarkModeOverride", { enabled: true });
  }
  await page.goto(document);
  const whole = await measurePage(page, session, width);
  const clip = clipOf(whole, width);
  if (clip.height < whole.height) await markCut(page, clip.height);
  // Capture beyond the window only if the email doesn't fit, because such captures shift some right-to-left emails in
  // Chromium.
  const captureBeyondViewport = clip.scale < 1 || clip.height > whole.window;
  const png = await page.screenshot({ clip, captureBeyondViewport });
  return { png, notes: notesOn(whole, clip, width).map((note) => `${picture} picture: ${note}`) };
}

type Clip = Readonly<Record<"x" | "y" | "width" | "height" | "scale", number>>;

function clipOf(whole: PageSize, screen: number): Clip {
  const width = Math.min(whole.width, maxCapturePx);
  const scale = screen / width;
  const height = Math.min(whole.height, Math.floor(maxHeightPx / scale), maxCapturePx);
  return { x: 0, y: 0, width, height, scale };
}

function notesOn(whole: PageSize, clip: Clip, screen: number): string[] {
  const { width, height } = whole;
  const cut = (px: number) => `, and is cut at ${px} px`;
  return [
    ...(clip.height < height ? [`the email is ${height} px high${cut(clip.height)}`] : []),
    ...(clip.width < width ? [`the email is ${width} px wide${cut(clip.width)}`] : []),
    ...(clip.scale < 1
      ? [`the email is ${width} px wide, so it is shown smaller, as on a screen of ${screen} px`]
      : []),
  ];
}

interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly window: number;
}

/**
 * Measures an email in a window as high as the email, at most `maxHeightPx`. If the email always grows with its window,
 * measures it in a window as high as a phone's.
 */
async function measurePage(page: Page, session: CDPSession, width: number): Promise<PageSize> {
  const ask = async (window: number) => {
    // Ask the browser for the email's size, because the page runs no script.
    const { cssContentSize: size } = await session.send("Page.getLayoutMetrics");
    return {
      width: Math.max(Math.ceil(size.width), width),
      height: Math.ceil(size.height),
      window,
    };
  };
  let whole = await ask(minHeightPx);
  for (let round = 0; round < maxMeasurements; round += 1) {
    if (whole.height <= whole.window || whole.window === maxHeightPx) return whole;
    const height = Math.min(whole.height, maxHeightPx);
    await page.setViewport({ width, height });
    whole = await ask(height);
  }
  await page.setViewport({ width, height: screenPx });
  return ask(screenPx);
}

/**
 * Draws a mark at the end of a cut screenshot. Calls prototype methods, because elements of the email can shadow
 * members of `document`.
 */
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
