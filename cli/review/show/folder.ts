import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Entry,
  type Frames,
  type IndexHead,
  indexPage,
  type Mail,
  mailPage,
  type PageLink,
  type Sample,
  type SanitizedHtml,
  sanitizeHtml,
} from "../../../mail/page";
import { EmailMarketingError } from "../../../provider/errors/error";
import { asName, quoted } from "../../../provider/errors/redact";
import { omitUndefined } from "../../../provider/plain/value";
import { explainWriteFailure } from "../../terminal/write-together";
import { linksFile } from "../links/report";
import {
  type ScreenshotBrowser,
  type Screenshots,
  type ScreenshotTarget,
  screenshotKinds,
  stemOf,
  takeScreenshots,
} from "./screenshots";

/**
 * The file that marks a folder as written by this command. It lists the files and folders that a later run may delete.
 */
const ownershipFile = ".email-marketing-mail";

/** Runs a step that writes into a folder. Error messages contain the folder as the user wrote it. */
function withFolderInError<Value>(folder: string, step: () => Promise<Value>): Promise<Value> {
  return explainWriteFailure(
    { target: `the folder ${folder}`, advice: "Choose another one with --out." },
    step,
  );
}

/**
 * Creates a folder, and missing folders above it. With the option `recursive` of `mkdir`, Node.js would never end in a
 * folder such as /proc, which refuses each new folder with the error code of a missing parent.
 */
async function makeFolder(folder: string): Promise<void> {
  const isThere = (path: string) => stat(path).catch(() => undefined);
  if ((await isThere(folder))?.isDirectory()) return;
  if (!(await isThere(dirname(folder)))) await makeFolder(dirname(folder));
  await mkdir(folder);
}

/** Creates or empties the folder. Throws if it contains anything except the files of an earlier run. */
async function prepareFolder(folder: string): Promise<void> {
  const names = await withFolderInError(folder, async () => {
    await makeFolder(folder);
    return readdir(folder);
  });
  const written = await readFile(join(folder, ownershipFile), "utf8").catch(() => "");
  const ours = new Set([ownershipFile, ...written.split("\n")]);
  const foreign = names.find((name) => !ours.has(name));
  if (foreign !== undefined) {
    throw new EmailMarketingError(
      "config",
      `${resolve(folder)} contains ${quoted(foreign)}, which this command did not write. Empty the folder, or choose another one with --out.`,
    );
  }
  await withFolderInError(folder, () =>
    Promise.all(names.map((name) => rm(join(folder, name), { recursive: true }))),
  );
}

const framesFolder = "mail";

interface PageOptions {
  readonly titles: readonly string[];
  readonly sample: Sample;
  readonly screenshotBrowser?: ScreenshotBrowser | undefined;
}

/**
 * Empties the folder. Because there may be many campaigns, the caller then adds them one by one, in the order of
 * `titles`.
 */
export async function openPages(
  folder: string,
  { titles, sample, screenshotBrowser }: PageOptions,
) {
  await prepareFolder(folder);
  const links = titles.map((text, at) => ({
    text: asName(text),
    href: `${stemOf({ name: text }, at)}.html`,
  }));
  const entries: Entry[] = [];
  const waiting: Place[] = [];
  await writeAll(folder, [{ name: ownershipFile, content: namesOf(links).join("\n") }]);
  await withFolderInError(folder, () => mkdir(join(folder, framesFolder)));
  return {
    /**
     * Writes a campaign's page and the documents in its frames. If the page needs screenshots, `addScreenshots` writes
     * the page.
     */
    async add(mail: Mail, hasScreenshots: boolean): Promise<void> {
      const at = entries.length;
      const [previous, own, next] = [links[at - 1], links[at], links[at + 1]];
      if (!own) throw new Error("more campaigns than titles");
      const { title, change, subject, schedule, findings } = mail;
      const shown = omitUndefined({ title, subject, schedule, findings, change });
      entries.push({ mail: shown, href: own.href });
      const stem = `${framesFolder}/${own.href.replace(/\.html$/, "")}`;
      const [now, before] = [mail.html, mail.before?.html].map((html) =>
        html === undefined ? undefined : sanitizeHtml(html, sample),
      );
      const hasRemote = now?.hasRemoteImages === true;
      const [stemNow, stemBefore] = [now && stem, before && `${stem}-before`];
      await writeAll(folder, [
        ...(now ? documentsOf(now, stem, hasRemote) : []),
        ...(before ? documentsOf(before, `${stem}-before`, hasRemote) : []),
      ]);
      const around = { previous, next };
      const place = { mail, own: own.href, around, sample, hasRemote, stemNow, stemBefore };
      if (screenshotBrowser && hasScreenshots) waiting.push(place);
      else await writeAll(folder, pagesOf(place));
    },
    /**
     * Takes the screenshots, if requested, and writes the pages that wait for them. Returns the number of campaigns
     * with a missing screenshot.
     */
    async addScreenshots(progress: (text: string) => void): Promise<number> {
      if (!screenshotBrowser) return 0;
      const targets = waiting.map(({ own }) => screenshotTarget(own, folder));
      const results = await takeScreenshots(screenshotBrowser, targets, (at) =>
        progress(`Taking pictures of campaign ${at + 1} of ${targets.length} ...`),
      );
      for (const [at, place] of waiting.entries()) {
        const result = results[at];
        if (result) await writeAll(folder, pagesOf(withScreenshots(place, result)));
      }
      return results.filter(({ taken }) => taken.length < Object.keys(screenshotKinds).length)
        .length;
    },
    async finish(head: IndexHead, beside: readonly File[]): Promise<void> {
      const index = { name: "index.html", content: indexPage(head, entries) };
      await writeAll(folder, [index, ...beside]);
    },
  };
}

/**
 * The names of the files and folders that a run may write directly into its folder, apart from `ownershipFile`. That
 * file stores these names and is written first, so that a later run can delete the others even after an interruption.
 */
function namesOf(links: readonly PageLink[]): string[] {
  const pages = links.flatMap(({ href }) => [
    href,
    remotePage(href),
    ...Object.keys(screenshotKinds).map((name) => nameOf(href, name)),
  ]);
  return ["index.html", linksFile, framesFolder, ...pages];
}

function remotePage(href: string): string {
  return href.replace(/\.html$/, "-remote-images.html");
}

interface File {
  readonly name: string;
  readonly content: string | Uint8Array;
}

async function writeAll(folder: string, files: readonly File[]): Promise<void> {
  await withFolderInError(folder, () =>
    Promise.all(files.map(({ name, content }) => writeFile(join(folder, name), content))),
  );
}

interface Place {
  readonly mail: Mail;
  readonly own: string;
  readonly around: { readonly previous: PageLink | undefined; readonly next: PageLink | undefined };
  readonly sample: Sample;
  readonly hasRemote: boolean;
  /**
   * The paths, without extension, of the files with the email's HTML after and before a change. Undefined if there is
   * no such HTML.
   */
  readonly stemNow: string | undefined;
  readonly stemBefore: string | undefined;
  readonly forcedDark?: string;
}

/** The page of a campaign. If its HTML has remote images, a second page shows them. */
function pagesOf({ mail, own, around, sample, hasRemote, ...place }: Place): File[] {
  const { stemNow, stemBefore, forcedDark } = place;
  const pageFor = mailPage(mail, sample);
  const file = (name: string, images: "embedded" | "remote", other: PageLink): File => {
    const framesAt = (at: string | undefined) =>
      at === undefined ? undefined : namesOfFrames(at, images);
    const links = omitUndefined({
      ...around,
      index: "index.html",
      frames: framesAt(stemNow),
      framesBefore: framesAt(stemBefore),
      forcedDark,
      otherImages: hasRemote ? other : undefined,
    });
    return { name, content: pageFor(links) };
  };
  const remote = remotePage(own);
  const page = file(own, "embedded", { href: remote, text: "Load remote images" });
  if (!hasRemote) return [page];
  return [page, file(remote, "remote", { href: own, text: "Block remote images" })];
}

function namesOfFrames(stem: string, images: "embedded" | "remote"): Frames {
  const main = images === "remote" ? `${stem}-remote.html` : `${stem}.html`;
  return { main, withoutImages: `${stem}-no-images.html` };
}

function documentsOf(source: SanitizedHtml, stem: string, hasRemote: boolean): File[] {
  const { main, withoutImages } = namesOfFrames(stem, "embedded");
  const remote = { name: namesOfFrames(stem, "remote").main, content: source.document("remote") };
  return [
    { name: main, content: source.document("embedded") },
    { name: withoutImages, content: source.document("none") },
    ...(hasRemote ? [remote] : []),
  ];
}

function screenshotTarget(href: string, folder: string): ScreenshotTarget {
  return {
    document: pathToFileURL(join(folder, framesFolder, href)).href,
    save: (picture, content) => writeAll(folder, [{ name: nameOf(href, picture), content }]),
  };
}

function nameOf(href: string, picture: string): string {
  return href.replace(/\.html$/, `-${picture}.png`);
}

function withScreenshots(place: Place, { taken, notes, advice }: Screenshots): Place {
  const missing = [...place.mail.missing, ...notes];
  return {
    ...place,
    mail: { ...place.mail, missing, ...(advice && { advice }) },
    ...(taken.includes("forced-dark") && { forcedDark: nameOf(place.own, "forced-dark") }),
  };
}
