import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { listLifecycle } from "../../resources/list/lifecycle";
import type { ListProps } from "../../resources/list/props";
import { type DynamicResource, type InputsOf, registrationOf } from "../dynamic-resource";

/** The arguments of {@link List}. */
export type ListArgs = InputsOf<ListProps>;

/**
 * A contact list (POST /list, GET /list/{id}). Creating one is known from the vendor's own client only, so this resource
 * needs `emailmarketing:operations` set to `extended`.
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
 * No operation that is known changes or deletes a list: `destroy` takes it out of the state, with a warning, and leaves
 * it in the account.
 *
 * Inputs: {@link ListProps}.
 */
export class List extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The list's name. */
  declare readonly name: Output<string>;

  constructor(name: string, args: ListArgs, opts?: CustomResourceOptions) {
    const { type, inputs, preflight } = registrationOf(listLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    preflight(this);
  }
}
