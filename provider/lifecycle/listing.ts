import type { Account } from "../account/account";
import type { Collection } from "../api/collection";
import { EmailMarketingError } from "../errors/error";
import type { Properties } from "../plain/value";
import { type Settings, servedBy } from "../settings/settings";
import type { AnyLifecycle, Listed } from "./lifecycle";

export function listAll<Row extends { readonly id: string }, Found>(
  of: Collection<Row>,
  found: (row: Row) => Found,
) {
  return async ({ main }: Account) => {
    const { rows, ...rest } = await of.read(main);
    return { ...rest, rows: rows.map(found) };
  };
}

export type AnyListed = Listed<Properties, Properties>;

/** A kind whose objects can be listed. */
export type Listing = AnyLifecycle & Pick<Required<AnyLifecycle>, "list">;

/** The singular and the plural noun for objects of a kind. */
export function wordsOf({ kind }: Listing): readonly [one: string, several: string] {
  const one = kind.replace(/(?<!^)[A-Z]/g, " $&").toLowerCase();
  return [one, `${one.replace(/y$/, "ie")}s`];
}

export function isListed(kind: AnyLifecycle): kind is Listing {
  return kind.list !== undefined;
}

export function requireListed(lifecycle: AnyLifecycle): Listing {
  if (isListed(lifecycle)) return lifecycle;
  const { kind, find } = lifecycle;
  const hint = typeof find === "string" ? ` ${find}.` : "";
  const problem = `${kind}: can't be listed, because the service has no operation that lists them.${hint}`;
  throw new EmailMarketingError("validation", problem);
}

export function canList({ list }: Listing, settings: Settings): boolean {
  return servedBy(settings, list) !== undefined;
}

/** True for campaigns. They are only imported if named by kind or id, because most of them were already sent. */
export function isNamedOnly({ emailRole }: Listing): boolean {
  return emailRole === "content";
}

/** The listed objects, oldest first, because logical names depend on the order, and the service's order may vary. */
export async function listObjects({ list }: Listing, account: Account, ids?: readonly string[]) {
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
