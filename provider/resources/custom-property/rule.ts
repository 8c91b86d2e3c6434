import type { Finding } from "../../input/finding";
import type { ChangeRules, Known } from "../../lifecycle/lifecycle";
import type { Settings } from "../../settings/settings";
import type { CustomPropertyProps } from "./props";

const waysOut =
  'Go back to the old value, give ignoreChanges for it, or declare a property of another name (emailmarketing:operations "extended" adds what the specified interface lacks).';

const typeWaysOut =
  'Go back to the old value, give ignoreChanges for it, or declare a property of another name. Or give onDestroy: "delete", run pulumi up, and change the type then: that deletes the property with every stored value and creates another.';

const descriptionWaysOut = "Go back to the old value, give it another one, or give ignoreChanges.";

/** Which changes can be carried out: with the specified operations only that of the name, by another property. */
export function changesUnder(
  settings: Settings,
  old: Partial<CustomPropertyProps>,
): ChangeRules<CustomPropertyProps> {
  if (settings.value("operations") === "specified") {
    return { replaceOn: ["name"], fixed: { type: waysOut, description: waysOut } };
  }
  const lasting = { description: descriptionWaysOut };
  return old.onDestroy === "delete"
    ? { replaceOn: ["type"], deleteBeforeReplace: true, lasting }
    : { replaceOn: [], fixed: { type: typeWaysOut }, lasting };
}

/** Inputs that the specified operations can't honour. */
export function judgeSettings(
  { adopt, onDestroy }: Partial<CustomPropertyProps>,
  known?: Known<CustomPropertyProps>,
): Finding[] {
  if (known?.settings?.value("operations") !== "specified") return [];
  const needsExtended = (path: string) => ({
    path,
    problem:
      'needs emailmarketing:operations "extended". Run: pulumi config set emailmarketing:operations extended',
  });
  return [
    ...(adopt === true ? [needsExtended("adopt: true")] : []),
    ...(onDestroy === "delete" ? [needsExtended('onDestroy: "delete"')] : []),
  ];
}
