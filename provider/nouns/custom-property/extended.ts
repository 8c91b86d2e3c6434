import type { Account } from "../../account/account";
import { seenObject } from "../../account/seen-object";
import { writeOnce } from "../../account/uncertain-write";
import {
  type ContactPropertyChange,
  type ContactPropertyRow,
  createContactProperty,
  deleteContactProperty,
  properties,
  updateContactProperty,
} from "../../api/custom-property";
import { advised, EmailMarketingError, isNotFound } from "../../errors/error";
import { isUnknown } from "../../input/unknown";
import { failureOf } from "../../lifecycle/explain";
import { changedExtraFields } from "../../lifecycle/extra-fields";
import type { Created, Found } from "../../lifecycle/lifecycle";
import type { Listing } from "../../lifecycle/listing";
import { newProperty } from "./fields";
import type { CustomPropertyProps } from "./props";

const kind = "CustomProperty";

/** Adopts the property that `existingId` or the name points at; creates one where there is none. */
export async function createOrTakeOver(
  account: Account,
  props: CustomPropertyProps,
): Promise<Created<object>> {
  const existing = await existingFor(account, props);
  if (existing) return takeOver(account, existing, props);
  const { name, type } = props;
  const id = await writeOnce({
    write: () => createContactProperty(account.main, newProperty(props)),
    lookUp: async () => (await account.properties.ask(name))?.id,
    deadlineMs: account.settings.value("deadlineSeconds") * 1000,
    repeats: false,
  });
  account.claims.claim(kind, id);
  const row = { id, field_name: name, field_value: "", field_type: type };
  account.properties.put(row);
  const rest = changedExtraFields(undefined, props.extraFields);
  const error = await failureOf(() => send(account, row, rest));
  return error === undefined
    ? { id, outputs: {} }
    : { id, outputs: {}, unfinished: { error, props: asCreated(props) } };
}

/** What holds once only the create was sent. */
function asCreated({ extraFields, ...props }: CustomPropertyProps): CustomPropertyProps {
  const create = extraFields?.create;
  return { ...props, ...(create && { extraFields: { create } }) };
}

/** The property that a name adopts: by its label, else by its machine key, which a property keeps when it is renamed. */
export async function propertyNamed(
  properties: Account["properties"],
  name: string,
): Promise<ContactPropertyRow | undefined> {
  const byLabel = await properties.find(({ field_name }) => alike(field_name, name), name);
  return byLabel ?? properties.find(({ field_value }) => alike(field_value, name), name);
}

async function existingFor(
  account: Account,
  { name, existingId }: CustomPropertyProps,
): Promise<ContactPropertyRow | undefined> {
  if (existingId === undefined) {
    const found = await propertyNamed(account.properties, name);
    const holder = found && seenObject(account.settings, kind, found.id);
    if (!holder || isSameKey(holder.props.name, name)) return found;
    // Another resource has it, and declares another name for it.
    if (!alike(found.field_name, name)) return undefined;
    throw new EmailMarketingError(
      "conflict",
      "another CustomProperty in this program gives up this name in the same update, and still has it. Nothing was sent. To have it come first, use dependsOn.",
    );
  }
  const row = await account.properties.find(({ id }) => id === existingId);
  if (row) return row;
  throw new EmailMarketingError(
    "not-found",
    `existingId: the account has no custom property with the id "${existingId}". Nothing was sent.`,
  );
}

async function takeOver(account: Account, row: ContactPropertyRow, props: CustomPropertyProps) {
  if (props.adopt === false && props.existingId === undefined) {
    throw new EmailMarketingError(
      "conflict",
      "a custom property with this name already exists. Remove adopt: false to adopt it, or use another name.",
    );
  }
  if (account.claims.isClaimed(kind, row.id)) {
    throw new EmailMarketingError(
      "conflict",
      "another resource in this program manages the same custom property. Declare it only once.",
    );
  }
  // The service takes types in lower case, and gives them back in Title case.
  const type = row.field_type.toLowerCase();
  if (type !== props.type) {
    throw new EmailMarketingError(
      "conflict",
      `a custom property with this name already exists, and its type "${type}" can't be changed. ` +
        "Declare that type, or use another name. Nothing was sent.",
    );
  }
  const { name, description } = props;
  // No operation shows the description, so a declared one is always sent.
  const change = {
    ...(isNamed(row, name) ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...changedExtraFields(undefined, props.extraFields),
  };
  const error = await failureOf(() => send(account, row, change));
  if (error !== undefined) {
    // What may not have arrived is left out of the state, so that the next update sends it.
    const { description: _, ...asBefore } = { ...asCreated(props), name: row.field_name };
    return { id: row.id, outputs: {}, unfinished: { error, props: asBefore } };
  }
  const changed = Object.keys(change).join(" and ");
  if (changed !== "") {
    account.notice(
      `CustomProperty "${name}" already existed and was adopted; these inputs were sent to it: ${changed}.`,
    );
  }
  return { id: row.id, outputs: {} };
}

/** The property as the service has it; a declared name stays where only its case or form differs. */
export async function readProperty(
  account: Account,
  id: string,
  state: CustomPropertyProps,
): Promise<Found<CustomPropertyProps, object> | undefined> {
  const row = await account.properties.byId(id, state.name);
  if (!row) return undefined;
  const name = isNamed(row, state.name) ? state.name : row.field_name;
  const type = row.field_type.toLowerCase() as CustomPropertyProps["type"];
  return { props: { ...state, name, type }, outputs: {} };
}

/** A property by its id or its name; only the extended operations read it. */
export async function findProperty(account: Account, key: string) {
  if (!account.settings.isExtended) {
    throw new EmailMarketingError("validation", needsExtended);
  }
  const held = account.properties;
  const row = (await held.byId(key)) ?? (await propertyNamed(held, key));
  return row && foundProperty(row);
}

/** All properties; only the extended operations list them. */
export const propertyListing: Listing<CustomPropertyProps, object> = {
  words: properties.words,
  isExtended: true,
  async read({ main }) {
    const found = await properties.read(main, properties.all());
    const rows = found.rows.map((row) => ({
      ...foundProperty(row),
      nameParts: [row.field_name, row.id],
    }));
    return { ...found, rows };
  },
};

function foundProperty({ id, field_name, field_type }: ContactPropertyRow) {
  const type = field_type.toLowerCase() as CustomPropertyProps["type"];
  return { id, props: { name: field_name, type }, outputs: {} };
}

const needsExtended =
  'to import it, set emailmarketing:operations to "extended": the specified operations don\'t read custom properties. Or declare it with existingId set to its id.';

/** Sends what changed of name, description and extra fields. */
export async function changeProperty(
  account: Account,
  id: string,
  { old, props }: { readonly old: CustomPropertyProps; readonly props: CustomPropertyProps },
): Promise<void> {
  const { name, description, type } = props;
  await send(
    account,
    { id, field_name: old.name, field_value: "", field_type: type },
    {
      ...(name === old.name ? {} : { name }),
      ...(description === undefined || description === old.description ? {} : { description }),
      ...changedExtraFields(old.extraFields, props.extraFields),
    },
  );
}

async function send(account: Account, row: ContactPropertyRow, change: ContactPropertyChange) {
  // Before the request: a property that this resource has must not be deleted by the removal of another one.
  account.claims.claim(kind, row.id);
  if (Object.keys(change).length === 0) return;
  await updateContactProperty(account.main, row.id, change);
  account.properties.put({ ...row, field_name: change.name ?? row.field_name });
}

/** Deletes the property with every stored value. */
export async function deleteProperty(account: Account, id: string): Promise<void> {
  await advised(
    () => deleteContactProperty(account.main, id),
    (error) => (!isNotFound(error) && error.details.some(namesForm) ? inForm : undefined),
  );
  account.properties.drop(id);
}

const inForm =
  'A web form in the account uses the property. Remove it from the form in the service\'s web app, or set onDestroy: "leave" and run pulumi up before you delete the resource.';

/** The contract has no code for it: the words of the refusal are all there is. */
function namesForm(said: string): boolean {
  return /\b(web ?)?forms?\b/i.test(said);
}

/** Whether a property bears this name: as its label, or as its key while the label only spells the key out. */
function isNamed({ field_name, field_value }: ContactPropertyRow, name: string): boolean {
  return (
    alike(field_name, name) || (alike(field_value, name) && alike(keyOf(field_name), field_value))
  );
}

/** Whether two names are labels of one machine key; an unknown one is of none. */
export function isSameKey(one: unknown, other: string): boolean {
  return typeof one === "string" && !isUnknown(one) && alike(keyOf(one), keyOf(other));
}

function keyOf(label: string): string {
  return label.replace(/[^\p{L}\p{N}]+/gu, "_");
}

function alike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
