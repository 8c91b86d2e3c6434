import type { Suite } from "mocha";
import type { Browser, Frame } from "puppeteer-core";
import puppeteer from "puppeteer-core";
import { browserPath } from "../../tools/browser";

/** A page in a real headless Chromium, with its requests and console messages. */
export type WatchedPage = Awaited<ReturnType<ReturnType<typeof useBrowser>>>;

/** Prepares a suite for the browser of an npm package on x64 Linux, or for an installed browser elsewhere. */
export function useBrowser(suite: Suite) {
  let browser: Browser | undefined;
  suite.beforeAll("starts the browser", async function () {
    this.timeout(60_000);
    browser = await startBrowser();
  });
  suite.afterAll("ends the browser", async () => {
    await browser?.close();
  });
  return async () => {
    if (!browser) throw new Error("the browser is not started yet");
    const page = await browser.newPage();
    const requests: string[] = [];
    /** Warnings and errors of the console, and uncaught errors. */
    const complaints: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warn") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    return { page, requests, complaints };
  };
}

/** Clicks on an element of a frame. Throws if the element doesn't exist. */
export async function clickIn(frame: Frame | undefined, selector: string): Promise<void> {
  const element = await frame?.$(selector);
  if (!element) throw new Error(`the frame has no ${selector}`);
  await element.click();
}

export async function startBrowser(...more: readonly string[]): Promise<Browser> {
  // Containers usually run as root, and Chromium's sandbox doesn't work for root.
  const args = [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...more];
  return puppeteer.launch({ args, executablePath: await browserPath(), headless: "shell" });
}
