import { textOf } from "../../input/asset";
import { finding, type NamedFinding } from "../../input/finding";
import { unknownValue } from "../../input/unknown";
import { isSameText } from "../../lifecycle/declared-twice";
import { lookIntoHtml } from "./html";
import type { CampaignProps } from "./props";
import { htmlOffersUnsubscribe, textOffersUnsubscribe } from "./unsubscribe";

type Mail = Partial<CampaignProps>;

/** Larger bodies are clipped by a large mailbox provider, with whatever stands at their end. */
const clippedFromBytes = 102 * 1024;

/** What a campaign's readers would stumble over. Nothing of it is wrong to the service, so it is advice. */
export async function checkContent(mail: Mail): Promise<NamedFinding[]> {
  const html = await textOf(mail.html);
  return [
    ...(await unsubscribing(mail, html)),
    ...(isSameText(mail.subject, mail.preheader)
      ? [
          advice(
            "preheader-is-subject",
            "the preheader repeats the subject, so the inbox shows the same words twice. Give it the next sentence.",
          ),
        ]
      : []),
    ...(mail.html !== undefined && mail.plainText === undefined
      ? [
          advice(
            "plain-text-missing",
            "the mail has no plain-text part, which readers without HTML see and spam filters look for. Give plainText.",
          ),
        ]
      : []),
    ...(html === undefined ? [] : await ofHtml(html)),
  ];
}

async function unsubscribing(mail: Mail, html: string | undefined): Promise<NamedFinding[]> {
  const given = [mail.html, mail.plainText, mail.permissionReminder];
  if (given.includes(unknownValue)) return [];
  const texts = [html, await textOf(mail.plainText), await textOf(mail.permissionReminder)];
  // A part that can't be read may hold it.
  if (given.some((part, index) => part !== undefined && texts[index] === undefined)) return [];
  const [, plainText = "", reminder = ""] = texts;
  if (textOffersUnsubscribe(plainText)) return [];
  // The service puts the reminder into the HTML, so it may hold a link.
  if (await htmlOffersUnsubscribe(html ?? "")) return [];
  if (await htmlOffersUnsubscribe(reminder)) return [];
  return [
    advice(
      "unsubscribe-missing",
      "nothing lets a reader unsubscribe, which marketing mail must. Put %%unsubscribe%% into html, plainText or permissionReminder.",
    ),
  ];
}

async function ofHtml(html: string): Promise<NamedFinding[]> {
  const bytes = Buffer.byteLength(html);
  const { imagesWithoutAlt, linksNotHttps, unclosed } = await lookIntoHtml(html);
  const found: NamedFinding[] = [];
  if (bytes > clippedFromBytes) {
    const size = `${Math.ceil(bytes / 1024)} kB`;
    const problem = `html has ${size}; a large mailbox provider clips what is over 102 kB, the unsubscribe link with it. Shorten it, or link to images and styles.`;
    found.push(advice("html-too-large", problem));
  }
  if (imagesWithoutAlt.length > 0) {
    const problem = `${count(imagesWithoutAlt, "image")} of html without alt text, first in line ${imagesWithoutAlt[0]}: many readers see no images. Give alt, empty for mere decoration.`;
    found.push(advice("image-without-alt", problem));
  }
  if (linksNotHttps.length > 0) {
    const problem = `${count(linksNotHttps, "link")} of html not https, first in line ${linksNotHttps[0]}: mailboxes warn of them or break them. Give whole https addresses.`;
    found.push(advice("link-not-https", problem));
  }
  const [first] = unclosed;
  if (first) {
    const problem = `${count(unclosed, "element")} of html never closed, first <${first.tag}> in line ${first.line}: what follows may look like a part of it. Add the end tag.`;
    found.push(advice("tag-unclosed", problem));
  }
  return found;
}

function count(found: readonly unknown[], noun: string): string {
  return found.length === 1 ? `1 ${noun}` : `${found.length} ${noun}s`;
}

function advice(name: string, problem: string): NamedFinding {
  return finding("warning", name, problem);
}
