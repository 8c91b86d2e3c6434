import { properties } from "../../account/look-up";
import { unknownValue } from "../../input/unknown";
import { declaredTwice, isSameText } from "../../lifecycle/declared-twice";
import type { Foreseen, Foresight, Surroundings } from "../../lifecycle/preflight";

/** What of a custom property can be foreseen. */
export interface CustomPropertyInputs {
  readonly name: string;
  readonly type: string;
  readonly existingId?: string;
  readonly adopt?: boolean;
}

/** The contract's limit for an account. */
const mostProperties = 100;

/** What a preview looks into for a custom property. */
export const customPropertyForesight: readonly Foresight<CustomPropertyInputs>[] = [
  declaredTwice<CustomPropertyInputs>({
    kind: "CustomProperty",
    name: "property-duplicate",
    isSame: (one, other) => one.name !== unknownValue && isSameText(one.name, other.name),
    problem: (other) =>
      `CustomProperty "${other}" of this program has the same name, which an account holds once. Declare it once, or give another name.`,
  }),
  foreseeCap,
  foreseeExisting,
];

/** As far as it is known: what else the account holds, no specified operation tells. */
async function foreseeCap(
  { existingId, name }: Partial<CustomPropertyInputs>,
  around: Surroundings,
): Promise<Foreseen[]> {
  if (!around.isNew || existingId !== undefined) return [];
  const all = await around.declared("CustomProperty");
  const held = around.settings.operations === "extended" ? await properties(around) : undefined;
  const rows = (await held?.all()) ?? [];
  const isHeld = (one: unknown) => rows.some(({ field_name }) => isSameText(field_name, one));
  if (isHeld(name)) return [];
  const isMade = ({ props, isChanged }: (typeof all)[number]) =>
    !isChanged || props.existingId !== undefined || isHeld(props.name);
  const made = held ? rows.length : all.filter(isMade).length;
  const before = all.filter((one) => !isMade(one) && one.order < around.order).length;
  if (made + before < mostProperties) return [];
  const problem = `an account holds at most ${mostProperties} custom properties, and at least ${made + before} are there before this one. Declare fewer.`;
  return [{ name: "property-cap", level: "fault", problem }];
}

/** What the account holds already is known by the extended operations only. */
async function foreseeExisting(
  { existingId, name, type, adopt }: Partial<CustomPropertyInputs>,
  around: Surroundings,
): Promise<Foreseen[]> {
  const isAsked = around.isNew && around.settings.operations === "extended";
  if (!isAsked || existingId !== undefined || name === unknownValue) return [];
  const row = await (await properties(around)).find(({ field_name }) =>
    isSameText(field_name, name),
  );
  if (!row) return [];
  const fault = (problem: string): Foreseen[] => [
    { name: "property-conflict", level: "fault", problem },
  ];
  if (adopt === false) {
    return fault(
      "a custom property with this name exists already, and adopt is false, so the apply will fail. Leave out adopt to take it over, or give another name.",
    );
  }
  const existing = row.field_type.toLowerCase();
  if (type !== unknownValue && existing !== type) {
    return fault(
      `a custom property with this name exists already, and its type is "${existing}", which can't be changed. Declare that type, or another name.`,
    );
  }
  const problem = "a custom property with this name exists already and will be taken over.";
  return [{ name: "property-exists", level: "note", problem }];
}
