import { type Finding, finding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { judgeExtraFields } from "../../lifecycle/extra-fields";
import type { CheckContext } from "../../lifecycle/lifecycle";
import { customPropertyFields } from "./fields";
import { noteNameChange } from "./left-names";
import type { CustomPropertyProps } from "./props";

/** What is wrong with the inputs of a property together. */
export function judgeProperty(
  props: Partial<CustomPropertyProps>,
  context?: CheckContext<CustomPropertyProps>,
): Finding[] {
  return [
    ...judgeSettings(props, context),
    ...judgeExtraFields(customPropertyFields, props, context),
    ...judgeName(props, context),
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

/**
 * A name that another property of the program leaves in this run, which only the state knows. The service keeps it, or has
 * it free once it has renamed the other one: then the order of the two decides, which only the program shows.
 */
function judgeName(
  { name, existingId }: Partial<CustomPropertyProps>,
  context?: CheckContext<CustomPropertyProps>,
): Finding[] {
  const { settings, before = {}, name: resource, after } = context ?? {};
  const mode = settings?.value("preflight") ?? "off";
  if (!settings || mode === "off" || name === undefined || isUnknown(name)) return [];
  const isRenamed = settings.isExtended;
  // What is adopted by its id takes no name that no operation gives it.
  if (!isRenamed && Object.keys(before).length === 0 && existingId !== undefined) return [];
  const isFree = (by = "") => isRenamed && (after === undefined || after.includes(by));
  const change = { from: before.name, to: name, by: resource, isFree };
  const taken = noteNameChange(settings.identity, change);
  if (taken === undefined) return [];
  const problem = `another CustomProperty in this program gives up the name "${taken}" in the same update, but ${isRenamed ? "nothing makes sure that this comes first, so the update may fail. Use dependsOn" : "the account keeps it, so the update will fail. Use another name"}, or run pulumi up for one of the two first.`;
  return [finding(mode === "error" ? "error" : "warning", "property-name-taken", problem)];
}
