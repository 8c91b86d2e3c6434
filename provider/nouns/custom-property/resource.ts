import { createContactProperty } from "../../api/custom-property";
import { advised } from "../../errors/error";
import { keptInAccount } from "../../lifecycle/kept-in-account";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import {
  changeProperty,
  createOrTakeOver,
  deleteProperty,
  findProperty,
  propertyListing,
  readProperty,
} from "./extended";
import { customPropertyFields, newProperty } from "./fields";
import type { CustomPropertyProps } from "./props";
import { customPropertyPreflight } from "./questions";
import { changesUnder, judgeProperty } from "./rule";

/** How custom properties live in an account. */
export const customPropertyLifecycle: Lifecycle<CustomPropertyProps, object> = {
  kind: "CustomProperty",
  namedBy: "name",
  uniqueBy: "name",
  fields: customPropertyFields,
  outputs: [],
  preflight: customPropertyPreflight,
  changes: changesUnder,
  rules: judgeProperty,
  keepsUnknown: true,
  repeatable: true,
  readsExtended: true,
  async create(account, props) {
    if (account.settings.value("operations") === "extended")
      return createOrTakeOver(account, props);
    // No specified operation reads or changes a property, so the id is taken as it is.
    if (props.existingId !== undefined) return { id: props.existingId, outputs: {} };
    const created = await advised(
      () => createContactProperty(account.main, newProperty(props)),
      ({ details }) => (details.some(saysTaken) ? taken : undefined),
    );
    return { id: created, outputs: {} };
  },
  read: readProperty,
  find: findProperty,
  list: propertyListing,
  async update(account, propertyId, change) {
    if (account.settings.value("operations") === "extended") {
      await changeProperty(account, propertyId, change);
    }
    return {};
  },
  async delete(account, propertyId, state) {
    if (account.settings.value("operations") === "extended" && state.onDestroy === "delete") {
      await deleteProperty(account, propertyId, state);
      return;
    }
    const why =
      state.onDestroy === "delete"
        ? 'emailmarketing:operations is "specified", which has no delete operation'
        : account.settings.value("operations") === "specified"
          ? undefined
          : 'onDestroy is not "delete"';
    account.notice(keptInAccount(`CustomProperty "${state.name}"`, why));
  },
  leaves: ({ onDestroy }) =>
    onDestroy === "delete" ? undefined : "it stays in the account with all stored values.",
};

const taken =
  "To adopt the existing property, set existingId to its id, which the service's web pages show, or run: pulumi config " +
  "set emailmarketing:operations extended (finds it by its name, if the service supports the extended operations). Then " +
  "run: pulumi up";

/** The contract has no code for it: the words of the refusal are all there is. */
function saysTaken(said: string): boolean {
  return /\b(exists?|already|taken|in use|duplicate|unique)\b/i.test(said);
}
