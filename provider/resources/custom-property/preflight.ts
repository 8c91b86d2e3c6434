import type { Account } from "../../account/account";
import type { Cache } from "../../account/cache";
import { type ProgramResource, recordOf } from "../../account/program-record";
import type { ContactPropertyRow } from "../../api/collections";
import { asId, quoted, quotedId } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import { declaredTwice, isSameText } from "../../lifecycle/duplicate";
import { missingAdvice } from "../../lifecycle/missing-object";
import type { CheckedStep, PreflightCheck, Program } from "../../lifecycle/preflight-check";
import { comparedName, isAlike } from "../../plain/text";
import { isUnknown, unknownValue } from "../../plain/value";
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

/** A resource of the program, or of a step of this process, that may manage the property to adopt. */
type Holder = Pick<ProgramResource, "id" | "props">;

export interface Adoption {
  readonly row?: ContactPropertyRow | undefined;
  /** Another property that already has the declared name, so that the name isn't free. */
  readonly holder?: ContactPropertyRow | undefined;
}

/**
 * The existing property that a declared resource adopts, if there is one. Omits a property that another resource
 * renames in this update; if the name isn't free in time, the service refuses the create.
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
export function isNameTaken(details: readonly string[]): boolean {
  return details.some((said) => /\b(exists?|already|taken|in use|duplicate|unique)\b/i.test(said));
}

/** The reason why a declared resource conflicts with the existing properties. */
export function conflictOf(
  { row, holder }: Adoption,
  { existingId, type, adopt }: Partial<CustomPropertyProps>,
): NamedFinding | undefined {
  if (!row) {
    if (existingId === undefined) return undefined;
    const problem = `existingId: the account has no custom property with the id ${quotedId(existingId)}. Use the id of an existing one.`;
    return conflict("existingId", problem);
  }
  if (adopt === false && existingId === undefined) {
    const problem =
      "a custom property with this name already exists, and adopt is false. Remove adopt: false to adopt it, or use another name.";
    return conflict("adopt", problem);
  }
  if (type !== undefined && isOfOtherType(row, type)) {
    const problem = `a custom property with this name already exists, and its type ${quoted(typeOf(row))} can't be changed. Declare that type, or use another name.`;
    return conflict("type", problem);
  }
  return holder && nameTakenFinding(holder);
}

function nameTakenFinding({ field_name }: ContactPropertyRow): NamedFinding {
  const problem = `name: another custom property in the account is named ${quoted(field_name)}. Use another name.`;
  return conflict("name", problem);
}

function conflict(input: keyof CustomPropertyProps, problem: string): NamedFinding {
  return finding("error", "property-conflict", problem, { input });
}

/** The property's type in lower case, because requests need lower case, and the service returns title case. */
export function typeOf({ field_type }: ContactPropertyRow): CustomPropertyProps["type"] {
  return field_type.toLowerCase() as CustomPropertyProps["type"];
}

function isOfOtherType(row: ContactPropertyRow, type: CustomPropertyProps["type"]): boolean {
  return !isUnknown(type) && typeOf(row) !== type;
}

/**
 * True if this name is the property's label, or its machine key. The machine key counts only as long as it still
 * corresponds to the label.
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

/** The largest number of properties per account, from the contract. */
const maxProperties = 100;

export const customPropertyPreflight: readonly PreflightCheck<CustomPropertyProps>[] = [
  declaredTwice<CustomPropertyProps>({
    input: "name",
    name: "property-duplicate",
    isSame: (one, other) => isSameText(one.props.name, other.props.name),
    problem: (other) =>
      `CustomProperty ${quoted(other)} in this program has the same name, which must be unique in the account. Declare it only once, or use another name.`,
  }),
  { inputs: [], atEnd: checkAdoptedTwice },
  { inputs: ["name", "existingId"], atEnd: checkPropertyLimit },
  { inputs: ["name", "existingId", "type", "adopt"], atEnd: checkAdoption },
  { inputs: ["name"], ask: checkRename, only: "existing" },
  { inputs: ["name", "description", "extraFields"], ask: checkMissing, only: "existing" },
  { inputs: ["type"], ask: checkTypeOfExisting, only: "replacement" },
];

/**
 * The finding if the account would have too many properties. With the specified operations, only the properties in the
 * program can be counted.
 */
async function checkPropertyLimit({
  account,
  own,
  props: { existingId, name },
  resources,
}: Program<CustomPropertyProps>): Promise<NamedFinding[]> {
  if (existingId !== undefined) return [];
  const all = await resources("CustomProperty");
  const isReadable = account.settings.isExtended;
  const rows = isReadable ? await account.properties.all() : [];
  const isTaken = (one: unknown) =>
    rows.some((row) => isSameText(row.field_name, one) || isSameText(row.field_value, one));
  if (isTaken(name)) return [];
  const isMade = ({ props, isChanged }: (typeof all)[number]) =>
    !isChanged || props.existingId !== undefined || isTaken(props.name);
  const made = isReadable ? rows.length : all.filter(isMade).length;
  const before = all.filter((one) => !isMade(one) && one.order < own.order).length;
  if (made + before < maxProperties) return [];
  const problem = `an account can have at most ${maxProperties} custom properties, and at least ${made + before} come before this one. Declare fewer.`;
  return [finding("error", "property-cap", problem)];
}

async function checkAdoptedTwice(program: Program<CustomPropertyProps>): Promise<NamedFinding[]> {
  const { account, own, props } = program;
  const others = await program.others("CustomProperty");
  if (others.length === 0) return [];
  const all = await program.resources("CustomProperty");
  const adopted = await adoptedId(own, all, account);
  if (adopted === undefined) return [];
  const targets = await Promise.all(others.map((one) => adoptedId(one, all, account)));
  const other = others[targets.indexOf(adopted)];
  // Another check already reports two resources with the same name as duplicates.
  if (!other || (props.existingId === undefined && isSameText(other.props.name, props.name)))
    return [];
  const problem = `CustomProperty ${quoted(other.name)} in this program adopts the same property, so each would overwrite the other. Declare it only once.`;
  return [finding("error", "property-duplicate", problem)];
}

/** The id of the property that a resource adopts. Undefined if there is none, or if it isn't known. */
async function adoptedId(
  { id, props }: ProgramResource,
  all: readonly ProgramResource[],
  { settings, properties }: Account,
): Promise<string | undefined> {
  const { existingId, name } = props as Partial<CustomPropertyProps>;
  if (existingId !== undefined) return isUnknown(existingId) ? undefined : existingId;
  const isReadable = settings.isExtended;
  if (!isReadable || typeof name !== "string" || isUnknown(name)) return undefined;
  const row = await propertyNamed(properties, name);
  return row && !isOfAnother(row, { id, name }, all) ? row.id : undefined;
}

/**
 * Findings about an existing property with the declared id or name. Only the extended operations can read the property.
 */
async function checkAdoption({ account, props, keeps, resources }: Program<CustomPropertyProps>) {
  const { existingId, name = unknownValue, type } = props;
  if (!account.settings.isExtended || isUnknown(existingId)) return [];
  if (existingId === undefined && isUnknown(name)) return [];
  const all = await resources("CustomProperty");
  const adoption = await adoptionOf(account.properties, { ...props, name }, all);
  const { row } = adoption;
  // A replacement deletes the old property first if the state already has onDestroy "delete". After a move to another
  // account, `keeps` is empty.
  const isDeletedFirst = props.onDestroy === "delete" && keeps?.includes("onDestroy") === true;
  // Only the diff knows whether the existing property is the old one, so `checkTypeOfExisting` reports the conflict.
  const mayBeOwn = isDeletedFirst && existingId === undefined;
  if (row && type !== undefined && mayBeOwn && isOfOtherType(row, type)) return [];
  const conflict = conflictOf(adoption, props);
  if (conflict) return [conflict];
  if (!row || keeps?.includes(existingId === undefined ? "name" : "existingId")) return [];
  const problem =
    isUnknown(name) || isNamed(row, name)
      ? "a custom property with this name already exists and will be adopted."
      : `the custom property ${quoted(row.field_name)} (${asId(row.id)}) will be adopted, and renamed to ${quoted(name)}.`;
  return [finding("info", "property-exists", problem, { input: "name" })];
}

/** The finding if a property of another type has the name, unless that property is deleted first. */
async function checkTypeOfExisting({ account, own, props }: CheckedStep<CustomPropertyProps>) {
  const { name, type, onDestroy, existingId } = props;
  const isAsked = account.settings.isExtended && onDestroy === "delete" && existingId === undefined;
  if (!isAsked || name === undefined || isUnknown(name)) return [];
  const row = await propertyNamed(account.properties, name);
  // `checkAdoption` reports all other conflicts. It doesn't know the id of the property that is deleted first.
  if (!row || row.id === own.id || type === undefined || !isOfOtherType(row, type)) return [];
  if (isOfAnother(row, { id: own.id, name }, recordOf(account.settings).objects("CustomProperty")))
    return [];
  const conflict = conflictOf({ row }, props);
  return conflict ? [conflict] : [];
}

async function checkRename({ account, own, props: { name } }: CheckedStep<CustomPropertyProps>) {
  if (!account.settings.isExtended || name === undefined || isUnknown(name)) return [];
  const row = await account.properties.find(
    (one) => one.id !== own.id && isSameText(one.field_name, name),
  );
  const all = recordOf(account.settings).objects("CustomProperty");
  if (!row || isOfAnother(row, { id: own.id, name }, all)) return [];
  return [nameTakenFinding(row)];
}

/** The finding if a property to change was deleted in the service. */
async function checkMissing({ account, own, old }: CheckedStep<CustomPropertyProps>) {
  const { id = "" } = own;
  if (!account.settings.isExtended || (await account.properties.byId(id, old.name))) return [];
  const problem = `the account has no custom property with the id ${quotedId(id)}, so the update will fail. ${missingAdvice}`;
  return [finding("error", "property-conflict", problem)];
}
