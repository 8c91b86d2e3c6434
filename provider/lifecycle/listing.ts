import type { Account } from "../account/account";
import type { Collection } from "../api/collection";
import type { FoundRows } from "../client/pagination";
import type { EmailRole } from "../email/recipients";
import { EmailMarketingError } from "../errors/error";
import type { Properties } from "../plain/value";
import { type Extended, type Settings, servedBy } from "../settings/settings";

/** An object that was found by id or name, with the inputs and outputs to store in the state. */
export interface FoundByKey<Props, Outputs> {
  readonly id: string;
  readonly props: Props;
  readonly outputs: Outputs;
}

export interface Listed<Props, Outputs> extends FoundByKey<Props, Outputs> {
  /**
   * The parts of the imported resource's logical name. The second and later parts are only used if the name is taken.
   */
  readonly nameParts: readonly string[];
  /** The creation time of the object, if the service returns it. */
  readonly created?: string;
  /** The inputs whose texts an import writes to files, with the file extension of each. */
  readonly files?: { readonly [Name in keyof Props]?: string };
  /** Reasons why a program can't declare the object, apart from invalid inputs. */
  readonly problems?: readonly string[];
}

export interface ListedRows<Props, Outputs> extends FoundRows<Listed<Props, Outputs>> {
  /** A sentence about inputs that an imported program can't declare. */
  readonly note?: string;
  /** Objects that are only imported if the user passes their ids. The status of each is the reason. */
  readonly leftOut?: readonly { readonly id: string; readonly status: string }[];
}

export type ListObjects<Props, Outputs> = (
  account: Account,
  ids?: readonly string[],
) => Promise<ListedRows<Props, Outputs>>;

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

/** The singular and the plural noun for objects of a kind. */
export function wordsOf({ kind }: Pick<Listing, "kind">): readonly [one: string, several: string] {
  const one = kind.replace(/(?<!^)[A-Z]/g, " $&").toLowerCase();
  return [one, `${one.replace(/y$/, "ie")}s`];
}

export function isListed<Kind extends MayBeListed>(kind: Kind): kind is Kind & Listing {
  return kind.list !== undefined;
}

/** Fails for a kind that can't be listed, with advice on what to do instead. */
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

/** True for campaigns, which are only imported by kind or id, because most of them usually were already sent. */
export function isNamedOnly({ emailRole }: Pick<Listing, "emailRole">): boolean {
  return emailRole === "content";
}

/** The listed objects, oldest first, because logical names depend on the order, and the service's order may vary. */
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
      // If ids are numbers, the longer id is the later one.
      id.length - other.id.length ||
      compared(id, other.id),
  );
  return { ...found, rows };
}

function compared(one = "", other = ""): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
