import { existsSync } from "node:fs";

/** The usual paths of installed browsers. */
const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium executable: a bundled one on Linux x64, otherwise an installed one. */
export async function browserPath(): Promise<string> {
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: chromium } = await import("@sparticuz/chromium");
    return chromium.executablePath();
  }
  const found = process.env.PUPPETEER_EXECUTABLE_PATH ?? installed.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error("No Chromium found. Install Google Chrome, or set PUPPETEER_EXECUTABLE_PATH.");
}
