import { endlessSearch } from "../errors/request-error";
import { type FetchPage, pageLimit } from "./pages";
import { createPass, type Pass, type PassOptions } from "./pass";

/** How many rows a search gave, and how many the service says there are: what is missing may be anything. */
export interface Shortfall {
  readonly rows: number;
  readonly total: number;
}

/** What a search has found. */
export interface Found<Row> {
  /** In the service's order. */
  readonly rows: readonly Row[];
  /** The total that the service stated last. */
  readonly total?: number;
  /** Given where the search is incomplete: nothing may be decided by what it lacks. */
  readonly shortfall?: Shortfall;
  /** False where the search ended as soon as it had what was wanted. */
  readonly isWhole: boolean;
}

/** How a search reads, and what clears up its doubts. */
export interface SearchOptions<Row> extends PassOptions<Row> {
  /** The same search for another text, or for all objects; given only where the search itself is for some of them. */
  readonly searching?: ((text?: string) => FetchPage<Row>) | undefined;
}

/** A text that no object has. */
const unmatchedText = "no-object-has-this-text";

/**
 * What the service states for all objects, if it states that whatever is searched for, and returns rows at all: then the
 * total of a search shows nothing of what the search lacks.
 */
async function totalOfAnything<Row>({
  searching,
  until,
}: SearchOptions<Row>): Promise<number | undefined> {
  if (!searching) return undefined;
  const [none, all] = await Promise.all(
    [searching(unmatchedText), searching()].map((fetchPage) => fetchPage(1, pageLimit, until)),
  );
  return none?.rows.length === 0 && all && all.rows.length > 0 ? none.total : undefined;
}

/**
 * All rows of a search. Where a page is missing, or rows moved from page to page, everything is read anew once; then the
 * search is incomplete.
 */
export async function allRows<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
  options: SearchOptions<Row> = {},
): Promise<Found<Row>> {
  const first = await read(fetchPage, options);
  if (isSettled(first)) return found(first);
  if (options.endsInDoubt) return { ...found(first), shortfall: shortfallOf(first) };
  const totalOfAll = options.totalOfAll ?? (await totalOfAnything(options));
  const second = await read(fetchPage, { ...options, totalOfAll });
  if (isSettled(second) || isWayOfCounting(first, second)) return found(second);
  const rows = new Map([...first.rows(), ...second.rows()].map((row) => [row.id, row]));
  const shortfall = { ...shortfallOf(second), rows: rows.size };
  return { ...found(second), rows: [...rows.values()], shortfall };
}

/** Whether two passes that both fall short of the total show that it counts something else than the rows. */
export function isWayOfCounting<Row extends { readonly id: string }>(
  first: Pass<Row>,
  second: Pass<Row>,
): boolean {
  if (first.end() !== "short" || second.end() !== "short") return false;
  const known = new Set(first.rows().map(({ id }) => id));
  const isSame =
    second.rows().length === known.size && second.rows().every(({ id }) => known.has(id));
  return isSame && first.total() === second.total();
}

/** Both numbers of a pass that is not clear. */
export function shortfallOf<Row>(pass: Pass<Row>): Shortfall {
  const total = Math.max(pass.total() ?? 0, pass.latestTotal() ?? 0);
  return { rows: pass.rows().length, total };
}

async function read<Row extends { readonly id: string }>(
  fetchPage: FetchPage<Row>,
  options: PassOptions<Row>,
): Promise<Pass<Row>> {
  const pass = createPass(fetchPage, options);
  while ((await pass.next()) !== undefined);
  if (pass.end() === "endless") throw endlessSearch(pass.pageCount());
  return pass;
}

function isSettled<Row>(pass: Pass<Row>): boolean {
  return pass.end() === "clear" || pass.end() === "enough";
}

function found<Row>(pass: Pass<Row>): Found<Row> {
  const total = pass.latestTotal();
  const isWhole = pass.end() !== "enough";
  return { rows: pass.rows(), isWhole, ...(total === undefined ? {} : { total }) };
}
