import { createInterface } from "node:readline/promises";
import { EmailMarketingError } from "../../../provider/errors/error";
import { asName, quoted } from "../../../provider/errors/redact";
import { count } from "../../../provider/plain/text";
import { omitUndefined } from "../../../provider/plain/value";
import { type Terminal, table } from "../../terminal";
import { previewModel, stateModel } from "../preview";
import { readWholePreview } from "../preview/input";
import type { ReviewContext, StateOptions } from "../preview/model";
import { campaignsIn, campaignsOfPreview, type ShownCampaign } from "../preview/shown-campaign";
import { projectOf, readSample } from "../show/content";
import { deliver } from "./delivery";
import {
  mailLibrary,
  parseRecipients,
  parseSender,
  secretsOf,
  serverVariable,
  smtpServer,
} from "./mailbox";
import { campaignNamed, type TestMessage, testMessage } from "./message";

export interface SendTestOptions extends StateOptions {
  /** A file with the output of `pulumi preview --json`. */
  readonly preview?: string;
  readonly campaign: string;
  /** Email addresses of the recipients, separated by commas. */
  readonly to: string;
  /** A sender to use instead of the campaign's, for example because the server refuses that one. */
  readonly from?: string;
  /** A JSON file with values for merge tags. */
  readonly sample?: string;
  readonly showSecrets?: boolean;
  /** Whether to send without asking for confirmation. */
  readonly yes?: boolean;
}

/** Asks the user a yes-or-no question. Undefined if there is no terminal to ask in. */
export type AskPerson = ((question: string) => Promise<boolean>) | undefined;

/** Sends a campaign to a few addresses through the user's SMTP server. Sends no request to the email service. */
export async function sendTest(
  options: SendTestOptions,
  terminal: Terminal,
  context: ReviewContext,
  ask: AskPerson = terminalAsk(),
): Promise<number> {
  const { [serverVariable]: address = "" } = process.env;
  terminal.redact([...context.keys, address].filter((one) => one !== ""));
  const library = await mailLibrary();
  const recipients = parseRecipients(library, options.to);
  const from = options.from === undefined ? undefined : parseSender(library, options.from);
  const server = smtpServer(library, address);
  const sample = await readSample(options.sample);
  const campaign = campaignNamed(await campaignsOf(options, context), options.campaign);
  const { programFolder: folder } = projectOf(options.cwd);
  const message = await testMessage(campaign, omitUndefined({ folder, sample, from }));
  // With --show-secrets, the test message may contain secrets, but the output must not.
  const mail = options.showSecrets ? "with what is secret in it" : inWords(message);
  terminal.print(`Campaign ${quoted(campaign.name)}: ${mail}, to ${recipients.join(", ")}`);
  terminal.print(differences);
  if (!options.yes && !(await isConfirmed(ask, recipients.length))) {
    terminal.printToStderr("Nothing was sent.");
    return 1;
  }
  const secrets = secretsOf(address, server);
  const delivered = await deliver(recipients, { library, message, server, secrets });
  const rows = delivered.map(({ is, address, why }) => [is, address, ...(why ? [`${why}.`] : [])]);
  for (const line of table(rows)) terminal.print(line);
  const others = delivered.filter(({ is }) => is !== "accepted");
  if (others.length === 0) return 0;
  const which = others.map(({ address, is }) => `${address} (${is})`).join(", ");
  terminal.printToStderr(`error: the server didn't accept the mail to ${which}.`);
  return 1;
}

function inWords({ subject, from }: TestMessage): string {
  const sender = from.name === "" ? from.address : `${asName(from.name)} <${from.address}>`;
  return `${quoted(subject)}, from ${sender}`;
}

const differences =
  "The service's own mail differs: the service fills the merge tags, adds the preheader, unsubscribe links and headers, and tracks opens and clicks.";

async function isConfirmed(ask: AskPerson, messages: number): Promise<boolean> {
  if (ask) return ask(`Send ${count(messages, "message")}? [y/N] `);
  throw new EmailMarketingError(
    "config",
    "there is no terminal to ask for confirmation. To send without asking, add --yes.",
  );
}

function terminalAsk(): AskPerson {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input, output });
    try {
      return /^y(?:es)?$/i.test((await lines.question(question)).trim());
    } finally {
      lines.close();
    }
  };
}

async function campaignsOf(
  options: SendTestOptions,
  context: ReviewContext,
): Promise<readonly ShownCampaign[]> {
  const { preview, state, stack, showSecrets } = options;
  if (preview !== undefined) {
    return campaignsOfPreview(previewModel(await readWholePreview(preview), context));
  }
  if (state !== undefined || stack !== undefined) {
    const resources = await context.resourcesOf(options, showSecrets ? "opened" : undefined);
    return campaignsIn(stateModel(resources, {}, context));
  }
  throw new EmailMarketingError(
    "config",
    "set --preview, --stack or --state to say where the campaign is.",
  );
}
