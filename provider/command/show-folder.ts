import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Entry,
  type Frames,
  frameDocument,
  hasRemoteImages,
  type IndexHead,
  indexPage,
  type Mail,
  type MailPageLinks,
  mailPage,
  type Sample,
} from "#rendered-mail";
import { EmailMarketingError } from "../errors/error";
import { type Picture, pictures, stemOf } from "./show-name";
import { openCamera } from "./show-picture";

/** Names the folder as one that may be written anew. */
const markFile = ".email-marketing-mail";

/** Makes the folder empty; one that holds anything but an earlier run's pages is refused. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const written = await readFile(join(folder, markFile), "utf8").catch(() => "");
  const ours = new Set([markFile, ...written.split("\n")]);
  const foreign = names.find((name) => !ours.has(name));
  if (foreign !== undefined) {
    throw new EmailMarketingError(
      "config",
      `${folder} holds "${foreign}", which this command did not write. Empty the folder, or choose another one with --out.`,
    );
  }
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true })));
}

/** Writes the index, a page for each campaign, and the documents for their frames. */
export async function writePages(
  folder: string,
  { head, mails, sample }: { head: IndexHead; mails: readonly Mail[]; sample: Sample },
): Promise<void> {
  const framesFolder = "mail";
  const entries = mails.map((mail, at) => ({
    mail,
    href: `${stemOf({ name: mail.title }, at)}.html`,
  }));
  const files = ["index.html", framesFolder, ...entries.map(({ href }) => href)];
  const remote = entries.map(({ href }) => href.replace(/\.html$/, "-remote-images.html"));
  const shots = entries.flatMap(({ href }) =>
    Object.keys(pictures).map((name) => href.replace(/\.html$/, `-${name}.png`)),
  );
  // First of all, so that a run that is cut off leaves a folder that the next one may empty.
  await writeFile(join(folder, markFile), [...files, ...remote, ...shots].join("\n"));
  await mkdir(join(folder, framesFolder));
  await writeFile(join(folder, "index.html"), indexPage(head, entries));
  for (const [at, { mail, href }] of entries.entries()) {
    const write = (name: string, text: string) => writeFile(join(folder, name), text);
    const page = { name: `${framesFolder}/${stemOf({ name: mail.title }, at)}`, write, sample };
    const main = await writeFrames({ ...page, html: mail.html, images: "embedded" });
    const old = { ...page, name: `${page.name}-before`, html: mail.before?.html };
    const before = await writeFrames({ ...old, images: "embedded" });
    const hasRemote = hasRemoteImages(mail.html ?? "");
    const other = (to: string, text: string) =>
      hasRemote ? { otherImages: { href: to, text } } : {};
    const links = (frames?: Frames, framesBefore?: Frames) => ({
      index: "index.html",
      ...beside(entries, at),
      ...(frames && { frames }),
      ...(framesBefore && { framesBefore }),
    });
    const remoteHref = remote[at] ?? "";
    const shows = { ...links(main, before), ...other(remoteHref, "Load remote images") };
    await write(href, mailPage(mail, shows, sample));
    if (!hasRemote) continue;
    const loaded = await writeFrames({ ...page, html: mail.html, images: "remote" });
    const loadedBefore = await writeFrames({ ...old, images: "remote" });
    const loads = { ...links(loaded, loadedBefore), ...other(href, "Block remote images") };
    await write(remoteHref, mailPage(mail, loads, sample));
  }
}

/** The pages before and after one. */
function beside(entries: readonly Entry[], at: number): Pick<MailPageLinks, "previous" | "next"> {
  const linkTo = (entry: Entry | undefined) =>
    entry && { href: entry.href, text: entry.mail.title };
  const [previous, next] = [linkTo(entries[at - 1]), linkTo(entries[at + 1])];
  return { ...(previous && { previous }), ...(next && { next }) };
}

interface FrameFiles {
  readonly name: string;
  readonly html: string | undefined;
  readonly images: "embedded" | "remote";
  readonly sample: Sample;
  readonly write: (name: string, text: string) => Promise<void>;
}

async function writeFrames(files: FrameFiles): Promise<Frames | undefined> {
  const { name, html, images, sample, write } = files;
  if (html === undefined) return undefined;
  const main = `${name}${images === "remote" ? "-remote" : ""}.html`;
  const withoutImages = `${name}-no-images.html`;
  await write(main, frameDocument(html, { images, sample }));
  if (images !== "remote")
    await write(withoutImages, frameDocument(html, { images: "none", sample }));
  return { main, withoutImages };
}

/** Writes pictures of the campaigns whose HTML is known; says how many campaigns that are. */
export async function writePictures(
  folder: string,
  mails: readonly Mail[],
  browser: string | undefined,
): Promise<number> {
  const camera = await openCamera(browser);
  let taken = 0;
  try {
    for (const [at, { title, html }] of mails.entries()) {
      if (html === undefined) continue;
      const stem = stemOf({ name: title }, at);
      for (const picture of Object.keys(pictures) as Picture[]) {
        const file = join(folder, `${stem}-${picture}.png`);
        await camera.take(join(folder, "mail", `${stem}.html`), picture, file);
      }
      taken += 1;
    }
  } finally {
    await camera.close();
  }
  return taken;
}
