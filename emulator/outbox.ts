import nodemailer, { type SendMailOptions, type Transporter } from "nodemailer";
import { filled, messageParts } from "#mail/page";
import type { Account, Campaign, Contact, Mail } from "./account/account";
import { isThisMachine } from "./input/this-machine";
import { senderOf, textPart } from "./routes/campaign-list";
import { contactsIn } from "./routes/list";

/**
 * Creates an outbox, which sends campaigns by SMTP. Throws if the server is on another machine and `smtpHost` doesn't
 * name it.
 */
export function createOutbox(smtp: string, smtpHost: string | undefined) {
  const transport = nodemailer.createTransport(serverOf(smtp, smtpHost));
  let pending = Promise.resolve();
  return {
    /** Sends campaigns to their contacts, in the background. */
    send(mails: readonly Mail[], account: Account): void {
      const messages = mails.flatMap((mail) => messagesOf(mail, account));
      pending = pending.then(() => deliver(transport, messages, smtp));
    },
    /** Waits for the emails that are still being sent. */
    async close(): Promise<void> {
      await pending;
      transport.close();
    },
  };
}

function serverOf(smtp: string, smtpHost: string | undefined) {
  const fault = (problem: string) => new Error(`smtp: ${problem} (got ${JSON.stringify(smtp)})`);
  const { protocol, hostname, port } = new URL(URL.canParse(smtp) ? smtp : "none:");
  if (protocol !== "smtp:" || hostname === "" || port === "") {
    throw fault("must be an address such as smtp://127.0.0.1:1025");
  }
  const host = hostname.replace(/^\[|\]$/g, "");
  if (!isThisMachine(host) && host !== smtpHost) {
    throw fault(`mails to another machine only if smtpHost names it: "${host}"`);
  }
  return { host, port: Number(port), secure: false, ignoreTLS: true };
}

function messagesOf({ kind, of, recipients }: Mail, account: Account): SendMailOptions[] {
  const campaign = account.campaigns.find(({ id }) => id === of);
  if (kind !== "campaign" || campaign === undefined) return [];
  return contactsIn(recipients, account).map((contact) => messageTo(contact, campaign));
}

function messageTo(contact: Contact, campaign: Campaign): SendMailOptions {
  const { sender_email, sender_name } = senderOf(campaign);
  // Use a host that can't exist, so that a click in a caught email changes nothing.
  const unsubscribe = `https://unsubscribe.invalid/${campaign.id}/${contact.id}`;
  const values = Object.entries({ ...contact, ...contact.custom_fields, unsubscribe });
  const sample = Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
  const { subject, html, plain_text, reply_email } = campaign;
  const content = { subject, ...textPart("html", html), ...textPart("plainText", plain_text) };
  return {
    from: { name: sender_name, address: sender_email },
    to: contact.email,
    ...messageParts(content, (text) => filled(text, sample)),
    ...textPart("replyTo", reply_email),
    list: { unsubscribe },
  };
}

/** Sends messages one by one, because a mail catcher may accept only one connection. Reports a failure, and stops. */
async function deliver(
  transport: Transporter,
  messages: readonly SendMailOptions[],
  smtp: string,
): Promise<void> {
  for (const [at, message] of messages.entries()) {
    try {
      await transport.sendMail(message);
    } catch (error) {
      const left = messages.length - at;
      console.error(
        `email-marketing-emulator: ${left} of ${messages.length} mails were not delivered to ${smtp}: ${(error as Error).message}`,
      );
      return;
    }
  }
}
