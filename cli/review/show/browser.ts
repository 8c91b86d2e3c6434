import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, PuppeteerNode } from "puppeteer-core";
import { EmailMarketingError } from "../../../provider/errors/error";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Matches the environment variables that the browser gets. Any other variable may contain a key, and the browser
 * renders untrusted content.
 */
const neededVariable =
  /^(?:PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|FONTCONFIG_\w+|LD_LIBRARY_PATH|CHROME_DEVEL_SANDBOX|SYSTEMROOT|WINDIR|PROGRAMFILES|PROGRAMDATA|APPDATA|LOCALAPPDATA|USERPROFILE)$/i;

/** Starts the given browser or an installed one. Prints a line if the browser runs without its sandbox. */
export async function startBrowser(given: string | undefined, warn: (line: string) => void) {
  const library = await import("puppeteer-core").catch((cause: unknown) => {
    const sentence =
      'the package "puppeteer-core", which drives the browser, is not installed. Run: npm install puppeteer-core';
    throw new EmailMarketingError("config", sentence, { cause });
  });
  const executablePath = given === undefined ? installedBrowser() : resolve(given);
  const launch = launcher(library.default, executablePath);
  const sandboxed = await launch([]).catch(() => undefined);
  const args = sandboxed ? [] : ["--no-sandbox"];
  let browser: Browser | undefined = sandboxed ?? (await launch(args));
  if (!sandboxed) {
    warn("note: the browser doesn't start with its sandbox here, so it runs without it.");
  }
  return {
    /** Returns the browser, after a restart if `end` has ended it. */
    async running(): Promise<Browser> {
      browser ??= await launch(args);
      return browser;
    },
    /** Ends the browser even if it hangs while rendering. */
    async end(): Promise<void> {
      const ended = browser;
      browser = undefined;
      ended?.process()?.kill("SIGKILL");
      // After the browser process has ended, `close` removes the browser's temporary files.
      await ended?.close();
    },
  };
}

/** Returns a function that starts the browser. The browser gets only the environment variables that it needs. */
function launcher(library: Pick<PuppeteerNode, "launch">, executablePath: string) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => neededVariable.test(name)),
  );
  return (args: string[]) =>
    library.launch({ executablePath, headless: true, args, env }).catch((cause: unknown) => {
      const [why = ""] = String((cause as Error).message).split("\n");
      throw new EmailMarketingError("config", `can't start the browser ${executablePath}: ${why}`, {
        cause,
      });
    });
}

function installedBrowser(): string {
  const found = process.env.PUPPETEER_EXECUTABLE_PATH ?? places.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new EmailMarketingError(
    "config",
    "no Chromium or Chrome found. Install one, or name it with --browser or PUPPETEER_EXECUTABLE_PATH.",
  );
}
