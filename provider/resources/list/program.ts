import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { type DynamicResource, type InputsOf, registration } from "../../program/dynamic-resource";
import { lookUp, lookUpOutput } from "../../program/look-up";
import { type ListProps, listLifecycle, listSource, listsSource } from "./resource";

export type {
  GetListArgs,
  GetListResult,
  GetListsArgs,
  GetListsResult,
  ListExtraFields,
  ListProps,
} from "./resource";

/** The arguments of {@link List}. */
export type ListArgs = InputsOf<ListProps>;

/**
 * A contact list, with the extended operations only (`POST /list`, `PATCH /list/{id}`, `GET /list/{id}`, `POST /lists/search`).
 * It requires `emailmarketing:operations` set to `extended`, because only public clients of the service, the vendor's own
 * among them, document how to create and rename a list.
 *
 * ```ts
 * import { Campaign, List } from "pulumi-email-marketing";
 *
 * const customers = new List("customers", { name: "Customers" });
 * new Campaign("spring", {
 *   name: "Garden news",
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   plainText: "Hello. %%unsubscribe%%",
 *   listIds: [customers.id],
 * }, { protect: true });
 * ```
 *
 * To use an existing list without managing it, call {@link getList}.
 *
 * ## Import
 * Set `existingId`, and `name` to the list's own name, to adopt a list; nothing is sent.
 *
 * ## Refresh and destroy
 * A refresh reads the list. A destroy leaves it in the account, with a warning: no known operation deletes it.
 */
export class List extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The name of the list. */
  declare readonly name: Output<string>;

  constructor(name: string, args: ListArgs, opts?: CustomResourceOptions) {
    const { type, inputs, report } = registration(listLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    report(this);
  }
}

/**
 * The contact lists of the account, by name. Uses POST /lists/search, which is outside the specified operations and
 * the only way to search lists; it is known from the vendor's own client. Reads every page.
 *
 * ```ts
 * import { getLists, getListsOutput } from "pulumi-email-marketing";
 *
 * export const empty = getLists().then(({ lists }) => lists.filter((list) => list.contactCount === 0));
 *
 * export const names = getListsOutput({ search: "customers" }).lists.apply((lists) =>
 *   lists.map(({ name }) => name),
 * );
 * ```
 */
export const getLists = lookUp(listsSource, {});

/** {@link getLists} for arguments that are outputs; waits for `dependsOn`. */
export const getListsOutput = lookUpOutput(listsSource, {});

/**
 * One contact list, by id (GET /list/{id}) or by its whole name (POST /lists/search); an error when none has it.
 *
 * ```ts
 * import { Campaign, getList, getListOutput } from "pulumi-email-marketing";
 *
 * export const size = getList({ id: "list-1" }).then(({ contactCount }) => contactCount);
 *
 * const customers = getListOutput({ name: "Customers" });
 * new Campaign("spring", {
 *   name: "Garden news",
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   plainText: "Hello. %%unsubscribe%%",
 *   listIds: [customers.id],
 * }, { protect: true });
 * ```
 */
export const getList = lookUp(listSource);

/** {@link getList} for arguments that are outputs; waits for `dependsOn`. */
export const getListOutput = lookUpOutput(listSource);
