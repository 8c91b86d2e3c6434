import type { Account } from "../../account/account";
import { type ProgramResource, recordOf } from "../../account/program-record";
import type { ContactPropertyRow } from "../../api/collections";
import { asId, quoted, quotedId } from "../../errors/redact";
import { type Finding, finding, type NamedFinding } from "../../input/finding";
import {
  type ChangeContext,
  type CommonProps,
  commonFields,
  type Fields,
  flag,
  id,
  oneOf,
  text,
} from "../../input/validation";
import { createdAndUpdatedFields } from "../../lifecycle/check";
import { declaredTwice, isSameText } from "../../lifecycle/found-object";
import type { CheckContext, CheckedStep, PreflightCheck, Program } from "../../lifecycle/lifecycle";
import { missingAdvice } from "../../lifecycle/missing-object";
import { comparedName, isAlike } from "../../plain/text";
import { isUnknown, unknownValue } from "../../plain/value";

/** Fields of a custom property to send beside the inputs, under the names that the service uses. */
export interface CustomPropertyExtraFields {
  /** Fields to send with the create (`POST /contact/property`). They can't be changed after creation. */
  create?: Record<string, unknown>;
  /**
   * Fields to send with an update (`PATCH /contact/property/{id}`): all of them right after the create, and later each
   * field that changes. A field can't be removed once set. Requires `emailmarketing:operations` set to `extended`.
   */
  update?: Record<string, unknown>;
}

/** The inputs of a custom contact property. */
export interface CustomPropertyProps extends CommonProps {
  /**
   * The name of the property, 3 to 30 characters, unique in the account. An account can have at most 100 properties.
   * Changing this replaces the property; the old one stays in the account, because the specified API has no
   * delete operation. With `emailmarketing:operations` set to `extended`, a change renames the property instead.
   */
  name: string;
  /**
   * The type of its values. It can't be changed after creation. With `emailmarketing:operations` set to `extended`,
   * and if both the last update and the program have `onDestroy: "delete"`, a change deletes the property WITH ALL
   * STORED VALUES and creates another.
   */
  type: "text" | "number" | "date" | "textarea";
  /**
   * What the property is for, 3 to 500 characters. It can't be changed after creation. With `emailmarketing:operations`
   * set to `extended`, a change updates the property, but the description can't be removed once set; drift can't be
   * detected, because no operation returns it.
   */
  description?: string;
  /**
   * The id of an existing property to adopt. Nothing is sent, or, with `emailmarketing:operations` set to `extended`,
   * the inputs that differ. Used on create only; a later change updates the state only.
   */
  existingId?: string;
  /**
   * Whether to adopt an existing property with this name or machine key. If `false`, an existing property is an error
   * with the code `conflict`. Requires `emailmarketing:operations` set to `extended`. A change updates the state only.
   * @defaultValue `true`
   */
  adopt?: boolean;
  /**
   * What a destroy does: `leave` leaves the property in the account; `delete` deletes it WITH ALL STORED VALUES, unless
   * another resource of the program adopts it in the same update or declares it already. `delete` requires
   * `emailmarketing:operations` set to `extended`. A change updates the state only.
   * @defaultValue `leave`
   */
  onDestroy?: "leave" | "delete";
  /**
   * Fields to send beside the inputs. For an input that the service calls by another name than this package, leave the
   * input out and set the field. Changing `update` updates the property.
   */
  extraFields?: CustomPropertyExtraFields;
}

const changeHint =
  'Restore the old value, add the input to ignoreChanges, or declare a property with another name. emailmarketing:operations "extended" supports more changes.';

const typeHint =
  'Restore the old value, add the input to ignoreChanges, or declare a property with another name. To replace the property AND DELETE ITS STORED VALUES, set onDestroy: "delete", run pulumi up, then change the type.';

const descriptionHint =
  "Restore the old value, set another one, or add the input to ignoreChanges.";

/**
 * True if a changed type may delete the property and create a new one. The state and the program must both have
 * `onDestroy: "delete"`, so that one edit alone can't lose the values.
 */
function isReplaceable({ isExtended, old, props: { onDestroy } }: ChangeContext): boolean {
  const isDeclared = onDestroy === "delete" || isUnknown(onDestroy);
  return isExtended && old.onDestroy === "delete" && isDeclared;
}

export const customPropertyFields: Fields<CustomPropertyProps> = {
  name: {
    required: true,
    check: text({ min: 3, max: 30 }),
    wire: "name",
    // Only the extended operations can rename a property. Without them, a new name needs a new property.
    replaces: ({ isExtended }) => (isExtended ? undefined : true),
  },
  type: {
    required: true,
    check: oneOf("text", "number", "date", "textarea"),
    wire: "type",
    // The old property must be deleted first, so that its name becomes free.
    replaces: (context) => (isReplaceable(context) ? "deleted first" : undefined),
    immutable(context) {
      if (!context.isExtended) return changeHint;
      return isReplaceable(context) ? undefined : typeHint;
    },
  },
  description: {
    check: text({ min: 3, max: 500 }),
    wire: "description",
    immutable: ({ isExtended }) => (isExtended ? undefined : changeHint),
    notRemovable: ({ isExtended }) => (isExtended ? descriptionHint : undefined),
  },
  existingId: { check: id },
  adopt: { check: flag },
  onDestroy: { check: oneOf("leave", "delete") },
  extraFields: createdAndUpdatedFields,
  ...commonFields,
};

/** Errors for inputs that need the extended operations. Empty if the setting allows these operations or isn't known. */
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

/** The property with this label, or else with this machine key (`field_value`), which a rename doesn't change. */
export async function propertyNamed(properties: Account["properties"], name: string) {
  const byLabel = await properties.byKey(name);
  // `byKey` has read all properties, so this sends no request.
  return byLabel ?? (await properties.all()).find(({ field_value }) => isAlike(field_value, name));
}

interface Adoption {
  readonly row?: ContactPropertyRow | undefined;
  /** Another property that already has the declared name, so that the name isn't free. */
  readonly holder?: ContactPropertyRow | undefined;
}

/**
 * The existing property that a declared resource adopts, if there is one. A property that another resource renames in
 * this update isn't adopted by its old name. A create with this name fails if it is sent before the rename.
 */
export async function adoptionOf(
  properties: Account["properties"],
  { name, existingId }: Pick<CustomPropertyProps, "name" | "existingId">,
  all: readonly ProgramResource[],
): Promise<Adoption> {
  if (existingId === undefined) {
    const named = await propertyNamed(properties, name);
    return { row: named && isOfAnother(named, name, all) ? undefined : named };
  }
  const row = await properties.byId(existingId);
  if (!row || isUnknown(name) || isNamed(row, name)) return { row };
  const holder = await properties.byKey(name, ({ id }) => id !== existingId);
  return holder && isOfAnother(holder, name, all) ? { row } : { row, holder };
}

/**
 * True if another resource manages the property and may rename it: its declared name is unknown or has another machine
 * key. The old name then becomes free, or remains only as the property's machine key.
 */
function isOfAnother(row: ContactPropertyRow, name: string, all: readonly ProgramResource[]) {
  const holder = all.find((one) => one.id === row.id);
  return holder !== undefined && !isSameKey(holder.props.name, name);
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
    const problem =
      existingId === undefined
        ? `a custom property with this name already exists, and its type ${quoted(row.field_type)} can't be changed. Declare that type, or use another name.`
        : `the custom property with the id ${quotedId(row.id)} has the type ${quoted(row.field_type)}, which can't be changed. Declare that type, or use another existingId.`;
    return conflict("type", problem);
  }
  return holder && nameTakenFinding(holder);
}

function nameTakenFinding({ field_name }: ContactPropertyRow): NamedFinding {
  const problem = `name: another custom property in the account is named ${quoted(field_name)}. Use another name; if another CustomProperty in this program gives it up in this update, use dependsOn so that it comes first.`;
  return conflict("name", problem);
}

function conflict(input: keyof CustomPropertyProps, problem: string): NamedFinding {
  return finding("error", "property-conflict", problem, { input });
}

function isOfOtherType(row: ContactPropertyRow, type: CustomPropertyProps["type"]): boolean {
  return !isUnknown(type) && row.field_type !== type;
}

/** True if the property has this name as its label, or as its machine key while the label still has this key. */
export function isNamed({ field_name, field_value }: ContactPropertyRow, name: string): boolean {
  return (
    isAlike(field_name, name) ||
    (isAlike(field_value, name) && isAlike(keyOf(field_name), field_value))
  );
}

/** True if two labels have the same machine key. False if the first label isn't known yet. */
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

/** Finds too many properties. Without the extended operations, only those of the program can be counted. */
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

/** The id of the property that a resource has or adopts; undefined if it isn't known. */
async function adoptedId(
  { id, props }: ProgramResource,
  all: readonly ProgramResource[],
  { settings, properties }: Account,
): Promise<string | undefined> {
  if (id !== undefined) return id;
  const { existingId, name } = props as Partial<CustomPropertyProps>;
  if (existingId !== undefined) return isUnknown(existingId) ? undefined : existingId;
  if (!settings.isExtended || typeof name !== "string" || isUnknown(name)) return undefined;
  return (await adoptionOf(properties, { name }, all)).row?.id;
}

/** Findings about an existing property with the declared id or name. Only the extended operations can read it. */
async function checkAdoption({ account, props, keeps, resources }: Program<CustomPropertyProps>) {
  const { existingId, name = unknownValue, type } = props;
  if (!account.settings.isExtended || isUnknown(existingId)) return [];
  if (existingId === undefined && isUnknown(name)) return [];
  const all = await resources("CustomProperty");
  const adoption = await adoptionOf(account.properties, { ...props, name }, all);
  const { row } = adoption;
  // A replacement in the same account deletes the old property first if the state already has onDestroy "delete".
  const isDeletedFirst = props.onDestroy === "delete" && keeps?.includes("onDestroy") === true;
  // Only the diff knows if this is the property that the replacement deletes, so leave it to `checkTypeOfExisting`.
  const mayBeOwn = isDeletedFirst && existingId === undefined;
  if (row && type !== undefined && mayBeOwn && isOfOtherType(row, type)) return [];
  const conflict = conflictOf(adoption, props);
  if (conflict) return [conflict];
  if (!row || keeps?.includes(existingId === undefined ? "name" : "existingId")) return [];
  const rename = isUnknown(name) ? "if the declared name is another one" : `to ${quoted(name)}`;
  const problem =
    !isUnknown(name) && isNamed(row, name)
      ? "a custom property with this name already exists and will be adopted."
      : `the custom property ${quoted(row.field_name)} (${asId(row.id)}) will be adopted, and renamed ${rename}.`;
  return [finding("info", "property-exists", problem, { input: "name" })];
}

/** The finding if a property of another type has the name and isn't the replaced one, which is deleted first. */
async function checkTypeOfExisting({ account, own, props }: CheckedStep<CustomPropertyProps>) {
  const { name, type, onDestroy, existingId } = props;
  const isAsked = account.settings.isExtended && onDestroy === "delete" && existingId === undefined;
  if (!isAsked || name === undefined || isUnknown(name)) return [];
  const all = recordOf(account.settings).objects("CustomProperty");
  const { row } = await adoptionOf(account.properties, { name }, all);
  // `checkAdoption` reports all other conflicts, but not this one, because it doesn't know the replaced property's id.
  if (!row || row.id === own.id || type === undefined || !isOfOtherType(row, type)) return [];
  return [conflictOf({ row }, props) ?? []].flat();
}

async function checkRename({ account, own, props: { name } }: CheckedStep<CustomPropertyProps>) {
  if (!account.settings.isExtended || name === undefined || isUnknown(name)) return [];
  const row = await account.properties.byKey(name, ({ id }) => id !== own.id);
  const all = recordOf(account.settings).objects("CustomProperty");
  if (!row || isOfAnother(row, name, all)) return [];
  return [nameTakenFinding(row)];
}

/** The finding if the account no longer has the property to change. */
async function checkMissing({ account, own, old }: CheckedStep<CustomPropertyProps>) {
  const { id = "" } = own;
  if (!account.settings.isExtended || (await account.properties.byId(id, old.name))) return [];
  const problem = `the account has no custom property with the id ${quotedId(id)}, so the update will fail. ${missingAdvice}`;
  return [finding("error", "property-conflict", problem)];
}
