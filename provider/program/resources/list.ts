import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { listLifecycle } from "../../resources/list/lifecycle";
import type { ListProps } from "../../resources/list/props";
import { type DynamicResource, type InputsOf, registrationOf } from "../dynamic-resource";

/** The arguments of {@link List}. */
export type ListArgs = InputsOf<ListProps>;

/**
 * A contact list (`POST /list`, `GET /list/{id}`). It requires `emailmarketing:operations` set to `extended`, because
 * only the vendor's own client documents how to create a list.
 *
 * ```ts
 * import { Campaign, List } from "pulumi-email-marketing";
 *
 * const customers = new List("customers", { name: "Customers" });
 * new Campaign("spring", {
 *   name: "Spring news",
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   plainText: "Hello. %%unsubscribe%%",
 *   listIds: [customers.id],
 * }, { protect: true });
 * ```
 *
 * No known operation changes a list. To use an existing list without managing it, call {@link getList}.
 *
 * ## Import
 * Set `existingId`, and `name` to the list's own name, to adopt a list; nothing is sent.
 *
 * ## Refresh and destroy
 * A refresh reads the list. No known operation deletes it: a destroy removes it from the state only, with a warning.
 */
export class List extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The name of the list. */
  declare readonly name: Output<string>;

  constructor(name: string, args: ListArgs, opts?: CustomResourceOptions) {
    const { type, inputs, preflight } = registrationOf(listLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    preflight(this);
  }
}
