import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import { createContactProperty } from "../../api/custom-property";
import { flag, id, oneOf, text } from "../../input/check";
import { type CommonProps, common } from "../../input/common-props";
import { advised } from "../../lifecycle/explain";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { type DynamicResource, declare, type InputsOf } from "../../program/dynamic-resource";
import { changeProperty, createOrTakeOver, deleteProperty, readProperty } from "./extended";
import { customPropertyForesight } from "./preflight";
import { changesUnder, judgeSettings } from "./rule";

const kind = "CustomProperty";

/** What the user decides about a custom contact property. */
export interface CustomPropertyProps extends CommonProps {
  /**
   * The property's name, 3 to 30 characters, unique in the account; an account holds at most 100 properties.
   * Changing this replaces the property: the old one stays in the account, since the specified interface has no
   * operation to delete it. With the extended operations a change is sent. (The lower limit is the contract's, the
   * upper one the vendor's documentation's.)
   */
  name: string;
  /**
   * The kind of its values. It can't be changed once the property exists; with the extended operations, and once the
   * state holds `onDestroy: "delete"`, a change deletes the property WITH EVERY STORED VALUE and creates another.
   */
  type: "text" | "number" | "date" | "textarea";
  /**
   * What the property is for, 3 to 500 characters. It can't be changed once the property exists; with the extended
   * operations a change is sent, but it can't be taken back, and since no operation gives it back, drift in it can't
   * be seen.
   */
  description?: string;
  /**
   * The id of a property that exists already: it comes under management. Nothing is sent, or, with the extended
   * operations, what differs. Read on create only; changing it later changes the state only.
   */
  existingId?: string;
  /**
   * With the extended operations: whether a property that exists already under this name, or with this machine key, is
   * taken over; default true. With false it is a `conflict`. Changing this changes the state only.
   */
  adopt?: boolean;
  /**
   * What a destroy does: `leave` (the default) leaves the property in the account; `delete`, for which the extended
   * operations are needed, deletes it WITH EVERY STORED VALUE, but never while another resource of the same run takes it
   * over. Changing this changes the state only.
   */
  onDestroy?: "leave" | "delete";
}

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
    const declared = declare(customPropertyLifecycle, name, args);
    super(declared.type, name, declared.inputs, opts);
    declared.lookAhead(this);
  }
}

/** How custom properties live in an account. */
export const customPropertyLifecycle: Lifecycle<CustomPropertyProps, object> = {
  kind,
  namedBy: "name",
  inputs: {
    required: {
      name: text({ min: 3, max: 30 }),
      type: oneOf("text", "number", "date", "textarea"),
    },
    optional: {
      ...common,
      description: text({ min: 3, max: 500 }),
      existingId: id,
      adopt: flag,
      onDestroy: oneOf("leave", "delete"),
    },
  },
  outputs: [],
  foresight: customPropertyForesight,
  replaceOn: [],
  changesUnder,
  settingRules: judgeSettings,
  keepsUnknown: true,
  repeatable: true,
  async create(account, props) {
    if (account.settings.operations === "extended") return createOrTakeOver(account, props);
    const { name, type, description, existingId } = props;
    if (existingId !== undefined) return { id: existingId, outputs: {} };
    const described = description === undefined ? {} : { description };
    const created = await advised(
      () => createContactProperty(account.main, { name, type, ...described }),
      ({ details }) => (details.some(saysTaken) ? taken : undefined),
    );
    return { id: created, outputs: {} };
  },
  async read(account, propertyId, state) {
    if (account.settings.operations === "extended") return readProperty(account, propertyId, state);
    return { props: state, outputs: {} };
  },
  async update(account, propertyId, change) {
    if (account.settings.operations === "extended") {
      await changeProperty(account, propertyId, change);
    }
    return {};
  },
  async delete(account, propertyId, state) {
    if (account.settings.operations === "extended" && state.onDestroy === "delete") {
      await deleteProperty(account, propertyId, state);
      return;
    }
    const why =
      state.onDestroy === "delete"
        ? 'emailmarketing:operations is "specified", which has no operation to delete it'
        : account.settings.operations === "specified"
          ? "the service has no operation to delete it"
          : 'onDestroy is not "delete"';
    account.notice(
      `CustomProperty "${state.name}" stays in the account: ${why}. It left the state only.`,
    );
  },
};

const taken =
  "To take the property over that has the name, give its id, which the service's own pages show, as existingId, and run: pulumi up.";

/** The contract has no code for it: the words of the refusal are all there is. */
function saysTaken(said: string): boolean {
  return /\b(exists?|already|taken|in use|duplicate|unique)\b/i.test(said);
}
