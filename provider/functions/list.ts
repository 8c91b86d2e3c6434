import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import { getList as getListById, type ListRow, searchLists } from "../api/list";
import { id, text } from "../input/check";
import { type DataSource, exactlyOne, lookUp, lookUpOutput, only } from "../program/data-source";
import type { InputsOf } from "../program/dynamic-resource";

/** The arguments of {@link getLists}. */
export interface GetListsArgs {
  /** Part of the list's name, at most 255 characters; by default every list. */
  search?: string;
}

/** A contact list of the account. */
export interface ContactList {
  /** The list's id. */
  id: string;
  /** The list's name. */
  name: string;
  /** How many contacts it holds. */
  contactCount: number;
  /** Its status in lower case; the contract shows no values. */
  listStatus: string;
  /** Its type, as the service sends it; the contract shows no values. */
  listType: string;
  /** How many per cent of its mail were opened. */
  openPercentage: number;
}

/** The result of {@link getLists}. */
export interface GetListsResult {
  /** The matches of all pages, by name; empty when nothing matches. */
  lists: ContactList[];
}

/** The arguments of {@link getList}: one of the two. */
export interface GetListArgs {
  /** The list's id: read by GET /list/{id}. */
  id?: string;
  /** The list's whole name: searched, as in {@link getLists}. */
  name?: string;
}

const plural: DataSource<GetListsArgs, GetListsResult> = {
  name: "getLists",
  inputs: { required: {}, optional: { search: text({ max: 255 }) } },
  async look({ main }, { search }) {
    return { lists: (await searchLists(main, search)).map(fromWire) };
  },
};

const singular: DataSource<GetListArgs, ContactList> = {
  name: "getList",
  inputs: { required: {}, optional: { id, name: text({ min: 1, max: 255 }) } },
  rules: exactlyOne("id", "name"),
  async look({ main }, wanted) {
    if (wanted.id !== undefined) return fromWire(await getListById(main, wanted.id));
    const rows = await searchLists(main, wanted.name);
    return fromWire(
      only(
        rows.filter(({ name }) => name === wanted.name),
        "list",
        wanted,
      ),
    );
  },
};

function fromWire(row: ListRow): ContactList {
  return {
    id: row.id,
    name: row.name,
    contactCount: row.contact_count,
    listStatus: row.list_status.toLowerCase(),
    listType: row.list_type,
    openPercentage: row.open_percentage,
  };
}

/**
 * The contact lists of the account, by name. Uses POST /lists/search, which is outside the specified operations and
 * the only way to search lists; it is known from the vendor's own client. Reads every page.
 *
 * ```ts
 * import { getLists } from "pulumi-email-marketing";
 *
 * export const empty = getLists().then(({ lists }) => lists.filter((list) => list.contactCount === 0));
 * ```
 */
export function getLists(args: GetListsArgs = {}, opts?: InvokeOptions): Promise<GetListsResult> {
  return lookUp(plural, args, opts);
}

/**
 * {@link getLists} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { getListsOutput } from "pulumi-email-marketing";
 *
 * export const names = getListsOutput({ search: "customers" }).lists.apply((lists) =>
 *   lists.map(({ name }) => name),
 * );
 * ```
 */
export function getListsOutput(
  args: InputsOf<GetListsArgs> = {},
  opts?: InvokeOutputOptions,
): Output<GetListsResult> {
  return lookUpOutput(plural, args, opts);
}

/**
 * One contact list, by id (GET /list/{id}) or by its whole name; an error when none has it.
 *
 * ```ts
 * import { getList } from "pulumi-email-marketing";
 *
 * export const size = getList({ id: "list-1" }).then(({ contactCount }) => contactCount);
 * ```
 */
export function getList(args: GetListArgs, opts?: InvokeOptions): Promise<ContactList> {
  return lookUp(singular, args, opts);
}

/**
 * {@link getList} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { Campaign, getListOutput } from "pulumi-email-marketing";
 *
 * const customers = getListOutput({ name: "Customers" });
 * new Campaign("spring", {
 *   name: "Spring news",
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   plainText: "Hello. %%unsubscribe%%",
 *   listIds: [customers.id],
 * }, { protect: true });
 * ```
 */
export function getListOutput(
  args: InputsOf<GetListArgs>,
  opts?: InvokeOutputOptions,
): Output<ContactList> {
  return lookUpOutput(singular, args, opts);
}
