import type { Cache } from "../../account/cache";
import type { ContactPropertyRow } from "../../api/custom-property";
import { quoted, quotedId } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown, type Properties } from "../../input/plain";
import { comparedName, isAlike } from "../../input/spelling";
import type { CustomPropertyProps } from "./props";

type FindProperty = Pick<Cache<ContactPropertyRow>, "find">;

/** The property that a name adopts: by its label, else by its machine key, which a property keeps when it is renamed. */
export async function propertyNamed(
  properties: FindProperty,
  name: string,
): Promise<ContactPropertyRow | undefined> {
  const byLabel = await properties.find(({ field_name }) => isAlike(field_name, name), name);
  return byLabel ?? properties.find(({ field_value }) => isAlike(field_value, name), name);
}

/** A resource of the program, or of this process. */
interface Holder {
  readonly id?: string | undefined;
  readonly props: Properties;
}

/** What the account has for a declaration. */
export interface Adoption {
  readonly row?: ContactPropertyRow | undefined;
  /** Another one, which has the name that the property would get. */
  readonly holder?: ContactPropertyRow | undefined;
}

/** Looks up what a declaration adopts. A name that another resource gives up may be free by then: else the service refuses it. */
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

/** Whether another resource has a property and declares another name for it: it gives its name up, or has only kept its key. */
export function isOfAnother(
  row: ContactPropertyRow,
  { id, name }: { readonly id?: string | undefined; readonly name: string },
  all: readonly Holder[],
): boolean {
  const holder = row.id === id ? undefined : all.find((one) => one.id === row.id);
  return holder !== undefined && !isSameKey(holder.props.name, name);
}

/** Whether a refusal is about a name in use. The contract has no code for it: its words are all there is. */
export function saysTaken(details: readonly string[]): boolean {
  return details.some((said) => /\b(exists?|already|taken|in use|duplicate|unique)\b/i.test(said));
}

/** Why a declaration can't have the property that the account has. */
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

/** No other property can get the name of this one. */
export function heldName({ field_name }: ContactPropertyRow): NamedFinding {
  return conflict(
    "name",
    `name: another custom property in the account is named ${quoted(field_name)}. Use another name.`,
  );
}

function conflict(input: keyof CustomPropertyProps, problem: string): NamedFinding {
  return finding("error", "property-conflict", problem, { input });
}

/** The service takes types in lower case, and gives them back in Title case. */
export function typeOf({ field_type }: ContactPropertyRow): CustomPropertyProps["type"] {
  return field_type.toLowerCase() as CustomPropertyProps["type"];
}

export function isOfOtherType(row: ContactPropertyRow, type: CustomPropertyProps["type"]): boolean {
  return !isUnknown(type) && typeOf(row) !== type;
}

/** Whether a property bears this name: as its label, or as its key while the label only spells the key out. */
export function isNamed({ field_name, field_value }: ContactPropertyRow, name: string): boolean {
  return (
    isAlike(field_name, name) ||
    (isAlike(field_value, name) && isAlike(keyOf(field_name), field_value))
  );
}

/** Whether two names are labels of one machine key; an unknown one is of none. */
function isSameKey(one: unknown, other: string): boolean {
  return typeof one === "string" && !isUnknown(one) && isAlike(keyOf(one), keyOf(other));
}

function keyOf(label: string): string {
  return comparedName(label).replace(/[^\p{L}\p{N}]+/gu, "_");
}
