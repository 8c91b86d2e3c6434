import type { Client, Path } from "../client/call";
import { type FetchPage, type FoundRows, readAll } from "../client/pages";
import { comparedAddress, comparedDomain, domainOf } from "../input/domain";
import { pageOf, type ReadRow } from "./decode";
import { extendedClient } from "./extended";

/** What every collection can be searched for, beside what is its own. */
export interface TextSearch {
  /** A part of the text that the service compares. */
  readonly search?: string;
}

/** What is known of a collection of the service that is searched page by page. */
export interface CollectionParts<Row, Search extends TextSearch> {
  /** One and several of its objects, in a sentence. */
  readonly words: readonly [one: string, several: string];
  readonly path: Path;
  /** Reads one row; undefined when it lacks what it must have. */
  readonly row: ReadRow<Row>;
  /** What a row is searched by: an address, or a name. */
  keyOf(row: Row): string;
  /** A key in the form in which keys are compared; without it, without case. */
  compared?(key: string): string;
  /** The text to search for, where the service may spell the key in another way; without it, the key. */
  textOf?(key: string): string;
  /** The search for all, the oldest first where that can be chosen: what is added meanwhile then moves nothing. */
  readonly all: () => Search;
  /** What is sent beside the page, where it is not the search itself. */
  body?(search: Search): object;
  /** Under which setting `operations` it is searched: a service may lack what is not specified. */
  readonly operations: "any" | "extended";
  /** Reads one by its id, where the service has an operation for it; undefined when the account has no such object. */
  byId?(client: Client, id: string): Promise<Row | undefined>;
  /** True where an account holds so few that all are read at once: no search for one is worth its request. */
  readonly isSmall?: boolean;
}

/** A collection of the service, and how it is searched. */
export interface Collection<Row, Search extends TextSearch = TextSearch>
  extends CollectionParts<Row, Search> {
  /** The rows that match, page by page. */
  pages(client: Client, search: Search): FetchPage<Row>;
  /** The rows that match, of all pages. */
  read(client: Client, search: Search): Promise<FoundRows<Row>>;
}

/** Makes a collection of its parts. */
export function collection<Row extends { readonly id: string }, Search extends TextSearch>(
  parts: CollectionParts<Row, Search>,
): Collection<Row, Search> {
  const { path, row, body = (search) => search, operations } = parts;

  function pages(client: Client, search: Search): FetchPage<Row> {
    const { send } = operations === "extended" ? extendedClient(client) : client;
    return async (page, limit, until) => {
      const asked = { page, limit, ...body(search) };
      const reply = await send({ method: "POST", path, body: asked, policy: "read", until });
      return pageOf(`POST ${path.route}`, reply, row);
    };
  }

  return {
    ...parts,
    pages,
    read: (client, search) => readAll(pages(client, search), { until: client.deadline() }),
  };
}

/** How a collection compares addresses, and searches for one. */
export const comparedAsAddress = {
  compared: comparedAddress,
  textOf(address: string): string {
    const domain = domainOf(address);
    const hasOneSpelling = comparedDomain(domain) === domain.toLowerCase() && !/xn--/i.test(domain);
    // The service may have the domain in another spelling.
    return hasOneSpelling ? address : address.slice(0, -domain.length);
  },
};
