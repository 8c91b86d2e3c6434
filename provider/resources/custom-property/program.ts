import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { type DynamicResource, type InputsOf, registration } from "../../program/dynamic-resource";
import type { CustomPropertyProps } from "./props";
import { customPropertyLifecycle } from "./resource";

export type { CustomPropertyExtraFields, CustomPropertyProps } from "./props";

/** The arguments of {@link CustomProperty}. */
export type CustomPropertyArgs = InputsOf<CustomPropertyProps>;

/**
 * A custom contact property (`POST /contact/property`).
 *
 * ```ts
 * import { CustomProperty } from "pulumi-email-marketing";
 *
 * new CustomProperty("plan", { name: "plan", type: "text" });
 * ```
 *
 * The specified API has no operation to read, change or delete a property. The resource option
 * `replaceOnChanges` fails, because the old property keeps the name.
 *
 * ## Extended operations
 * With `emailmarketing:operations` set to `extended`, an existing property is adopted, a refresh reads it, and its
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
 * ## Import
 * Set `existingId` to adopt a property; nothing is sent. With the extended operations, declaring its name or its
 * machine key is enough, and what differs is sent.
 *
 * ## Refresh and destroy
 * A refresh reads nothing. A destroy leaves the property in the account, with a warning, unless the extended operations
 * are set and `onDestroy` is `delete`: then it deletes the property with all of its values
 * (`DELETE /contact/property/{id}`). With the extended operations, a refresh reads the property
 * (`POST /contact/property/search`), and a change of its name or description is sent (`PATCH /contact/property/{id}`).
 */
export class CustomProperty extends CustomResource implements DynamicResource {
  /** The account that the object belongs to. Using the resource with another account replaces it. */
  declare readonly account: Output<string>;
  /** The name of the property. */
  declare readonly name: Output<string>;
  /** The type of its values. */
  declare readonly type: Output<"text" | "number" | "date" | "textarea">;
  /** What the property is for, if declared. */
  declare readonly description: Output<string | undefined>;

  constructor(name: string, args: CustomPropertyArgs, opts?: CustomResourceOptions) {
    const { type, inputs, report } = registration(customPropertyLifecycle, { name, args, opts });
    super(type, name, inputs, opts);
    report(this);
  }
}
