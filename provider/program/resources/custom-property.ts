import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { customPropertyLifecycle } from "../../resources/custom-property/lifecycle";
import type { CustomPropertyProps } from "../../resources/custom-property/props";
import { type DynamicResource, type InputsOf, registrationOf } from "../dynamic-resource";

/** The arguments of {@link CustomProperty}. */
export type CustomPropertyArgs = InputsOf<CustomPropertyProps>;

/**
 * A custom contact property (POST /contact/property).
 *
 * ```ts
 * import { CustomProperty } from "pulumi-email-marketing";
 *
 * new CustomProperty("plan", { name: "plan", type: "text" });
 * ```
 *
 * The specified interface has no operation to read, change or delete one: `refresh` believes the state, and `destroy`
 * takes it out of the state, with a warning, and leaves it in the account. For the same reason the resource option
 * `replaceOnChanges` can't be honoured: the name is still taken.
 *
 * With `emailmarketing:operations` set to `extended`, a property that exists is taken over, `refresh` reads it, and
 * name and description can be changed:
 *
 * ```ts
 * import { CustomProperty } from "pulumi-email-marketing";
 *
 * new CustomProperty("plan", {
 *   name: "plan",
 *   type: "text",
 *   description: "The plan that was bought",
 *   onDestroy: "delete",
 * });
 * ```
 *
 * Inputs: {@link CustomPropertyProps}.
 */
export class CustomProperty extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The property's name. */
  declare readonly name: Output<string>;
  /** The kind of its values. */
  declare readonly type: Output<"text" | "number" | "date" | "textarea">;
  /** What the property is for. */
  declare readonly description: Output<string | undefined>;

  constructor(name: string, args: CustomPropertyArgs, opts?: CustomResourceOptions) {
    const { type, inputs, preflight } = registrationOf(customPropertyLifecycle, {
      name,
      args,
      opts,
    });
    super(type, name, inputs, opts);
    preflight(this);
  }
}
