import type { Account } from "../../account/account";
import { type ProgramResource, seenObjects } from "../../account/program-record";
import { quoted } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import { declaredTwice, isSameText } from "../../lifecycle/duplicate";
import type { CheckedStep, PreflightCheck, Program } from "../../lifecycle/preflight-check";
import { isUnknown, unknownValue } from "../../plain/value";
import {
  adoptionOf,
  conflictOf,
  heldName,
  isOfAnother,
  isOfOtherType,
  propertyNamed,
} from "./adoption";
import type { CustomPropertyProps } from "./props";

/** The largest number of properties per account, from the contract. */
const mostProperties = 100;

export const customPropertyPreflight: readonly PreflightCheck<CustomPropertyProps>[] = [
  declaredTwice<CustomPropertyProps>({
    kind: "CustomProperty",
    input: "name",
    name: "property-duplicate",
    isSame: (one, other) => isSameText(one.props.name, other.props.name),
    problem: (other) =>
      `CustomProperty ${quoted(other)} in this program has the same name, which must be unique in the account. Declare it only once, or use another name.`,
  }),
  { inputs: [], atEnd: checkAdoptedTwice },
  { inputs: ["name", "existingId"], atEnd: checkCap },
  { inputs: ["name", "existingId", "type", "adopt"], atEnd: checkAdoption },
  { inputs: ["name"], ask: checkRename, only: "existing" },
  { inputs: ["type"], ask: checkTypeOfTaken, only: "replacement" },
];

/**
 * The finding if the account would have too many properties. With the specified operations, only the properties in the
 * program can be counted.
 */
async function checkCap({
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
  if (made + before < mostProperties) return [];
  const problem = `an account can have at most ${mostProperties} custom properties, and at least ${made + before} come before this one. Declare fewer.`;
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

/** The id of the property that a resource adopts; undefined if the account has no such property, or can't be read. */
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
async function checkAdoption({
  account,
  props,
  keeps,
  resources,
}: Program<CustomPropertyProps>): Promise<NamedFinding[]> {
  const { existingId, name = unknownValue, type } = props;
  if (!account.settings.isExtended || isUnknown(existingId)) return [];
  if (existingId === undefined && isUnknown(name)) return [];
  const all = await resources("CustomProperty");
  const adoption = await adoptionOf(account.properties, { ...props, name }, all);
  const { row } = adoption;
  // The existing property may be the one that this resource replaces and deletes first. Only the diff knows.
  const mayBeOwn = keeps !== undefined && props.onDestroy === "delete" && existingId === undefined;
  if (row && type !== undefined && mayBeOwn && isOfOtherType(row, type)) return [];
  const conflict = conflictOf(adoption, props);
  if (conflict) return [conflict];
  if (!row || keeps?.includes(existingId === undefined ? "name" : "existingId")) return [];
  const problem = "a custom property with this name already exists and will be adopted.";
  return [finding("info", "property-exists", problem, { input: "name" })];
}

/** The finding if a property of another type has the name, unless that property is deleted first. */
async function checkTypeOfTaken({
  account,
  own,
  props,
}: CheckedStep<CustomPropertyProps>): Promise<NamedFinding[]> {
  const { name, type, onDestroy, existingId } = props;
  const isAsked = account.settings.isExtended && onDestroy === "delete" && existingId === undefined;
  if (!isAsked || name === undefined || isUnknown(name)) return [];
  const row = await propertyNamed(account.properties, name);
  // In the program, a preflight check has already found the other conflicts of a new property.
  if (!row || row.id === own.id || type === undefined || !isOfOtherType(row, type)) return [];
  if (isOfAnother(row, { id: own.id, name }, seenObjects(account.settings, "CustomProperty")))
    return [];
  const conflict = conflictOf({ row }, props);
  return conflict ? [conflict] : [];
}

async function checkRename({
  account,
  own,
  props: { name },
}: CheckedStep<CustomPropertyProps>): Promise<NamedFinding[]> {
  if (!account.settings.isExtended || name === undefined || isUnknown(name)) return [];
  const row = await account.properties.find(
    (one) => one.id !== own.id && isSameText(one.field_name, name),
  );
  const all = seenObjects(account.settings, "CustomProperty");
  if (!row || isOfAnother(row, { id: own.id, name }, all)) return [];
  return [heldName(row)];
}
