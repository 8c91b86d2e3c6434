import { isDeepStrictEqual } from "node:util";
import type { Account } from "../account/account";
import { type Cache, rowsForAdvice } from "../account/cache";
import type { ProgramResource } from "../account/program-record";
import type { Collection, TextSearch } from "../api/call";
import type { FoundRows } from "../client/pagination";
import { EmailMarketingError, incompleteNotice } from "../errors/error";
import { maxIdLength, quoted, quotedId } from "../errors/redact";
import { type FindingName, finding, type NamedFinding } from "../input/finding";
import { didYouMean } from "../input/nearest";
import { comparedAddress } from "../plain/domain";
import { isAlike } from "../plain/text";
import { isUnknown, type Properties } from "../plain/value";
import type { AnyLifecycle, Listed, ProgramCheck } from "./lifecycle";

/** Searches and returns all rows. Warns if rows may be missing. */
export async function readRows<Row, Search extends TextSearch>(
  account: Account,
  of: Collection<Row, Search>,
  search: Search,
): Promise<readonly Row[]> {
  return rowsOf(account, of.words[1], await of.read(account.main, search));
}

/** The rows of a search that has finished. Warns if rows may be missing. */
export function rowsOf<Row>(
  { warnOnce }: Pick<Account, "warnOnce">,
  several: string,
  { rows, shortfall }: FoundRows<Row>,
): readonly Row[] {
  if (shortfall) warnOnce(incompleteNotice(several, shortfall));
  return rows;
}

interface Wanted {
  /** The function's arguments, to name them in error messages. */
  readonly wanted: object;
  /** The name of the function that returns all objects of this kind. */
  readonly all: string;
  /** What to set if several objects match, such as `id instead of name`. */
  readonly choose?: string | undefined;
}

/** The only row with this key for which `fits` is true. If there is none, the error suggests similar keys. */
export async function onlyWithKey<Row extends { readonly id: string }>(
  cache: Pick<Cache<Row>, "complete" | "withKey">,
  of: Pick<Collection<Row>, "words" | "keyOf">,
  {
    key,
    fits = () => true,
    ...wanted
  }: Wanted & { readonly key: string; fits?(row: Row): boolean },
): Promise<Row> {
  const alike = await cache.withKey(key);
  const known = alike.length > 0 ? alike : await rowsForAdvice(cache);
  const similar = didYouMean(key, known.map(of.keyOf));
  return onlyRow(alike.filter(fits), of.words[0], wanted, similar);
}

/** The only row. If there are none or several, throws an error with the search criteria and what to do. */
export function onlyRow<Row>(
  rows: readonly Row[],
  one: string,
  { wanted, all, choose }: Wanted,
  similar = "",
): Row {
  const [row] = rows;
  if (row !== undefined && rows.length === 1) return row;
  const criteria = Object.entries(wanted).map(
    ([name, value]) => `${name} ${quoted(String(value))}`,
  );
  const what = `${one} with ${criteria.join(" and ")}`;
  const useOne = `Use one that ${all}() returns.`;
  if (row === undefined) {
    const next = similar === "" ? ` ${useOne}` : "";
    throw new EmailMarketingError("not-found", `the account has no ${what}${similar}.${next}`);
  }
  const next = choose === undefined ? useOne : `Set ${choose}; ${all}() returns all of them.`;
  const problem = `the account has more than one ${what}: ${rows.length}. ${next}`;
  throw new EmailMarketingError("conflict", problem);
}

export async function listAll<Row extends { readonly id: string }, Found>(
  { main }: Account,
  of: Collection<Row>,
  found: (row: Row) => Found,
) {
  const { rows, ...rest } = await of.read(main);
  return { ...rest, rows: rows.map(found) };
}

export type AnyListed = Listed<Properties, Properties>;

export type Listing = AnyLifecycle & Pick<Required<AnyLifecycle>, "list">;

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

/** True for campaigns. They are only imported if named by kind or id, because most of them were already sent. */
export function isNamedOnly({ emailRole }: Listing): boolean {
  return emailRole === "content";
}

/** The listed objects, oldest first, because logical names depend on the order, and the service's order may vary. */
export async function listObjects({ list }: Listing, account: Account, ids?: readonly string[]) {
  const read = typeof list === "function" ? list : list.extended;
  const found = await read(account, ids);
  // Pads the id, so that numeric ids are sorted by number.
  const age = ({ created = "", id }: AnyListed) => `${created} ${id.padStart(maxIdLength)}`;
  const rows = found.rows.toSorted((one, other) => (age(one) < age(other) ? -1 : 1));
  return { ...found, rows };
}

/** A test for two resources that declare the same object, with the message. */
interface Duplicate<Props> {
  readonly name: FindingName;
  /** The input that identifies the object, if a single input does. */
  readonly input?: keyof Props & string;
  readonly isSame: (one: ProgramResource, other: ProgramResource) => boolean;
  /** The problem, given the logical name of the other resource. */
  readonly problem: (other: string) => string;
}

/** A check for objects that the program declares twice. At most one of the two resources reports the error. */
export function declaredTwice<Props>({ name, input, isSame, problem }: Duplicate<Props>) {
  return {
    inputs: [],
    async atEnd({ own, others }) {
      const other = (await others(own.kind)).find((one) => isSame(own, one));
      return other ? [finding("error", name, problem(other.name), { input })] : [];
    },
  } satisfies ProgramCheck<Props>;
}

/** True if two known texts are equal but for case, the amount of white space, HTML entities and Unicode normal form. */
export function isSameText(one: unknown, other: unknown): boolean {
  return (
    typeof one === "string" &&
    typeof other === "string" &&
    one !== "" &&
    !isUnknown(one) &&
    isAlike(one, other)
  );
}

/** The inputs that have the same value as in the replaced object. Texts are compared with `isSameText`. */
export function keptInputs(old: Properties, props: Properties): string[] {
  return Object.keys(props).filter(
    (name) => isSameText(old[name], props[name]) || isDeepStrictEqual(old[name], props[name]),
  );
}

/** True if two email addresses are equal, ignoring case and punycode. An empty or unknown address is never equal. */
export function isSameAddress(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return false;
  return isSameText(comparedAddress(one), comparedAddress(other));
}

/** True if this input has the same known value, or comes from the same output, in both resources. */
export function isSameObject(one: ProgramResource, other: ProgramResource, input: string): boolean {
  const [value, another] = [one.props[input], other.props[input]];
  if (value === undefined || another === undefined) return false;
  if (!isUnknown(value) || !isUnknown(another)) return value === another;
  const output = one.given?.[input];
  return output !== undefined && output === other.given?.[input];
}

/** True if two resources stand for the same object. If a resource has an id, its `existingId` no longer counts. */
export function isSameAdopted(one: ProgramResource, other: ProgramResource): boolean {
  if (one.id === undefined && other.id === undefined) {
    return isSameObject(one, other, "existingId");
  }
  const [id, another] = [one, other].map(({ id, props }) => id ?? props.existingId);
  return id !== undefined && id === another;
}

/** Warns about duplicates. Updates in the same second can create them, although each first searches for the object. */
export function duplicateWarning(
  rows: readonly { readonly id: string }[],
  { name, what, input }: Pick<NamedFinding, "name" | "input"> & { readonly what: string },
): NamedFinding[] {
  if (rows.length < 2) return [];
  const ids = rows.map(({ id }) => quotedId(id)).sort();
  const problem = `the account has more than one ${what} (ids ${ids.join(", ")}), as after two updates at the same time. Delete those that nothing uses in the service's web app.`;
  return [finding("warning", name, problem, { input })];
}
