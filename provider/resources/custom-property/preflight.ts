import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameText } from "../../lifecycle/declared-twice";
import type { PreflightCheck, PreflightContext } from "../../lifecycle/preflight";
import type { CustomPropertyProps } from "./props";

/** The contract's limit for an account. */
const mostProperties = 100;

/** What a preview looks into for a custom property. */
export const customPropertyPreflight: readonly PreflightCheck<CustomPropertyProps>[] = [
  declaredTwice<CustomPropertyProps>({
    kind: "CustomProperty",
    name: "property-duplicate",
    isSame: (one, other) => !isUnknown(one.name) && isSameText(one.name, other.name),
    problem: (other) =>
      `CustomProperty "${other}" of this program has the same name, which an account holds once. Declare it once, or give another name.`,
  }),
  checkCap,
  checkExisting,
];

/** As far as it is known: what else the account holds, no specified operation tells. */
async function checkCap(
  { existingId, name }: Partial<CustomPropertyProps>,
  context: PreflightContext,
): Promise<NamedFinding[]> {
  if (!context.isNew || existingId !== undefined) return [];
  const all = await context.declared("CustomProperty");
  const isReadable = context.settings.value("operations") === "extended";
  const rows = isReadable ? await context.holdings().properties.all() : [];
  const isHeld = (one: unknown) => rows.some(({ field_name }) => isSameText(field_name, one));
  if (isHeld(name)) return [];
  const isMade = ({ props, isChanged }: (typeof all)[number]) =>
    !isChanged || props.existingId !== undefined || isHeld(props.name);
  const made = isReadable ? rows.length : all.filter(isMade).length;
  const before = all.filter((one) => !isMade(one) && one.order < context.order).length;
  if (made + before < mostProperties) return [];
  const problem = `an account holds at most ${mostProperties} custom properties, and at least ${made + before} are there before this one. Declare fewer.`;
  return [finding("error", "property-cap", problem)];
}

/** What the account holds already is known by the extended operations only. */
async function checkExisting(
  { existingId, name, type, adopt }: Partial<CustomPropertyProps>,
  context: PreflightContext,
): Promise<NamedFinding[]> {
  const isAsked = context.isNew && context.settings.value("operations") === "extended";
  if (!isAsked || existingId !== undefined || isUnknown(name)) return [];
  const { properties } = context.holdings();
  const row = await properties.find(({ field_name }) => isSameText(field_name, name));
  if (!row) return [];
  const conflict = (problem: string) => [finding("error", "property-conflict", problem)];
  if (adopt === false) {
    return conflict(
      "a custom property with this name exists already, and adopt is false, so the apply will fail. Leave out adopt to take it over, or give another name.",
    );
  }
  const existing = row.field_type.toLowerCase();
  if (!isUnknown(type) && existing !== type) {
    return conflict(
      `a custom property with this name exists already, and its type is "${existing}", which can't be changed. Declare that type, or another name.`,
    );
  }
  const problem = "a custom property with this name exists already and will be taken over.";
  return [finding("info", "property-exists", problem)];
}
