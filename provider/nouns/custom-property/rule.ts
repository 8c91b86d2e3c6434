import type { Finding } from "../../input/finding";
import type { CheckContext } from "../../lifecycle/lifecycle";
import type { CustomPropertyProps } from "./props";

/** Inputs of a property that the specified operations don't support. */
export function judgeProperty(
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
