import { isDeepStrictEqual } from "node:util";
import { quoted } from "../errors/redact";
import { isSameInput } from "./asset";
import { idInTag, unquoted } from "./finding";
import { containsUnknown } from "./plain";
import type { ListSize, RecipientReach } from "./schedule-note";

/**
 * The role of a kind in an email: the whole email, sent at once by a step; its content; its date; or a list of
 * recipients.
 */
export type EmailRole = "dnsEmail" | "content" | "schedule" | "recipients";

/** True if creating an object of this kind in another account would email people again. */
export function isMailed({ emailRole }: { readonly emailRole?: EmailRole }): boolean {
  return emailRole === "content" || emailRole === "schedule";
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

/**
 * Extra fields that may set a campaign's recipients, such as `recipients`. Only their names suggest it, because their
 * meaning isn't known.
 */
export function ownRecipients({ extraFields = {} }: Audience): Readonly<Record<string, unknown>> {
  const { create = {}, update = {} } = extraFields;
  const all = Object.entries({ create, update }).flatMap(([step, fields]) =>
    Object.entries(fields)
      .filter(([name]) => /list|segment|recipient|contact|audience/i.test(name))
      .map(([name, value]) => [`${step}.${idInTag(name)}`, value] as const),
  );
  return Object.fromEntries(all);
}

/** The changed inputs that decide which contacts get a campaign. */
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

/** The reason why a campaign's recipients aren't just its lists; undefined if they are. */
export function beyondLists(audience: Audience | undefined): string | undefined {
  if (audience === undefined) return "no Campaign of this update has this id";
  const { listIds, segmentId } = audience;
  // No operation returns the contacts of a segment.
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

/** The recipients to email: the new ones, or all if a trigger has changed. A request emails everyone in it. */
export function newRecipients(
  { recipients, triggers }: DeclaredShare,
  old: DeclaredShare,
): string[] {
  const isAgain = !isSameInput(old.triggers, triggers);
  const known = isAgain ? [] : old.recipients.map(bare);
  return distinct(recipients).filter((one) => !known.includes(bare(one)));
}

/** The distinct addresses, ignoring case, each in its first spelling. */
export function distinct(addresses: readonly string[]): string[] {
  return [...new Map(addresses.toReversed().map((one) => [bare(one), one])).values()].toReversed();
}

function bare(address: string): string {
  return address.toLowerCase();
}

/** The note for reviewers: `emails the DNS records of "acme.example" (domain-1).` */
export function shareNote(domain: string, id: string): string {
  return `emails the DNS records of ${quoted(domain)} (${id}).`;
}

export function domainIn(said: string): string | undefined {
  const [, domain] =
    /^(?:[^"]|"(?:[^"\\]|\\.)*")*?DNS records of ("(?:[^"\\]|\\.)*") \(/s.exec(said) ?? [];
  return domain === undefined ? undefined : unquoted(domain);
}
