import type { Account } from "../../account/account";
import type { ContactPropertyRow } from "../../api/custom-property";
import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameText, othersThan } from "../../lifecycle/declared-twice";
import type { Declared, Question, QuestionContext } from "../../lifecycle/question";
import { isSameKey, propertyNamed } from "./extended";
import type { CustomPropertyProps } from "./props";

/** The contract's limit for an account. */
const mostProperties = 100;

/** What a preview looks into for a custom property. */
export const customPropertyQuestions: readonly Question<CustomPropertyProps>[] = [
  declaredTwice({
    kind: "CustomProperty",
    about: ["name"],
    name: "property-duplicate",
    isSame: (one, other) => isSameText(one.props.name, other.props.name),
    problem: (other) =>
      `CustomProperty "${other}" in this program has the same name, which must be unique in the account. Declare it only once, or use another name.`,
  }),
  { when: "declared", about: ["name", "existingId"], ask: checkAdoptedTwice },
  { when: "new", about: ["name", "existingId"], ask: checkCap },
  { when: "new", about: ["name", "existingId", "type", "adopt"], ask: checkAdoption },
  { when: "changed", about: ["name"], ask: checkRename },
  { when: "replacing", about: ["type"], ask: checkTypeOfTaken },
];

/** As far as it can be known: no specified operation reads the properties of the account. */
async function checkCap(
  { existingId, name }: Partial<CustomPropertyProps>,
  { account, own, declared }: QuestionContext,
): Promise<NamedFinding[]> {
  if (existingId !== undefined) return [];
  const all = await declared("CustomProperty");
  const isReadable = account.settings.isExtended;
  const rows = isReadable ? await account.properties.all() : [];
  const isHeld = (one: unknown) => rows.some(({ field_name }) => isSameText(field_name, one));
  if (isHeld(name)) return [];
  const isMade = ({ props, isChanged }: (typeof all)[number]) =>
    !isChanged || props.existingId !== undefined || isHeld(props.name);
  const made = isReadable ? rows.length : all.filter(isMade).length;
  const before = all.filter((one) => !isMade(one) && one.order < own.order).length;
  if (made + before < mostProperties) return [];
  const problem = `an account can have at most ${mostProperties} custom properties, and at least ${made + before} come before this one. Declare fewer.`;
  return [finding("error", "property-cap", problem)];
}

/** Two resources that adopt one property: by its id, its label or its machine key. */
async function checkAdoptedTwice(
  props: Partial<CustomPropertyProps>,
  { account, own, declared }: QuestionContext,
): Promise<NamedFinding[]> {
  const all = await declared("CustomProperty");
  const adopted = await adoptedId(own, all, account);
  if (adopted === undefined) return [];
  const others = othersThan(own, all);
  const targets = await Promise.all(others.map((one) => adoptedId(one, all, account)));
  const other = others[targets.indexOf(adopted)];
  // One name for both is reported as a duplicate already.
  if (!other || (props.existingId === undefined && isSameText(other.props.name, props.name)))
    return [];
  const problem = `CustomProperty "${other.name}" in this program adopts the same property, so each would overwrite the other. Declare it only once.`;
  return [finding("error", "property-duplicate", problem)];
}

/** The id of the property that a resource adopts, as far as the account shows it. */
async function adoptedId(
  { id, props }: Declared,
  all: readonly Declared[],
  { settings, properties }: Account,
): Promise<string | undefined> {
  const { existingId, name } = props as Partial<CustomPropertyProps>;
  if (existingId !== undefined) return isUnknown(existingId) ? undefined : existingId;
  const isReadable = settings.isExtended;
  if (!isReadable || typeof name !== "string" || isUnknown(name)) return undefined;
  const row = await propertyNamed(properties, name);
  return row && !isOfAnother(row, { id, name }, all) ? row.id : undefined;
}

/** Whether another resource has a property and declares another name for it: it gives its name up, or has only kept its key. */
function isOfAnother(
  row: ContactPropertyRow,
  { id, name }: { readonly id?: string | undefined; readonly name: string },
  all: readonly Declared[],
): boolean {
  const holder = row.id === id ? undefined : all.find((one) => one.id === row.id);
  return holder !== undefined && !isSameKey(holder.props.name, name);
}

/** Only the extended operations read which properties exist. */
async function checkAdoption(
  { existingId, name, type, adopt, onDestroy }: Partial<CustomPropertyProps>,
  { account, own, keeps, declared }: QuestionContext,
): Promise<NamedFinding[]> {
  if (!account.settings.isExtended || isUnknown(existingId)) return [];
  if (existingId === undefined && (name === undefined || isUnknown(name))) return [];
  const { properties } = account;
  const row =
    existingId === undefined
      ? await propertyNamed(properties, name ?? "")
      : await properties.find(({ id }) => id === existingId);
  const conflict = (problem: string) => [finding("error", "property-conflict", problem)];
  if (!row) {
    return existingId === undefined
      ? []
      : conflict(
          `existingId: the account has no custom property with the id "${existingId}", so the update will fail. Use the id of an existing one.`,
        );
  }
  if (existingId === undefined && name !== undefined) {
    const all = await declared("CustomProperty");
    if (isOfAnother(row, { id: own.id, name }, all)) return [];
  }
  const existing = row.field_type.toLowerCase();
  const isOtherType = type !== undefined && !isUnknown(type) && existing !== type;
  // It may be this resource's own, which is deleted first: the engine does not tell the program.
  if (isOtherType && onDestroy === "delete" && existingId === undefined) return [];
  if (adopt === false && existingId === undefined) {
    return conflict(
      "a custom property with this name already exists, and adopt is false, so the update will fail. Remove adopt: false to adopt it, or use another name.",
    );
  }
  if (isOtherType) return conflict(otherType(existing));
  if (keeps.includes(existingId === undefined ? "name" : "existingId")) return [];
  const problem = "a custom property with this name already exists and will be adopted.";
  return [finding("info", "property-exists", problem)];
}

function otherType(existing: string): string {
  return `a custom property with this name already exists, and its type "${existing}" can't be changed. Declare that type, or use another name.`;
}

/** A name that a property of another type has, which is not the one that is deleted first. */
async function checkTypeOfTaken(
  { name, type, onDestroy, existingId }: Partial<CustomPropertyProps>,
  { account, own, declared }: QuestionContext,
): Promise<NamedFinding[]> {
  const isAsked = account.settings.isExtended && onDestroy === "delete";
  if (!isAsked || existingId !== undefined || name === undefined || isUnknown(name)) return [];
  const row = await propertyNamed(account.properties, name);
  const existing = row?.field_type.toLowerCase();
  if (!row || row.id === own.id || isUnknown(type) || existing === type) return [];
  if (isOfAnother(row, { id: own.id, name }, await declared("CustomProperty"))) return [];
  return [finding("error", "property-conflict", otherType(existing ?? ""))];
}

/** A rename to a name that another property of the account has. */
async function checkRename(
  { name }: Partial<CustomPropertyProps>,
  { account, own, declared }: QuestionContext,
): Promise<NamedFinding[]> {
  if (!account.settings.isExtended) return [];
  if (name === undefined || isUnknown(name)) return [];
  const row = await account.properties.find(
    (one) => one.id !== own.id && isSameText(one.field_name, name),
  );
  if (!row || isOfAnother(row, { id: own.id, name }, await declared("CustomProperty"))) return [];
  const problem = `name: another custom property in the account is named "${row.field_name}", so the update will fail. Use another name.`;
  return [finding("error", "property-conflict", problem)];
}
