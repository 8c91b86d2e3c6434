import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Entry,
  type FrameSource,
  type Frames,
  frameSource,
  type IndexHead,
  indexPage,
  type Mail,
  type MailPageLinks,
  mailPage,
  type PageLink,
  type Sample,
} from "#mail/page";
import { EmailMarketingError } from "../../errors/error";
import { scheduleFile } from "./calendar";
import { type Picture, pictures, stemOf } from "./name";
import { openCamera } from "./picture";

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

/** The folder of the documents for frames. */
const framesFolder = "mail";

/** The pages of a run, written one campaign after the other: there may be many. */
export interface Pages {
  /** Writes the page of a campaign, and the documents for its frames. */
  add(mail: Mail): Promise<void>;
  /** Writes the index, and the file for calendar programs where anything is scheduled. */
  finish(head: IndexHead, schedule: string | undefined): Promise<void>;
}

/** Begins the pages of campaigns, by their titles in the order in which they will come. */
export async function openPages(
  folder: string,
  { titles, sample }: { titles: readonly string[]; sample: Sample },
): Promise<Pages> {
  const links = titles.map((text, at) => ({ text, href: `${stemOf({ name: text }, at)}.html` }));
  const entries: Entry[] = [];
  await writeFile(join(folder, markFile), namesOf(links).join("\n"));
  await mkdir(join(folder, framesFolder));
  return {
    async add(mail) {
      const at = entries.length;
      const [previous, own, next] = [links[at - 1], links[at], links[at + 1]];
      if (!own) throw new Error("more campaigns than titles");
      const around = { index: "index.html", ...(previous && { previous }), ...(next && { next }) };
      const { title, change, subject, schedule, findings } = mail;
      const shown = { title, subject, schedule, findings, ...(change !== undefined && { change }) };
      entries.push({ mail: shown, href: own.href });
      const files = pagesOf(mail, { own: own.href, around, sample });
      await Promise.all(files.map(({ name, text }) => writeFile(join(folder, name), text)));
    },
    async finish(head, schedule) {
      await writeFile(join(folder, "index.html"), indexPage(head, entries));
      if (schedule !== undefined) await writeFile(join(folder, scheduleFile), schedule);
    },
  };
}

/** What a run may write; kept first of all, so that the next one may empty the folder even if it is cut off. */
function namesOf(links: readonly PageLink[]): string[] {
  const pages = links.flatMap(({ href }) => [
    href,
    remotePage(href),
    ...Object.keys(pictures).map((name) => href.replace(/\.html$/, `-${name}.png`)),
  ]);
  return ["index.html", scheduleFile, framesFolder, ...pages];
}

function remotePage(href: string): string {
  return href.replace(/\.html$/, "-remote-images.html");
}

interface File {
  readonly name: string;
  readonly text: string;
}

interface Place {
  /** The name of the campaign's page. */
  readonly own: string;
  readonly around: MailPageLinks;
  readonly sample: Sample;
}

/** The page of a campaign with its documents; where it has remote images, a second page shows them. */
function pagesOf(mail: Mail, { own, around, sample }: Place): File[] {
  const stem = `${framesFolder}/${own.replace(/\.html$/, "")}`;
  const [now, before] = [mail.html, mail.before?.html].map((html) =>
    html === undefined ? undefined : frameSource(html, sample),
  );
  const linksTo = (images: "embedded" | "remote", other: PageLink): MailPageLinks => ({
    ...around,
    ...(now && { frames: namesOfFrames(stem, images) }),
    ...(before && { framesBefore: namesOfFrames(`${stem}-before`, images) }),
    ...(now?.hasRemoteImages && { otherImages: other }),
  });
  const load = { href: remotePage(own), text: "Load remote images" };
  const block = { href: own, text: "Block remote images" };
  const hasRemote = now?.hasRemoteImages === true;
  const pageFor = mailPage(mail, sample);
  return [
    { name: own, text: pageFor(linksTo("embedded", load)) },
    ...(hasRemote ? [{ name: remotePage(own), text: pageFor(linksTo("remote", block)) }] : []),
    ...(now ? documentsOf(now, stem, hasRemote) : []),
    ...(before ? documentsOf(before, `${stem}-before`, hasRemote) : []),
  ];
}

function namesOfFrames(stem: string, images: "embedded" | "remote"): Frames {
  const main = images === "remote" ? `${stem}-remote.html` : `${stem}.html`;
  return { main, withoutImages: `${stem}-no-images.html` };
}

function documentsOf(source: FrameSource, stem: string, hasRemote: boolean): File[] {
  const { main, withoutImages } = namesOfFrames(stem, "embedded");
  const remote = { name: namesOfFrames(stem, "remote").main, text: source.document("remote") };
  return [
    { name: main, text: source.document("embedded") },
    { name: withoutImages, text: source.document("none") },
    ...(hasRemote ? [remote] : []),
  ];
}

/** Writes pictures of campaigns, by their names; of one whose HTML is not known there are none. */
export async function writePictures(
  folder: string,
  stems: readonly string[],
  browser: string | undefined,
): Promise<void> {
  const camera = await openCamera(browser);
  try {
    for (const stem of stems) {
      for (const picture of Object.keys(pictures) as Picture[]) {
        const file = join(folder, `${stem}-${picture}.png`);
        await camera.take(join(folder, framesFolder, `${stem}.html`), picture, file);
      }
    }
  } finally {
    await camera.close();
  }
}
