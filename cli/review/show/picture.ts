import type { Browser, CDPSession, Page } from "puppeteer-core";
import { withinLimit } from "../../../provider/errors/request-end";
import { adviceOn } from "./advice";
import { startBrowser } from "./browser";
import { type Camera, type Picture, pictures, type Shot } from "./sitting";

/** A longer mail is cut: a picture in a comment is for a first look. */
const longestPx = 4_000;

/** Of a mail that is wider or higher, nothing beyond this is drawn, however small its picture would be. */
const mostPx = 20_000;

/** A picture of one line of text is still seen as one. */
const lowestPx = 120;

/** Where a mail is as high as its window and more, this is the window's height: that of a phone. */
const screenPx = 667;

/** Each makes the window as high as the mail, which may grow with it. */
const mostMeasures = 5;

export async function openCamera(
  given: string | undefined,
  say: (line: string) => void,
): Promise<Camera> {
  const source = await startBrowser(given, say);
  const onPage = async <Value>(
    { document, limitMs }: { readonly document: string; readonly limitMs: number },
    work: (page: Page) => Promise<Value>,
  ): Promise<Value> => {
    const browser = await source.running();
    const whole = async () => {
      const page = await quietPage(browser, document);
      const value = await work(page);
      await page.close();
      return value;
    };
    try {
      return await withinLimit(limitMs, whole);
    } catch (error) {
      // Its other pages may wait for the same process to draw this one.
      await source.end();
      const isLate = (error as NodeJS.ErrnoException).code === "ETIMEDOUT";
      throw isLate ? new Error(`it took more than ${Math.round(limitMs / 1000)} s`) : error;
    }
  };
  return {
    take: (document, picture, limitMs) =>
      onPage({ document, limitMs }, (page) => photograph(page, document, picture)),
    advise: (document, limitMs) =>
      onPage({ document, limitMs }, async (page) => {
        await page.setViewport({ width: pictures.desktop.width, height: lowestPx });
        await page.goto(document);
        return adviceOn(page);
      }),
    close: () => source.end(),
  };
}

/** A page that runs no script of the mail, and loads the one document and what is embedded in it. */
async function quietPage(browser: Browser, document: string): Promise<Page> {
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

async function photograph(page: Page, document: string, picture: Picture): Promise<Shot> {
  const { width, scheme, ...forced } = pictures[picture];
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height: lowestPx });
  const session = await page.createCDPSession();
  // Without the mail's own styles for dark mode, as clients that force it mostly go.
  if ("isForced" in forced) {
    await session.send("Emulation.setAutoDarkModeOverride", { enabled: true });
  }
  await page.goto(document);
  const whole = await measured(page, session, width);
  const clip = clipOf(whole, width);
  if (clip.height < whole.height) await markCut(page, clip.height);
  // Only where it must be: beyond its window, a browser shows some mails from right to left in another place.
  const captureBeyondViewport = clip.scale < 1 || clip.height > whole.window;
  const png = await page.screenshot({ clip, captureBeyondViewport });
  return { png, notes: notesOn(whole, clip, width).map((note) => `${picture} picture: ${note}`) };
}

type Clip = Readonly<Record<"x" | "y" | "width" | "height" | "scale", number>>;

function clipOf(whole: Whole, screen: number): Clip {
  const width = Math.min(whole.width, mostPx);
  const scale = screen / width;
  const height = Math.min(whole.height, Math.floor(longestPx / scale), mostPx);
  return { x: 0, y: 0, width, height, scale };
}

function notesOn(whole: Whole, clip: Clip, screen: number): string[] {
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

interface Whole {
  readonly width: number;
  readonly height: number;
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
