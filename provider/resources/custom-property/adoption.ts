import type { Cache } from "../../account/cache";
import type { ContactPropertyRow } from "../../api/collections";
import { quoted, quotedId } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import { comparedName, isAlike } from "../../plain/text";
import { isUnknown, type Properties } from "../../plain/value";
import type { CustomPropertyProps } from "./props";

type FindProperty = Pick<Cache<ContactPropertyRow>, "find">;

/**
 * The property that a declared name adopts: the property with this label, or else with this machine key. A renamed
 * property keeps its machine key.
 */
export async function propertyNamed(
  properties: FindProperty,
  name: string,
): Promise<ContactPropertyRow | undefined> {
  const byLabel = await properties.find(({ field_name }) => isAlike(field_name, name), name);
  return byLabel ?? properties.find(({ field_value }) => isAlike(field_value, name), name);
}

/** A resource of the program or of this process. It may manage the property that another resource would adopt. */
interface Holder {
  readonly id?: string | undefined;
  readonly props: Properties;
}

/** The existing property that a declared resource adopts. */
export interface Adoption {
  readonly row?: ContactPropertyRow | undefined;
  /** Another property that already has the declared name, so that the name isn't free. */
  readonly holder?: ContactPropertyRow | undefined;
}

/**
 * Returns the existing property that a declared resource adopts, if there is one. A property of another resource that
 * is renamed in the same update isn't adopted: its name may be free when the create is sent, or the service refuses it.
 */
export async function adoptionOf(
  properties: FindProperty,
  { name, existingId }: Pick<CustomPropertyProps, "name" | "existingId">,
  all: readonly Holder[],
): Promise<Adoption> {
  if (existingId === undefined) {
    const row = await propertyNamed(properties, name);
    return row && isOfAnother(row, { name }, all) ? {} : { row };
  }
  const row = await properties.find(({ id }) => id === existingId);
  if (!row || isUnknown(name) || isNamed(row, name)) return { row };
  const isOther = ({ id, field_name }: ContactPropertyRow) =>
    id !== existingId && isAlike(field_name, name);
  const holder = await properties.find(isOther, name);
  return holder && isOfAnother(holder, { name }, all) ? { row } : { row, holder };
}

/**
 * True if another resource manages the property and declares another name for it. The old name then becomes free, or
 * remains only as the property's machine key.
 */
export function isOfAnother(
  row: ContactPropertyRow,
  { id, name }: { readonly id?: string | undefined; readonly name: string },
  all: readonly Holder[],
): boolean {
  const holder = row.id === id ? undefined : all.find((one) => one.id === row.id);
  return holder !== undefined && !isSameKey(holder.props.name, name);
}

/**
 * True if the service refused a name because it is in use. Recognizes the refusal by its message, because the contract
 * has no code for it.
 */
export function saysTaken(details: readonly string[]): boolean {
  return details.some((said) => /\b(exists?|already|taken|in use|duplicate|unique)\b/i.test(said));
}

/** The reason why a declared resource can't adopt the existing property. */
export function conflictOf(
  { row, holder }: Adoption,
  { existingId, type, adopt }: Partial<CustomPropertyProps>,
): NamedFinding | undefined {
  if (!row) {
    return existingId === undefined
      ? undefined
      : conflict(
          "existingId",
          `existingId: the account has no custom property with the id ${quotedId(existingId)}. Use the id of an existing one.`,
        );
  }
  if (adopt === false && existingId === undefined) {
    return conflict(
      "adopt",
      "a custom property with this name already exists, and adopt is false. Remove adopt: false to adopt it, or use another name.",
    );
  }
  if (type !== undefined && isOfOtherType(row, type)) {
    return conflict(
      "type",
      `a custom property with this name already exists, and its type ${quoted(typeOf(row))} can't be changed. Declare that type, or use another name.`,
    );
  }
  return holder && heldName(holder);
}

/** The finding if another property in the account already has the declared name. */
export function heldName({ field_name }: ContactPropertyRow): NamedFinding {
  return conflict(
    "name",
    `name: another custom property in the account is named ${quoted(field_name)}. Use another name.`,
  );
}

function conflict(input: keyof CustomPropertyProps, problem: string): NamedFinding {
  return finding("error", "property-conflict", problem, { input });
}

/** The property's type in lower case, because requests need lower case, and the service returns title case. */
export function typeOf({ field_type }: ContactPropertyRow): CustomPropertyProps["type"] {
  return field_type.toLowerCase() as CustomPropertyProps["type"];
}

export function isOfOtherType(row: ContactPropertyRow, type: CustomPropertyProps["type"]): boolean {
  return !isUnknown(type) && typeOf(row) !== type;
}

/**
 * True if a property has this name as its label. The machine key counts only as long as the label still corresponds to
 * it.
 */
export function isNamed({ field_name, field_value }: ContactPropertyRow, name: string): boolean {
  return (
    isAlike(field_name, name) ||
    (isAlike(field_value, name) && isAlike(keyOf(field_name), field_value))
  );
}

/** True if two labels have the same machine key. A label that isn't known yet has no machine key. */
function isSameKey(one: unknown, other: string): boolean {
  return typeof one === "string" && !isUnknown(one) && isAlike(keyOf(one), keyOf(other));
}

function keyOf(label: string): string {
  return comparedName(label).replace(/[^\p{L}\p{N}]+/gu, "_");
}
