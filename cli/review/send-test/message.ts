import { type MessageParts, messageParts, replaceMergeTags, type Sample } from "../../../mail/page";
import { EmailMarketingError } from "../../../provider/errors/error";
import { quoted } from "../../../provider/errors/redact";
import { isRecord, isUnknown } from "../../../provider/plain/value";
import { isHidden } from "../preview/input";
import type { ShownCampaign } from "../preview/shown-campaign";
import { readMail } from "../show/content";
import { isAddress, type Mailbox } from "./mailbox";

export interface TestMessage extends MessageParts {
  readonly from: Mailbox;
  readonly replyTo?: string;
}

export interface MessageOptions {
  /** The folder to which the paths of assets are relative. */
  readonly folder: string;
  readonly sample: Sample;
  /** A sender to use instead of the campaign's. If it has no name, the name of the campaign's sender is used. */
  readonly from?: Mailbox;
}

/** The text in place of a merge tag for unsubscribing. Its host can't exist, so a click in a test has no effect. */
const unreachableUrl = "https://unsubscribe.invalid/";
const unsubscribing = /unsub|opt[_.-]?out/i;

/** Advice if a part of the campaign is a secret, because the engine masks secrets in a preview. */
const secretHelp =
  " A preview has no secrets. To send secret content, use --stack, or --state with the output of pulumi stack export --show-secrets, and add --show-secrets.";

/** Finds a campaign by its name in the program, otherwise by its name in the service. */
export function campaignNamed(campaigns: readonly ShownCampaign[], name: string): ShownCampaign {
  const kept = campaigns.filter(({ change }) => change !== "delete");
  const inProgram = kept.filter((one) => one.name === name);
  const found = inProgram.length > 0 ? inProgram : kept.filter((one) => one.inputs.name === name);
  const [campaign, another] = found;
  if (campaign && !another) return campaign;
  const problem = another
    ? `has several campaigns with the name ${quoted(name)}`
    : `has no campaign ${quoted(name)}; it has ${kept.map((one) => quoted(one.name)).join(", ") || "none"}`;
  throw new EmailMarketingError(
    "config",
    `--campaign: the input ${problem}. A preview has only campaigns that change; --stack has all.`,
  );
}

/**
 * Converts a campaign into a test message. Throws if the subject or the content can't be read, if there is no content,
 * or if the sender isn't known.
 */
export async function testMessage(
  { name, inputs }: ShownCampaign,
  { folder, sample, from }: MessageOptions,
): Promise<TestMessage> {
  const refused = (why: string) =>
    new EmailMarketingError("config", `campaign ${quoted(name)} ${why}`);
  const { content, missing } = await readMail(inputs, folder);
  const unsendable = [...unsendableReasons("subject", inputs.subject), ...missing];
  if (unsendable.length > 0) {
    const isSecret = unsendable.some((one) => one.endsWith(": a secret"));
    throw refused(`can't be sent: ${unsendable.join("; ")}.${isSecret ? secretHelp : ""}`);
  }
  const fill = (text: string) =>
    replaceMergeTags(text, sample, (tag, value) =>
      unsubscribing.test(tag) ? unreachableUrl : (value ?? tag),
    );
  const parts = messageParts(content, fill);
  if (parts.html === undefined && parts.text === undefined) {
    throw refused("has neither HTML nor plain text.");
  }
  const { replyTo } = inputs;
  return {
    ...parts,
    subject: `[Test] ${parts.subject}`,
    from: fromOf(inputs.sender, from),
    ...(isAddress(replyTo) && { replyTo }),
  };
}

function unsendableReasons(input: string, value: unknown): string[] {
  if (isUnknown(value)) return [`${input}: known only after apply`];
  return typeof value !== "string" || isHidden(value) ? [`${input}: a secret`] : [];
}

function fromOf(sender: unknown, given: Mailbox | undefined): Mailbox {
  const { email, name } = isRecord(sender) ? sender : {};
  const known = unsendableReasons("sender", name).length === 0 ? String(name) : "";
  if (given) return { ...given, name: given.name || known };
  if (isAddress(email)) return { name: known, address: email };
  throw new EmailMarketingError("config", "the sender of the campaign is not known. Add --from.");
}
