import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import { createContactProperty } from "../api/contact-property";
import { id, oneOf, text } from "../kernel/check";
import { type CommonProps, common } from "../kernel/common-props";
import { DynamicResource, type InputsOf } from "../kernel/dynamic-resource";
import type { Lifecycle } from "../kernel/lifecycle";

const kind = "CustomProperty";

/** What the user decides about a custom contact property. */
export interface CustomPropertyProps extends CommonProps {
  /**
   * The property's name, 3 to 30 characters, unique in the account; an account holds at most 100 properties.
   * Changing this replaces the property: the old one stays in the account, since the service has no operation
   * to delete it. (The lower limit is the contract's, the upper one the vendor's documentation's.)
   */
  name: string;
  /** The kind of its values. It can't be changed once the property exists. */
  type: "text" | "number" | "date" | "textarea";
  /** What the property is for, 3 to 500 characters. It can't be changed once the property exists. */
  description?: string;
  /**
   * The id of a property that exists already: it comes under management and nothing is sent. Read on create only;
   * changing it later changes the state only.
   */
  existingId?: string;
}

/** The arguments of {@link CustomProperty}. */
export type CustomPropertyArgs = InputsOf<CustomPropertyProps>;

/**
 * A custom contact property (POST /contact/property).
 *
 * ```ts
 * new CustomProperty("plan", { name: "plan", type: "text" });
 * ```
 *
 * The service has no operation to read, change or delete one: `refresh` believes the state, and `destroy` takes
 * it out of the state, with a warning, and leaves it in the account. For the same reason the resource option
 * `replaceOnChanges` can't be honoured: the name is still taken.
 */
export class CustomProperty extends DynamicResource {
  /** The property's name. */
  declare readonly name: Output<string>;
  /** The kind of its values. */
  declare readonly type: Output<"text" | "number" | "date" | "textarea">;
  /** What the property is for. */
  declare readonly description: Output<string | undefined>;

  constructor(name: string, args: CustomPropertyArgs, opts?: CustomResourceOptions) {
    super(customPropertyLifecycle, name, args, opts);
  }
}

const waysOut =
  'Go back to the old value, give ignoreChanges for it, or declare a property of another name (emailmarketing:operations "extended" adds what the specified interface lacks).';

/** How custom properties live in an account. */
export const customPropertyLifecycle: Lifecycle<CustomPropertyProps, object> = {
  kind,
  namedBy: "name",
  inputs: {
    required: {
      name: text({ min: 3, max: 30 }),
      type: oneOf("text", "number", "date", "textarea"),
    },
    optional: { ...common, description: text({ min: 3, max: 500 }), existingId: id },
  },
  outputs: [],
  replaceOn: ["name"],
  fixed: { type: waysOut, description: waysOut },
  keepsUnknown: true,
  async create({ main }, { name, type, description, existingId }) {
    if (existingId !== undefined) return { id: existingId, outputs: {} };
    const described = description === undefined ? {} : { description };
    return { id: await createContactProperty(main, { name, type, ...described }), outputs: {} };
  },
  async delete(account, _id, { name }) {
    account.notice(
      `CustomProperty "${name}" stays in the account: the service has no operation to delete it. It left the state only.`,
    );
  },
};
