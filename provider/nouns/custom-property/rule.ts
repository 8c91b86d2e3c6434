import type { Finding } from "../../input/finding";
import { judgeExtraFields } from "../../lifecycle/extra-fields";
import type { CheckContext } from "../../lifecycle/lifecycle";
import { customPropertyFields } from "./fields";
import type { CustomPropertyProps } from "./props";

/** What is wrong with the inputs of a property together. */
export function judgeProperty(
  props: Partial<CustomPropertyProps>,
  context?: CheckContext<CustomPropertyProps>,
): Finding[] {
  return [
    ...judgeSettings(props, context),
    ...judgeExtraFields(customPropertyFields, props, context),
  ];
}

/** Inputs that the specified operations don't support. */
function judgeSettings(
  { adopt, onDestroy, extraFields }: Partial<CustomPropertyProps>,
  context?: CheckContext<CustomPropertyProps>,
): Finding[] {
  if (context?.settings?.isExtended !== false) return [];
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
