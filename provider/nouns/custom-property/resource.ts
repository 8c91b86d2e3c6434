import { extended } from "../../lifecycle/extended";
import { type Lifecycle, leftInAccount, type ObjectOf } from "../../lifecycle/lifecycle";
import {
  changeProperty,
  createOrTakeOver,
  createProperty,
  deleteProperty,
  findProperty,
  listProperties,
  readProperty,
} from "./extended-steps";
import { customPropertyFields, judgeProperty } from "./fields";
import type { CustomPropertyProps } from "./props";
import { customPropertyQuestions } from "./questions";

const kind = "CustomProperty";

/** How custom properties live in an account. */
export const customPropertyLifecycle: Lifecycle<CustomPropertyProps, object> = {
  kind,
  namedBy: "name",
  fields: customPropertyFields,
  questions: customPropertyQuestions,
  rules: judgeProperty,
  repeatable: "updates",
  async create(account, props) {
    if (account.settings.isExtended) return createOrTakeOver(account, props);
    // No specified operation reads or changes a property, so the id is taken as it is.
    if (props.existingId !== undefined) return { id: props.existingId, outputs: {} };
    return { id: await createProperty(account, props, taken), outputs: {} };
  },
  read: extended(readProperty),
  find: findProperty,
  list: extended(listProperties),
  async update(account, propertyId, change) {
    if (account.settings.isExtended) {
      await changeProperty(account, propertyId, change);
    }
    return {};
  },
  leaves({ onDestroy }: CustomPropertyProps, of?: ObjectOf) {
    const why = whyKept(onDestroy, of);
    const before = "it stays in the account with all stored values.";
    return why === undefined ? undefined : leftInAccount(why, before);
  },
  delete: deleteProperty,
};

/** Why a removal leaves a property in the account; undefined where it deletes it with every stored value. */
function whyKept(onDestroy: CustomPropertyProps["onDestroy"], of?: ObjectOf): string | undefined {
  const settings = of?.account.settings;
  if (onDestroy !== "delete") {
    return settings?.isExtended
      ? 'onDestroy is not "delete"'
      : "the service has no delete operation";
  }
  if (settings && !settings.isExtended) {
    return 'emailmarketing:operations is "specified", which has no delete operation';
  }
  return of?.account.claims.whyKept(kind, of.id);
}

const taken =
  "To adopt the existing property, set existingId to its id, which the service's web app shows, or run: pulumi config " +
  "set emailmarketing:operations extended (finds it by its name, if the service supports the extended operations). Then " +
  "run: pulumi up";
