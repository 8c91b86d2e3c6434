import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameText } from "../../lifecycle/declared-twice";
import type { ChangeContext, Preflight, ProgramContext } from "../../lifecycle/preflight";
import { propertyNamed } from "./extended";
import type { CustomPropertyProps } from "./props";

/** The contract's limit for an account. */
const mostProperties = 100;

/** What a preview looks into for a custom property. */
export const customPropertyPreflight: Preflight<CustomPropertyProps> = {
  ofProgram: [
    declaredTwice<CustomPropertyProps>({
      kind: "CustomProperty",
      name: "property-duplicate",
      isSame: (one, other) => isSameText(one.props.name, other.props.name),
      problem: (other) =>
        `CustomProperty "${other}" of this program has the same name, which an account holds once. Declare it once, or give another name.`,
    }),
    checkAdoptedTwice,
  ],
  ofNew: [checkCap, checkAdoption],
  ofChange: [checkRename],
};

/** As far as it is known: what else the account holds, no specified operation tells. */
async function checkCap(
  { existingId, name }: Partial<CustomPropertyProps>,
  context: ProgramContext,
): Promise<NamedFinding[]> {
  if (existingId !== undefined) return [];
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

/** Two resources that adopt one property: by its id both, or one by its id and one by its name. */
async function checkAdoptedTwice(
  { existingId }: Partial<CustomPropertyProps>,
  context: ProgramContext,
): Promise<NamedFinding[]> {
  const isAsked = context.settings.value("operations") === "extended";
  const others = (await context.declared("CustomProperty")).filter(
    (one) => one.order < context.order || (one.order > context.order && !one.isChanged),
  );
  const all = [context, ...others];
  if (all.every(({ props }) => props.existingId === undefined)) return [];
  const targets = await Promise.all(
    all.map(async ({ props }) => {
      if (props.existingId !== undefined)
        return isUnknown(props.existingId) ? undefined : props.existingId;
      if (!isAsked || typeof props.name !== "string" || isUnknown(props.name)) return undefined;
      return (await propertyNamed(context.holdings().properties, props.name))?.id;
    }),
  );
  const [own, ...rest] = targets;
  const other = others[rest.findIndex((target) => own !== undefined && target === own)];
  // One name for both is reported as a duplicate already.
  if (!other || (existingId === undefined && isSameText(other.props.name, context.props.name)))
    return [];
  const problem = `CustomProperty "${other.name}" of this program adopts the same property, so each would undo the other. Declare it once.`;
  return [finding("error", "property-duplicate", problem)];
}

/** What the account holds already is known by the extended operations only. */
async function checkAdoption(
  { existingId, name, type, adopt, onDestroy }: Partial<CustomPropertyProps>,
  { settings, holdings }: ProgramContext,
): Promise<NamedFinding[]> {
  if (settings.value("operations") !== "extended" || isUnknown(existingId)) return [];
  if (existingId === undefined && (name === undefined || isUnknown(name))) return [];
  const { properties } = holdings();
  const row =
    existingId === undefined
      ? await propertyNamed(properties, name ?? "")
      : await properties.find(({ id }) => id === existingId);
  const conflict = (problem: string) => [finding("error", "property-conflict", problem)];
  if (!row) {
    return existingId === undefined
      ? []
      : conflict(
          `existingId: the account has no custom property with the id "${existingId}", so the apply will fail.`,
        );
  }
  if (adopt === false && existingId === undefined) {
    return conflict(
      "a custom property with this name exists already, and adopt is false, so the apply will fail. Leave out adopt to take it over, or give another name.",
    );
  }
  const existing = row.field_type.toLowerCase();
  if (type !== undefined && !isUnknown(type) && existing !== type) {
    // It may be this resource's own, which is deleted first: the engine does not tell the program.
    if (onDestroy === "delete") return [];
    return conflict(
      `a custom property with this name exists already, and its type is "${existing}", which can't be changed. Declare that type, or another name.`,
    );
  }
  const problem = "a custom property with this name exists already and will be taken over.";
  return [finding("info", "property-exists", problem)];
}

/** A rename to a name that another property of the account has. */
async function checkRename(
  { name }: Partial<CustomPropertyProps>,
  { settings, holdings, isChanged, id }: ChangeContext<CustomPropertyProps>,
): Promise<NamedFinding[]> {
  if (settings.value("operations") !== "extended" || !isChanged("name") || name === undefined)
    return [];
  const row = await holdings().properties.find(
    (one) => one.id !== id && isSameText(one.field_name, name),
  );
  if (!row) return [];
  const problem = `another custom property of the account is named "${row.field_name}", so the update will fail. Give another name.`;
  return [finding("error", "property-conflict", problem)];
}
