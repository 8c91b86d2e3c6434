import type { Finding } from "../../input/finding";
import { judgeExtraFields } from "../../lifecycle/extra-fields";
import type { ChangeRules, Known } from "../../lifecycle/lifecycle";
import type { Settings } from "../../settings/settings";
import { customPropertyFields } from "./fields";
import type { CustomPropertyProps } from "./props";

const waysOut =
  'Restore the old value, add the input to ignoreChanges, or declare a property with another name. emailmarketing:operations "extended" supports more changes.';

const typeWaysOut =
  'Restore the old value, add the input to ignoreChanges, or declare a property with another name. To replace the property AND DELETE ITS STORED VALUES, set onDestroy: "delete", run pulumi up, then change the type.';

const descriptionWaysOut =
  "Restore the old value, set another one, or add the input to ignoreChanges.";

/** What changes are possible: with the specified operations only a new name, which replaces the property. */
export function changesUnder(
  settings: Settings,
  old: Partial<CustomPropertyProps>,
): ChangeRules<CustomPropertyProps> {
  if (settings.value("operations") === "specified") {
    // No specified operation renames a property, so another name means another one.
    return { replaceOn: ["name"], fixed: { type: waysOut, description: waysOut } };
  }
  const lasting = { description: descriptionWaysOut };
  // The type can't change, and the name is free for another property only once the old one is deleted.
  return old.onDestroy === "delete"
    ? { replaceOn: ["type"], deleteBeforeReplace: true, lasting }
    : { replaceOn: [], fixed: { type: typeWaysOut }, lasting };
}

/** What is wrong with the inputs of a property together. */
export function judgeProperty(
  props: Partial<CustomPropertyProps>,
  known?: Known<CustomPropertyProps>,
): Finding[] {
  return [...judgeSettings(props, known), ...judgeExtraFields(customPropertyFields, props, known)];
}

/** Inputs that the specified operations don't support. */
function judgeSettings(
  { adopt, onDestroy, extraFields }: Partial<CustomPropertyProps>,
  known?: Known<CustomPropertyProps>,
): Finding[] {
  if (known?.settings?.value("operations") !== "specified") return [];
  const needsExtended = (path: string, value: string) => ({
    path,
    problem: `${value} requires emailmarketing:operations "extended". Run: pulumi config set emailmarketing:operations extended`,
  });
  return [
    ...(adopt === true ? [needsExtended("adopt", "true")] : []),
    ...(onDestroy === "delete" ? [needsExtended("onDestroy", '"delete"')] : []),
    ...(extraFields?.update === undefined ? [] : [needsExtended("extraFields.update", "this")]),
  ];
}
