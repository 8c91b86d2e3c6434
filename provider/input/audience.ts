import { isDeepStrictEqual } from "node:util";
import { quoted } from "../errors/redact";
import { isSameInput } from "./asset";
import { idInTag, unquoted } from "./finding";
import { containsUnknown } from "./plain";
import type { ListSize, RecipientReach } from "./schedule-note";

/** What an object of a kind is to a mail: all of it, sent at once by a step; its content; its date; or a list of its readers. */
export type MailPart = "whole" | "content" | "date" | "list";

/** Whether an object of the kind, in another account, would be sent to people again. */
export function isMailed({ mailPart }: { readonly mailPart?: MailPart }): boolean {
  return mailPart === "content" || mailPart === "date";
}

export interface Audience {
  readonly listIds?: readonly string[];
  readonly segmentId?: string;
  readonly contactsOrder?: string;
  readonly rules?: { readonly limit?: number };
  readonly extraFields?: { readonly create?: object; readonly update?: object };
}

export const audienceInputs = [
  "listIds",
  "segmentId",
  "contactsOrder",
  "rules",
  "extraFields",
] as const satisfies readonly (keyof Audience)[];

/** The extra fields that may say to whom a campaign goes, by their names, such as `recipients`: nothing else is known of them. */
export function ownRecipients({ extraFields = {} }: Audience): Readonly<Record<string, unknown>> {
  const { create = {}, update = {} } = extraFields;
  const all = Object.entries({ create, update }).flatMap(([step, fields]) =>
    Object.entries(fields)
      .filter(([name]) => /list|segment|recipient|contact|audience/i.test(name))
      .map(([name, value]) => [`${step}.${idInTag(name)}`, value] as const),
  );
  return Object.fromEntries(all);
}

/** The inputs by which a campaign goes to others, or to others among them. */
export function changedAudience(old: Audience, now: Audience): (keyof Audience)[] {
  const comparable = (audience: Audience) => ({
    ...audience,
    listIds: new Set(audience.listIds),
    extraFields: ownRecipients(audience),
  });
  const [one, other] = [comparable(old), comparable(now)];
  return audienceInputs.filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

export function hasOtherAudience(old: Audience, now: Audience): boolean {
  return changedAudience(old, now).length > 0;
}

/** Why the lists of a campaign are not all that it goes to; undefined where they are. */
export function beyondLists(audience: Audience | undefined): string | undefined {
  if (audience === undefined) return "no Campaign of this update has this id";
  const { listIds, segmentId } = audience;
  // No operation shows which contacts a segment has.
  if (segmentId !== undefined) return "it goes to a segment";
  const [own] = Object.keys(ownRecipients(audience));
  if (own !== undefined) return `extraFields.${own} may add recipients`;
  if (listIds === undefined) return "it names no list";
  return containsUnknown(listIds) ? "its lists are known only after apply" : undefined;
}

export function reachOf(sizes: readonly (ListSize | undefined)[]): RecipientReach {
  const lists = sizes.filter((size) => size !== undefined);
  const unknown = "the service reports no number of contacts for one of its lists";
  if (lists.length < sizes.length) return { contacts: { unknown }, lists };
  return { contacts: lists.reduce((sum, { contacts }) => sum + contacts, 0), lists };
}

interface DeclaredShare {
  readonly recipients: readonly string[];
  readonly triggers?: readonly unknown[];
}

/** The recipients who have had no mail yet, or all when a trigger changes: each request mails everyone in it. */
export function newRecipients(
  { recipients, triggers }: DeclaredShare,
  old: DeclaredShare,
): string[] {
  const isAgain = !isSameInput(old.triggers, triggers);
  const known = isAgain ? [] : old.recipients.map(bare);
  return distinct(recipients).filter((one) => !known.includes(bare(one)));
}

/** Each address once, in the spelling that comes first. */
export function distinct(addresses: readonly string[]): string[] {
  return [...new Map(addresses.toReversed().map((one) => [bare(one), one])).values()].toReversed();
}

function bare(address: string): string {
  return address.toLowerCase();
}

/** What a reviewer reads: `emails the DNS records of "acme.example" (domain-1).` */
export function shareNote(domain: string, id: string): string {
  return `emails the DNS records of ${quoted(domain)} (${id}).`;
}

export function domainIn(said: string): string | undefined {
  const [, domain] =
    /^(?:[^"]|"(?:[^"\\]|\\.)*")*?DNS records of ("(?:[^"\\]|\\.)*") \(/s.exec(said) ?? [];
  return domain === undefined ? undefined : unquoted(domain);
}
