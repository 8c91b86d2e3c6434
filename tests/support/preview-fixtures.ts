/// <reference lib="dom" />
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { expect } from "chai";
import type { Suite } from "mocha";
import type { Page } from "puppeteer-core";
import { browserPath } from "../../tools/browser";
import { useBrowser, type WatchedPage } from "./browser";
import { runAt } from "./command";
import { useScratch } from "./scratch";
import { assetOf, unknown } from "./wire-value";

export { unknown } from "./wire-value";

const repository = join(__dirname, "..", "..");

/** Emails for tests, each in a style that is common in practice. */
const templates = ["responsive", "mjml", "outlook", "plain", "rtl"] as const;

/** The HTML of one of `templates`, or of `image-button`, an email that forced dark mode breaks. */
export function template(name: (typeof templates)[number] | "image-button"): Promise<string> {
  return readFile(join(repository, "tests", "mail", "template", `${name}.html`), "utf8");
}

/** The URN of a resource of the stack `mail/prod`. */
export function urnOf(kind: string, name: string): string {
  return `urn:pulumi:prod::mail::pulumi-nodejs:dynamic/emailmarketing:${kind}::${name}`;
}

/** A file asset in the engine's format. */
export function fileAsset(path: string, content: string | Buffer): object {
  return assetOf(content, { path });
}

/** A step for a campaign in a preview. */
export function step(op: string, name: string, inputs: object, old?: object): object {
  return {
    op,
    urn: urnOf("Campaign", name),
    newState: { inputs: inputsOf(inputs) },
    ...(old && { oldState: { id: "campaign-1", inputs: inputsOf(old) } }),
  };
}

function inputsOf(inputs: object): object {
  return {
    name: "Spring",
    subject: "What is new in spring",
    preheader: "Seeds and tools",
    sender: { email: "news@acme.example", name: "Acme News" },
    listIds: ["list-1"],
    plainText: "Hello. %%unsubscribe%%",
    ...inputs,
  };
}

/** A step for a new schedule, of a campaign of the same preview. */
export function schedule(name: string, scheduledAt: string): object {
  return {
    op: "create",
    urn: urnOf("CampaignSchedule", name),
    newState: {
      inputs: { scheduledAt, campaignId: unknown },
      propertyDependencies: { campaignId: [urnOf("Campaign", name)] },
    },
  };
}

/** The state of a schedule whose campaign exists. */
export function dated(scheduledAt: string, campaignId = "campaign-1") {
  const inputs = { campaignId, scheduledAt };
  return { id: campaignId, inputs, outputs: { ...inputs, sent: true } };
}

/** A step for a schedule whose campaign exists. As in a real preview, only the old state has the id and the outputs. */
export function onDate(
  op: string,
  old: string | undefined,
  now: string | undefined,
  name = "date",
  campaignId = "campaign-1",
): object {
  return {
    op,
    urn: urnOf("CampaignSchedule", name),
    ...(old !== undefined && { oldState: dated(old, campaignId) }),
    ...(now !== undefined && { newState: { inputs: { campaignId, scheduledAt: now } } }),
  };
}

/** The step of the stack itself, which every preview has. */
export const ofStack = { op: "same", urn: "urn:pulumi:prod::mail::pulumi:pulumi:Stack::mail-prod" };

/** The config of a stack whose service uses the time zone of Berlin. */
export const inBerlin = { "emailmarketing:timeZone": "Europe/Berlin" };

/** A message of preflight about a resource in a preview. */
export function said(severity: string, urn: string, message: string): object {
  const prefix = severity === "info" ? "" : `${severity}: `;
  return { urn, severity, message: `${prefix}${message}\n` };
}

/** Prepares a suite for commands. Each test has its own folder, in which its commands run. */
export function useCommandLine(suite: Suite) {
  const scratch = useScratch(suite);
  return {
    scratch,
    /** Writes a JSON file, such as a preview. */
    write: (name: string, content: object) =>
      writeFile(join(scratch(), name), JSON.stringify(content)),
    /** Runs a command. A variable that is undefined is removed from the environment. */
    run: (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
      runAt({ folder: scratch(), env: { ...process.env, ...env } }, ...args),
  };
}

/** Prepares a suite for pages of the command `show` in a real browser. */
export function useShow(suite: Suite) {
  const openPage = useBrowser(suite);
  const { scratch, write, run } = useCommandLine(suite);

  /** Writes the pages of a preview, and returns their folder with the result of the command. */
  async function show(preview: object, ...args: readonly string[]) {
    await write("preview.json", preview);
    const result = await run(["show", "--preview", "preview.json", ...args]);
    return { out: join(scratch(), "email-marketing-mail"), ...result };
  }

  async function open(out: string, name: string) {
    const watched = await openPage();
    await watched.page.goto(pathToFileURL(join(out, name)).href, { waitUntil: "load" });
    return watched;
  }

  const showAndOpen =
    (name: string) =>
    async (preview: object, ...args: readonly string[]) => {
      const { out, exitCode, output } = await show(preview, ...args);
      expect(exitCode, output).to.equal(0);
      return { out, ...(await open(out, name)) };
    };

  /** Writes the pages of campaigns with this HTML, with screenshots. Returns the folder and the printed text. */
  async function showWithScreenshots(mails: Readonly<Record<string, string>>) {
    const steps = Object.entries(mails).map(([name, html]) => step("create", name, { html }));
    const args = ["--screenshots", "--browser", await browserPath()];
    const { out, output, exitCode } = await show({ steps }, ...args);
    expect(exitCode, output).to.equal(0);
    return { out, output };
  }

  return {
    scratch,
    write,
    run,
    show,
    open,
    showWithScreenshots,
    /** Writes the pages of a preview, and opens the page of the first campaign, which must have the name "spring". */
    mailPage: showAndOpen("001-spring.html"),
    /** Writes the pages of a preview, and opens the index page. */
    indexPage: showAndOpen("index.html"),
    mainText: (page: Page) => page.$eval("main", (main) => main.innerText),
  };
}

/** The text of the section with this heading, as a reader sees it. */
export async function partOf(page: Page, heading: string): Promise<string> {
  const all = await page.$$eval("section", (sections) => sections.map((one) => one.innerText));
  const found = all.find((one) => one.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`the page has no part "${heading}"`);
  return found.slice(heading.length).trim();
}

/** Fails if a page has requested anything but files, or has an error or a warning in its console. */
export function expectQuiet({ requests, complaints }: WatchedPage): void {
  expect(requests.filter((address) => !/^(file|data):/.test(address))).to.deep.equal([]);
  expect(complaints).to.deep.equal([]);
}

/** The size of an image, and a function that returns the color of a pixel. */
export async function pixelsOf(page: Page, png: Uint8Array) {
  const { width, height, data } = await page.evaluate(
    async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas?.drawImage(image, 0, 0);
      const drawn = canvas?.getImageData(0, 0, image.width, image.height);
      return { width: image.width, height: image.height, data: [...(drawn?.data ?? [])] };
    },
    `data:image/png;base64,${Buffer.from(png).toString("base64")}`,
  );
  const colorAt = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    return data.slice(at, at + 3);
  };
  return { width, height, colorAt };
}

/** Fails if a page has an accessibility problem or is too wide: in light and dark mode, on a desktop and a phone. */
export async function expectNoBarrier(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const width of [1200, 375]) {
      await page.setViewport({ width, height: 700 });
      const { violations } = (await page.evaluate(
        "axe.run(document, { iframes: false })",
      )) as axe.AxeResults;
      expect(
        violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
        `${scheme}, ${width} px`,
      ).to.deep.equal([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(width);
    }
  }
}
