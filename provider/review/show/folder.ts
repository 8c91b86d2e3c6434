import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Entry,
  type FrameSource,
  frameSource,
  type Images,
  type IndexHead,
  indexPage,
  type Mail,
  type MailPageLinks,
  mailPage,
  type PageLink,
  type Sample,
} from "#mail/page";
import { EmailMarketingError } from "../../errors/error";
import { present } from "../../input/plain";
import { writing } from "../../terminal/writing";
import { linksFile } from "../links/file";
import { type Picture, pictures, stemOf } from "./name";
import type { Camera } from "./picture";

/** Names the folder as one that may be written anew. */
const ownershipFile = ".email-marketing-mail";

/** The folder of the pages. */
export interface Folder {
  /** The whole path. */
  readonly path: string;
  /** As the user gave it. */
  readonly given: string;
}

/** Does a step that writes into the folder. */
function into<Value>({ given }: Folder, step: () => Promise<Value>): Promise<Value> {
  return writing({ target: `the folder ${given}`, advice: "Choose another one with --out." }, step);
}

/** Makes the folder empty; one that holds anything but an earlier run's pages is refused. */
export async function prepareFolder(folder: Folder): Promise<void> {
  const { path } = folder;
  const names = await into(folder, async () => {
    await mkdir(path, { recursive: true });
    return readdir(path);
  });
  const written = await readFile(join(path, ownershipFile), "utf8").catch(() => "");
  const ours = new Set([ownershipFile, ...written.split("\n")]);
  const foreign = names.find((name) => !ours.has(name));
  if (foreign !== undefined) {
    throw new EmailMarketingError(
      "config",
      `${path} contains "${foreign}", which this command did not write. Empty the folder, or choose another one with --out.`,
    );
  }
  await into(folder, () =>
    Promise.all(names.map((name) => rm(join(path, name), { recursive: true }))),
  );
}

/** The folder of the documents for frames. */
const framesFolder = "mail";

/** The pages of a run, written one campaign after the other: there may be many. */
export interface Pages {
  /** Writes the page of a campaign, and the documents for its frames, of which pictures are taken where they are asked for. */
  add(mail: Mail, isPictured: boolean): Promise<void>;
  /** Writes the index, and beside it what came of links that were asked for. */
  finish(head: IndexHead, links: string | undefined): Promise<void>;
}

interface PagesAhead {
  readonly titles: readonly string[];
  readonly sample: Sample;
  /** Takes pictures of the mails. */
  readonly camera?: Camera | undefined;
}

/** Begins the pages of campaigns, by their titles in the order in which they will come. */
export async function openPages(
  folder: Folder,
  { titles, sample, camera }: PagesAhead,
): Promise<Pages> {
  const hrefs = titles.map((text, at) => ({ text, href: `${stemOf({ name: text }, at)}.html` }));
  const entries: Entry[] = [];
  await writeAll(folder, [{ name: ownershipFile, content: namesOf(hrefs).join("\n") }]);
  await into(folder, () => mkdir(join(folder.path, framesFolder)));
  return {
    async add(mail, isPictured) {
      const at = entries.length;
      const [previous, own, next] = [hrefs[at - 1], hrefs[at], hrefs[at + 1]];
      if (!own) throw new Error("more campaigns than titles");
      const { title, change, subject, schedule, findings } = mail;
      const shown = present({ title, subject, schedule, findings, change });
      entries.push({ mail: shown, href: own.href });
      const stem = `${framesFolder}/${own.href.replace(/\.html$/, "")}`;
      const now = framed(mail.html, stem, sample);
      const before = framed(mail.before?.html, `${stem}-before`, sample);
      const hasRemote = now?.source.hasRemoteImages === true;
      const sources = [now, before].filter((one) => one !== undefined);
      await writeAll(
        folder,
        sources.flatMap((one) => documentsOf(one, hasRemote)),
      );
      const isTaken = camera !== undefined && isPictured;
      const pictured = isTaken
        ? await pictureMail(mail, { camera, folder, href: own.href })
        : { mail, forcedDark: undefined };
      const links = present({
        index: "index.html",
        previous,
        next,
        forcedDark: pictured.forcedDark,
      });
      const place = { own: own.href, links, sample, now, before };
      await writeAll(folder, pagesOf({ mail: pictured.mail, ...place }));
    },
    async finish(head, found) {
      const files = found === undefined ? [] : [{ name: linksFile, content: found }];
      await writeAll(folder, [{ name: "index.html", content: indexPage(head, entries) }, ...files]);
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
  return ["index.html", linksFile, framesFolder, ...pages];
}

function remotePage(href: string): string {
  return href.replace(/\.html$/, "-remote-images.html");
}

interface File {
  readonly name: string;
  readonly content: string | Uint8Array;
}

async function writeAll(folder: Folder, files: readonly File[]): Promise<void> {
  await into(folder, () =>
    Promise.all(files.map(({ name, content }) => writeFile(join(folder.path, name), content))),
  );
}

/** A mail's HTML as frames show it: by the images that they show, the names of the documents. */
interface Framed {
  readonly source: FrameSource;
  readonly names: Readonly<Record<Images, string>>;
}

function framed(html: string | undefined, stem: string, sample: Sample): Framed | undefined {
  if (html === undefined) return undefined;
  const names = {
    embedded: `${stem}.html`,
    none: `${stem}-no-images.html`,
    remote: `${stem}-remote.html`,
  };
  return { source: frameSource(html, sample), names };
}

function documentsOf({ source, names }: Framed, hasRemote: boolean): File[] {
  const shown: readonly Images[] = ["embedded", "none", ...(hasRemote ? ["remote" as const] : [])];
  return shown.map((images) => ({ name: names[images], content: source.document(images) }));
}

interface Place {
  readonly mail: Mail;
  /** The name of the campaign's page. */
  readonly own: string;
  /** Without frames. */
  readonly links: MailPageLinks;
  readonly sample: Sample;
  readonly now: Framed | undefined;
  readonly before: Framed | undefined;
}

/** The page of a campaign; where it has remote images, a second page shows them. */
function pagesOf({ mail, own, links, sample, now, before }: Place): File[] {
  const pageFor = mailPage(mail, sample);
  const framesOf = ({ names }: Framed, images: Images) => ({
    main: names[images],
    withoutImages: names.none,
  });
  const contentWith = (images: Images, otherImages?: PageLink) =>
    pageFor({
      ...links,
      ...(now && { frames: framesOf(now, images) }),
      ...(before && { framesBefore: framesOf(before, images) }),
      ...(otherImages && { otherImages }),
    });
  if (!now?.source.hasRemoteImages) return [{ name: own, content: contentWith("embedded") }];
  const load = { href: remotePage(own), text: "Load remote images" };
  const block = { href: own, text: "Block remote images" };
  return [
    { name: own, content: contentWith("embedded", load) },
    { name: load.href, content: contentWith("remote", block) },
  ];
}

interface Studio {
  readonly camera: Camera;
  readonly folder: Folder;
  /** The page of the campaign. */
  readonly href: string;
}

/** Takes the pictures of a mail, and adds what they show to its page. */
async function pictureMail(mail: Mail, { camera, folder, href }: Studio) {
  const stem = href.replace(/\.html$/, "");
  const document = join(folder.path, framesFolder, href);
  const notes: string[] = [];
  for (const picture of Object.keys(pictures) as Picture[]) {
    const shot = await camera.take(document, picture);
    notes.push(...shot.notes);
    await writeAll(folder, [{ name: `${stem}-${picture}.png`, content: shot.png }]);
  }
  const missing = [...mail.missing, ...notes];
  return { mail: { ...mail, missing }, forcedDark: `${stem}-forced-dark.png` };
}
