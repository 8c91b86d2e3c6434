import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { MailContent, Sample } from "../../../mail/page";
import { findProject, type Project } from "../../../provider/engine/project";
import { EmailMarketingError } from "../../../provider/errors/error";
import { isAsset } from "../../../provider/input/asset";
import { asSent, invalidBytePosition } from "../../../provider/plain/text";
import { isUnknown, objectIn, omitUndefined, type Properties } from "../../../provider/plain/value";
import { readJsonFile } from "../../engine/text-file";
import { hidden, isHidden } from "../preview/input";

/** The project of a folder. Without a project, the folder itself is used. */
export function projectOf(cwd: string): Project {
  const folder = resolve(cwd);
  return (
    findProject(folder) ?? { folder, programFolder: folder, name: undefined, runtime: "nodejs" }
  );
}

/**
 * Returns a campaign's content, and the reasons why parts of it can't be shown. Reads the files of assets in `folder`,
 * if given.
 */
export async function readMail(inputs: Properties, folder: string | undefined) {
  const missing: string[] = [];
  const part = async (name: string) => {
    const { text, problem } = await contentOf(inputs[name], folder);
    if (problem !== undefined) missing.push(`${name}: ${problem}`);
    return text;
  };
  const { subject, sender, preheader, replyTo } = inputs;
  const content: MailContent = omitUndefined({
    subject: contentShown(subject),
    from: senderOf(sender),
    preheader: preheader === undefined ? undefined : contentShown(preheader),
    replyTo: replyTo === undefined ? undefined : contentShown(replyTo),
    html: await part("html"),
    plainText: await part("plainText"),
  });
  return { content, missing };
}

function contentShown(value: unknown): string {
  if (isUnknown(value)) return "(known after apply)";
  return typeof value === "string" ? value : hidden;
}

function senderOf(sender: unknown): string {
  if (typeof sender !== "object" || sender === null || !("email" in sender))
    return contentShown(sender);
  const { email, name } = sender as Properties;
  return `${contentShown(name)} <${contentShown(email)}>`;
}

async function contentOf(
  value: unknown,
  folder: string | undefined,
): Promise<{ readonly text?: string; readonly problem?: string }> {
  if (value === undefined) return {};
  if (isUnknown(value)) return { problem: "known only after apply" };
  if (isHidden(value)) return { problem: "a secret" };
  if (typeof value === "string") return { text: asSent(value) };
  if (!isAsset(value)) return { problem: "a secret" };
  const { text, path, hash } = value;
  if (typeof text === "string") return { text: asSent(text) };
  if (typeof path !== "string")
    return { problem: "its content is not in the preview or the state" };
  if (folder === undefined) return { problem: `the earlier content of ${path} is not known` };
  const bytes = await readFile(resolve(folder, path)).catch(() => undefined);
  if (bytes === undefined) return { problem: `can't read the file ${resolve(folder, path)}` };
  if (hash !== undefined && createHash("sha256").update(bytes).digest("hex") !== hash) {
    return { problem: `${path} has changed since, so it is not shown` };
  }
  const wrong = invalidBytePosition(bytes);
  if (wrong) {
    const sentence = `${resolve(folder, path)} is not text in UTF-8: ${wrong}. Save it as UTF-8.`;
    throw new EmailMarketingError("config", sentence);
  }
  return { text: asSent(bytes.toString()) };
}

/** Reads values for merge tags from a file. Without a file, returns no values. */
export async function readSample(file: string | undefined): Promise<Sample> {
  if (file === undefined) return {};
  const source = `the sample ${file}`;
  const advice = 'It must be a JSON object of texts, such as {"first_name": "Ada"}.';
  const sample = await readJsonFile(file, { source, advice }, (value) => {
    const values = Object.values(objectIn(value) ?? { value });
    return values.some((one) => typeof one === "object") ? undefined : objectIn(value);
  });
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]));
}
