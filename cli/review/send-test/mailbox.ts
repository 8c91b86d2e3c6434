import { isIPv6 } from "node:net";
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import { EmailMarketingError } from "../../../provider/errors/error";
import { exactJson } from "../../../provider/errors/redact";
import {
  domainOf,
  invisibleCharacterProblem,
  isLoopback,
  misplacedDotProblem,
  parseUrl,
} from "../../../provider/plain/domain";
import type { otherVariables } from "../../../provider/plain/package";

/** Loads nodemailer, an optional peer dependency that only send-test needs. */
export async function mailLibrary() {
  try {
    const [addresses, composer, connection, shared] = await Promise.all([
      import("nodemailer/lib/addressparser"),
      import("nodemailer/lib/mail-composer"),
      import("nodemailer/lib/smtp-connection"),
      import("nodemailer/lib/shared"),
    ]);
    return {
      parseAddresses: addresses.default,
      parseServer: shared.parseConnectionUrl,
      MailComposer: composer.default,
      SmtpConnection: connection.default,
    };
  } catch (cause) {
    const sentence =
      'the package "nodemailer", which sends mails, is not installed. Run: npm install nodemailer';
    throw new EmailMarketingError("config", sentence, { cause });
  }
}

export type MailLibrary = Awaited<ReturnType<typeof mailLibrary>>;

/** An email address, and the name that an inbox shows instead. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** The maximum number of addresses. It is low, so that a test can't be used to send a campaign. */
const maxRecipients = 10;

/** Matches one address, without a character that a mail server could read as a separator of two addresses. */
const oneAddress = /^[^\s@<>()[\]:;,"\\\p{Cc}]+@[^\s@<>()[\]:;,"\\\p{Cc}]+$/u;

export function isAddress(value: unknown): value is string {
  return typeof value === "string" && oneAddress.test(value) && addressProblem(value) === undefined;
}

/** The first problem of an address: an invisible character, or a misplaced dot in the domain. */
function addressProblem(address: string): string | undefined {
  const dots = misplacedDotProblem(domainOf(address));
  return invisibleCharacterProblem(address) ?? (dots && `must be an address (its domain ${dots})`);
}

/** Parses the recipients of a test, and drops duplicates. */
export function parseRecipients({ parseAddresses }: MailLibrary, text: string): string[] {
  const read = parseAddresses(text);
  // An address group has no address. The empty text in its place is rejected below.
  const given = read.map(({ address = "" }) => address);
  const why = given.map(addressProblem).find((fault) => fault !== undefined);
  if (why !== undefined) throw configError(`--to: an address ${why}`);
  // nodemailer parses "a@x b@y", without a comma, as one address with a name, so refuse an "@" in a name.
  const isPlain = read.every(({ name }) => !name.includes("@")) && !/\p{Cc}/u.test(text);
  if (!isPlain || given.length === 0 || !given.every(isAddress)) {
    throw configError(`--to: must be addresses, separated by commas (got ${exactJson(text)})`);
  }
  const byMailbox = new Map(given.map((one) => [one.toLowerCase(), one]));
  if (byMailbox.size > maxRecipients) {
    throw configError(`--to: must be at most ${maxRecipients} addresses (got ${byMailbox.size})`);
  }
  return [...byMailbox.values()];
}

/** Parses the sender of a test: an address, with or without a name. */
export function parseSender({ parseAddresses }: MailLibrary, text: string): Mailbox {
  const [one, another] = parseAddresses(text);
  const { name = "", address = "" } = another ? {} : (one ?? {});
  const why = addressProblem(address);
  if (why !== undefined) throw configError(`--from: the address ${why}`);
  if (isAddress(address) && !/\p{Cc}/u.test(text)) return { name, address };
  const example = '"you@example.com" or "Your Name <you@example.com>"';
  throw configError(`--from: must be ${example} (got ${exactJson(text)})`);
}

export const serverVariable = "EMAIL_MARKETING_SMTP_URL" satisfies keyof typeof otherVariables;

export type SmtpServer = SmtpConnection.Options & {
  readonly auth?: { readonly user: string; readonly pass: string };
};

/**
 * Matches a URL without a query, because nodemailer would read a query as options, which could disable certificate
 * checks.
 */
const serverAddress = /^smtps?:\/\/[^/?#\s]+\/?$/i;
const example = "smtps://user:password@mail.example.com";

/**
 * Parses the URL of an SMTP server. No error message contains any part of the URL, because it may contain a password.
 */
export function smtpServer({ parseServer }: MailLibrary, text: string): SmtpServer {
  const given = text.trim();
  if (given === "") {
    const help = `Set it to the address of your SMTP server, such as ${example}`;
    throw configError(`${serverVariable} is not set. ${help}`);
  }
  // Check the URL before nodemailer parses it, because nodemailer's error would repeat the URL.
  if (!serverAddress.test(given) || !parseUrl(given)) {
    const encoding = 'encode "/", "?", "#" and "%" of the password as %2F, %3F, %23 and %25';
    throw configError(
      `${serverVariable} must be an address such as ${example}, without path, query and fragment; ${encoding}`,
    );
  }
  const server = parseServer(given) as SmtpServer;
  const { host = "", secure = false } = server;
  const isLocal = isLoopback({ hostname: isIPv6(host) ? `[${host}]` : host });
  return { ...server, requireTLS: !secure && !isLocal, ignoreTLS: !secure && isLocal };
}

/** Secret texts to redact in errors of a delivery, because a mail server may repeat the text that it received. */
export function secretsOf(text: string, { auth }: SmtpServer): string[] {
  if (!auth) return [text.trim()];
  const { user, pass } = auth;
  const base64 = (value: string) => Buffer.from(value).toString("base64");
  return [text.trim(), base64(`\0${user}\0${pass}`), base64(pass), pass, user];
}

function configError(problem: string): EmailMarketingError {
  return new EmailMarketingError("config", `${problem}.`);
}
