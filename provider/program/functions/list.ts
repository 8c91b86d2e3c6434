import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import {
  type GetListArgs,
  type GetListResult,
  type GetListsArgs,
  type GetListsResult,
  listSource,
  listsSource,
} from "../../functions/list";
import { lookUp, lookUpOutput } from "../data-source";
import type { InputsOf } from "../dynamic-resource";

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
  return lookUp(listsSource, args, opts);
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
  return lookUpOutput(listsSource, args, opts);
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
export function getList(args: GetListArgs, opts?: InvokeOptions): Promise<GetListResult> {
  return lookUp(listSource, args, opts);
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
): Output<GetListResult> {
  return lookUpOutput(listSource, args, opts);
}
