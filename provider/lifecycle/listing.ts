import type { Account } from "../account/account";
import type { FoundRows } from "../client/reader";
import { EmailMarketingError } from "../errors/error";
import type { Properties } from "../input/plain";
import type { Settings } from "../settings/settings";

/** An object that was found by its id or its name alone, as it would stand in the state. */
export interface FoundByKey<Props, Decided> {
  readonly id: string;
  readonly props: Props;
  /** What the service decides, beside the inputs. */
  readonly outputs: Decided;
}

/** One of the objects that an account lists. */
export interface Listed<Props, Decided> extends FoundByKey<Props, Decided> {
  /** What its name is made from: the first alone where that is free, else with the next. */
  readonly nameParts: readonly string[];
  /** When it was created, where the service says so. */
  readonly created?: string;
  /** Inputs whose texts lie in files of their own, each with the ending of its file. */
  readonly files?: { readonly [Name in keyof Props]?: string };
  /** Why a program can't declare it, beside what its inputs show. */
  readonly problems?: readonly string[];
}

/** How the objects of a kind are listed, for an import of a whole account. */
export interface Listing<Props, Decided> {
  /** One and several of them, in a sentence. */
  readonly words: readonly [one: string, several: string];
  /** All of them, in any order; of a kind that is imported only where the user names it, those with the ids where some are given. */
  readonly read: (
    account: Account,
    ids?: readonly string[],
  ) => Promise<FoundRows<Listed<Props, Decided>>>;
  /** True where only the extended operations list or create them. */
  readonly isExtended?: true;
  /** True where they are imported only if the user names the kind or their ids. */
  readonly isNamedOnly?: true;
  /** What an imported program doesn't declare of any of them. */
  readonly note?: string;
}

/** One of the objects, and a listing of them, whose kind does not matter to the caller. */
export type AnyListed = Listed<Properties, Properties>;
export type AnyListing = Listing<AnyListed["props"], AnyListed["outputs"]>;

/** What a lifecycle says of an import. */
interface MayBeListed {
  readonly kind: string;
  readonly list?: AnyListing;
  /** How one object is found, or what to do in place of an import. */
  readonly find?: unknown;
}

/** How the objects of a kind are listed; an error says what to do with those that can't be. */
export function listingOf({ kind, list, find }: MayBeListed): AnyListing {
  if (list) return list;
  const wayOut = typeof find === "string" ? ` ${find}.` : "";
  throw new EmailMarketingError(
    "validation",
    `${kind}: can't be listed, because the service has no operation that lists them.${wayOut}`,
  );
}

/** Whether the operations of these settings list the objects. */
export function canList({ isExtended }: AnyListing, settings: Settings): boolean {
  return !isExtended || settings.isExtended;
}

/** All objects, the oldest first: names depend on the order, and a service may list objects in any. */
export async function listObjects(
  listing: AnyListing,
  account: Account,
  ids?: readonly string[],
): ReturnType<AnyListing["read"]> {
  const found = await listing.read(account, ids);
  const rows = [...found.rows].sort(
    (one, other) => compared(one.created, other.created) || comparedIds(one.id, other.id),
  );
  return { ...found, rows };
}

/** A longer id is the later one where ids are numbers. */
function comparedIds(one: string, other: string): number {
  return one.length - other.length || compared(one, other);
}

function compared(one = "", other = ""): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
