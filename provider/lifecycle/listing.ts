import type { Account } from "../account/account";
import type { Collection } from "../api/collection";
import type { FoundRows } from "../client/pages";
import { EmailMarketingError } from "../errors/error";
import type { EmailRole } from "../input/audience";
import type { Properties } from "../input/plain";
import { type Extended, type Settings, servedBy } from "../settings/settings";

/** An object that was found by its id or its name alone, as it would stand in the state. */
export interface FoundByKey<Props, Outputs> {
  readonly id: string;
  readonly props: Props;
  /** What the service decides, beside the inputs. */
  readonly outputs: Outputs;
}

export interface Listed<Props, Outputs> extends FoundByKey<Props, Outputs> {
  /** What its name is made from: the first alone where that is free, else with the next. */
  readonly nameParts: readonly string[];
  /** When it was created, where the service says so. */
  readonly created?: string;
  /** Inputs whose texts lie in files of their own, each with the ending of its file. */
  readonly files?: { readonly [Name in keyof Props]?: string };
  /** Why a program can't declare it, beside what its inputs show. */
  readonly problems?: readonly string[];
}

export interface ListedRows<Props, Outputs> extends FoundRows<Listed<Props, Outputs>> {
  /** What an imported program doesn't declare of any of them. */
  readonly note?: string;
  /** What is imported only where its ids are named, with the status that keeps it out. */
  readonly leftOut?: readonly { readonly id: string; readonly status: string }[];
}

export type ListObjects<Props, Outputs> = (
  account: Account,
  ids?: readonly string[],
) => Promise<ListedRows<Props, Outputs>>;

/** Lists a collection to its end. */
export function listAll<Row extends { readonly id: string }, Found>(
  of: Collection<Row>,
  found: (row: Row) => Found,
) {
  return async ({ main }: Account) => {
    const { rows, ...rest } = await of.read(main, of.all());
    return { ...rest, rows: rows.map(found) };
  };
}

export type AnyListed = Listed<Properties, Properties>;

export interface Listing {
  readonly kind: string;
  readonly emailRole?: EmailRole;
  readonly list:
    | ListObjects<Properties, Properties>
    | Extended<ListObjects<Properties, Properties>>;
}

type MayBeListed = Omit<Listing, "list"> & Partial<Listing> & { readonly find?: unknown };

/** One and several objects of a kind, in a sentence. */
export function wordsOf({ kind }: Pick<Listing, "kind">): readonly [one: string, several: string] {
  const one = kind.replace(/(?<!^)[A-Z]/g, " $&").toLowerCase();
  return [one, `${one.replace(/y$/, "ie")}s`];
}

export function isListed<Kind extends MayBeListed>(kind: Kind): kind is Kind & Listing {
  return kind.list !== undefined;
}

/** Fails for a kind that can't be listed, and says what to do with its objects. */
export function requireListed<Kind extends MayBeListed>(lifecycle: Kind): Kind & Listing {
  if (isListed(lifecycle)) return lifecycle;
  const { kind, find } = lifecycle;
  const hint = typeof find === "string" ? ` ${find}.` : "";
  throw new EmailMarketingError(
    "validation",
    `${kind}: can't be listed, because the service has no operation that lists them.${hint}`,
  );
}

export function canList({ list }: Pick<Listing, "list">, settings: Settings): boolean {
  return servedBy(settings, list) !== undefined;
}

/** Whether the objects are imported only where the user names the kind or their ids: most campaigns were sent. */
export function isNamedOnly({ emailRole }: Pick<Listing, "emailRole">): boolean {
  return emailRole === "content";
}

/** All objects, the oldest first: names depend on the order, and a service may list objects in any. */
export async function listObjects(
  { list }: Pick<Listing, "list">,
  account: Account,
  ids?: readonly string[],
): Promise<ListedRows<Properties, Properties>> {
  const read = typeof list === "function" ? list : list.extended;
  const found = await read(account, ids);
  const rows = found.rows.toSorted(
    ({ created, id }, other) =>
      compared(created, other.created) ||
      // A longer id is the later one where ids are numbers.
      id.length - other.id.length ||
      compared(id, other.id),
  );
  return { ...found, rows };
}

function compared(one = "", other = ""): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
