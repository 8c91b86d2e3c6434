import { EmailMarketingError } from "../../errors/error";
import { exactJson } from "../../errors/redact";
import { emptyNameIn, invisibleIn } from "../../runtime/address";
import { domainOf } from "../../runtime/domain";

/** A mail address, and the name that an inbox shows in its place. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** The most addresses that a test is sent to: it is no way to mail a campaign. */
const most = 10;

/** One address and nothing else: no list, no group, no comment. */
const oneAddress = /^[^\s@<>()[\]:;,"\\\p{Cc}]+@[^\s@<>()[\]:;,"\\\p{Cc}]+$/u;

/** Whether a value is one mail address. */
export function isAddress(value: unknown): value is string {
  return typeof value === "string" && oneAddress.test(value) && faultOf(value) === undefined;
}

/** What can't be seen, or is easily overlooked. */
function faultOf(address: string): string | undefined {
  const dots = emptyNameIn(domainOf(address));
  return invisibleIn(address) ?? (dots && `must be an address (its domain ${dots})`);
}

/** The addresses that a test is sent to, each once. */
export function recipientsOf(text: string): string[] {
  const given = text.split(",").map((one) => one.trim());
  const wrong = given.find((one) => !isAddress(one));
  if (wrong !== undefined) {
    const why = faultOf(wrong);
    if (why !== undefined) throw fault(`--to: address ${given.indexOf(wrong) + 1} ${why}`);
    throw fault(`--to: must be addresses, separated by commas (got ${exactJson(wrong)})`);
  }
  const byMailbox = new Map(given.map((one) => [one.toLowerCase(), one]));
  if (byMailbox.size > most) {
    throw fault(`--to: must be at most ${most} addresses (got ${byMailbox.size})`);
  }
  return [...byMailbox.values()];
}

/** The address that a test is sent from; a bare one keeps the name of the campaign's sender. */
export function senderOf(text: string, name: string): Mailbox {
  const named = /^([^<>]*)<([^<>]*)>$/.exec(text.trim());
  const [given, address] = named ? named.slice(1) : [name, text];
  const mailbox = { name: given?.trim() ?? "", address: address?.trim() ?? "" };
  if (isAddress(mailbox.address) && !/\p{Cc}/u.test(mailbox.name)) return mailbox;
  const why = faultOf(mailbox.address);
  if (why !== undefined) throw fault(`--from: the address ${why}`);
  const example = '"you@example.com" or "Your Name <you@example.com>"';
  throw fault(`--from: must be ${example} (got ${exactJson(text)})`);
}

function fault(problem: string): EmailMarketingError {
  return new EmailMarketingError("config", `${problem}.`);
}
