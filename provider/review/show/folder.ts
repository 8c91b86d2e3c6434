import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
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
import { asName, quoted } from "../../errors/redact";
import { present } from "../../input/plain";
import { writing } from "../../terminal/write-together";
import { linksFile } from "../links/report";
import { type Camera, pictures, type Sitter, type Sitting, stemOf, takePictures } from "./sitting";

/** Names the folder as one that may be written anew. */
const ownershipFile = ".email-marketing-mail";

export interface Folder {
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
      `${path} contains ${quoted(foreign)}, which this command did not write. Empty the folder, or choose another one with --out.`,
    );
  }
  await into(folder, () =>
    Promise.all(names.map((name) => rm(join(path, name), { recursive: true }))),
  );
}

const framesFolder = "mail";

/** The pages of a run, written one campaign after the other: there may be many. */
export interface Pages {
  /** Writes the page of a campaign, and the documents for its frames; the page of one with pictures waits for them. */
  add(mail: Mail, isPictured: boolean): Promise<void>;
  /** Takes the pictures where they are asked for, and gives the number of campaigns that miss some. */
  picture(progress: (text: string) => void): Promise<number>;
  /** Writes the index, and beside it what came of links that were asked for. */
  finish(head: IndexHead, beside?: Beside): Promise<void>;
}

/** The file beside the index, by its name. */
type Beside = Readonly<Record<typeof linksFile, string>>;

interface PagesAhead {
  readonly titles: readonly string[];
  readonly sample: Sample;
  readonly camera?: Camera | undefined;
}

/** Begins the pages of campaigns, by their titles in the order in which they will come. */
export async function openPages(
  folder: Folder,
  { titles, sample, camera }: PagesAhead,
): Promise<Pages> {
  const links = titles.map((text, at) => ({
    text: asName(text),
    href: `${stemOf({ name: text }, at)}.html`,
  }));
  const entries: Entry[] = [];
  const waiting: Place[] = [];
  await writeAll(folder, [{ name: ownershipFile, content: namesOf(links).join("\n") }]);
  await into(folder, () => mkdir(join(folder.path, framesFolder)));
  return {
    async add(mail, isPictured) {
      const at = entries.length;
      const [previous, own, next] = [links[at - 1], links[at], links[at + 1]];
      if (!own) throw new Error("more campaigns than titles");
      const around = present({ index: "index.html", previous, next });
      const { title, change, subject, schedule, findings } = mail;
      const shown = present({ title, subject, schedule, findings, change });
      entries.push({ mail: shown, href: own.href });
      const sources = sourcesOf(mail, own.href, sample);
      await writeAll(folder, sources.documents);
      const place = { mail, own: own.href, around, sample, sources };
      if (camera && isPictured) waiting.push(place);
      else await writeAll(folder, pagesOf(place));
    },
    async picture(progress) {
      if (!camera) return 0;
      const sitters = waiting.map(({ own }) => sitterOf(own, folder));
      const sittings = await takePictures(camera, sitters, (at) =>
        progress(`Taking pictures of campaign ${at + 1} of ${sitters.length} ...`),
      );
      for (const [at, place] of waiting.entries()) {
        const sitting = sittings[at];
        if (sitting) await writeAll(folder, pagesOf(withPictures(place, sitting)));
      }
      return sittings.filter(({ taken }) => taken.length < Object.keys(pictures).length).length;
    },
    async finish(head, beside) {
      const files = Object.entries(beside ?? {}).map(([name, content]) => ({ name, content }));
      await writeAll(folder, [{ name: "index.html", content: indexPage(head, entries) }, ...files]);
    },
  };
}

/** What a run may write; kept first of all, so that the next one may empty the folder even if it is cut off. */
function namesOf(links: readonly PageLink[]): string[] {
  const pages = links.flatMap(({ href }) => [
    href,
    remotePage(href),
    ...Object.keys(pictures).map((name) => nameOf(href, name)),
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

interface Sources {
  readonly stem: string;
  readonly now: FrameSource | undefined;
  readonly before: FrameSource | undefined;
  readonly documents: readonly File[];
}

function sourcesOf(mail: Mail, own: string, sample: Sample): Sources {
  const stem = `${framesFolder}/${own.replace(/\.html$/, "")}`;
  const [now, before] = [mail.html, mail.before?.html].map((html) =>
    html === undefined ? undefined : frameSource(html, sample),
  );
  const hasRemote = now?.hasRemoteImages === true;
  const documents = [
    ...(now ? documentsOf(now, stem, hasRemote) : []),
    ...(before ? documentsOf(before, `${stem}-before`, hasRemote) : []),
  ];
  return { stem, now, before, documents };
}

interface Place {
  readonly mail: Mail;
  readonly forcedDark?: string;
  readonly own: string;
  readonly around: MailPageLinks;
  readonly sample: Sample;
  readonly sources: Sources;
}

/** The page of a campaign; where it has remote images, a second page shows them. */
function pagesOf({ mail, forcedDark, own, around, sample, sources }: Place): File[] {
  const { stem, now, before } = sources;
  const linksTo = (images: "embedded" | "remote", other: PageLink): MailPageLinks => ({
    ...around,
    ...(now && { frames: namesOfFrames(stem, images) }),
    ...(before && { framesBefore: namesOfFrames(`${stem}-before`, images) }),
    ...(forcedDark !== undefined && { forcedDark }),
    ...(now?.hasRemoteImages && { otherImages: other }),
  });
  const load = { href: remotePage(own), text: "Load remote images" };
  const block = { href: own, text: "Block remote images" };
  const pageFor = mailPage(mail, sample);
  return [
    { name: own, content: pageFor(linksTo("embedded", load)) },
    ...(now?.hasRemoteImages
      ? [{ name: remotePage(own), content: pageFor(linksTo("remote", block)) }]
      : []),
  ];
}

function namesOfFrames(stem: string, images: "embedded" | "remote"): Frames {
  const main = images === "remote" ? `${stem}-remote.html` : `${stem}.html`;
  return { main, withoutImages: `${stem}-no-images.html` };
}

function documentsOf(source: FrameSource, stem: string, hasRemote: boolean): File[] {
  const { main, withoutImages } = namesOfFrames(stem, "embedded");
  const remote = { name: namesOfFrames(stem, "remote").main, content: source.document("remote") };
  return [
    { name: main, content: source.document("embedded") },
    { name: withoutImages, content: source.document("none") },
    ...(hasRemote ? [remote] : []),
  ];
}

function sitterOf(href: string, folder: Folder): Sitter {
  return {
    document: pathToFileURL(join(folder.path, framesFolder, href)).href,
    save: (picture, content) => writeAll(folder, [{ name: nameOf(href, picture), content }]),
  };
}

function nameOf(href: string, picture: string): string {
  return href.replace(/\.html$/, `-${picture}.png`);
}

function withPictures(place: Place, { taken, notes, advice }: Sitting): Place {
  const missing = [...place.mail.missing, ...notes];
  return {
    ...place,
    mail: { ...place.mail, missing, ...(advice && { advice }) },
    ...(taken.includes("forced-dark") && { forcedDark: nameOf(place.own, "forced-dark") }),
  };
}
