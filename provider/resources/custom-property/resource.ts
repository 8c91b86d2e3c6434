import { type Account, requireNewId } from "../../account/account";
import { writeIdempotently } from "../../account/cache";
import { recordOf } from "../../account/program-record";
import { type BodyFields, create, set } from "../../api/call";
import { type ContactPropertyRow, properties } from "../../api/collections";
import { isNotFound, unlessNotFound, withAdviceOnFailure } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { finding } from "../../input/finding";
import { toWire } from "../../input/validation";
import { changedExtraFields } from "../../lifecycle/check";
import { catchFailure, requireNone } from "../../lifecycle/failure";
import { duplicateWarning, listAll } from "../../lifecycle/found-object";
import { type Lifecycle, type ObjectOf, retainedInAccount } from "../../lifecycle/lifecycle";
import { missingAdvice } from "../../lifecycle/missing-object";
import { comparedName } from "../../plain/text";
import { requireExtended } from "../../settings/settings";
import {
  adoptionOf,
  type CustomPropertyProps,
  conflictOf,
  customPropertyFields,
  customPropertyPreflight,
  isNamed,
  judgeProperty,
  propertyNamed,
} from "./props";

const kind = "CustomProperty";

export const customPropertyLifecycle: Lifecycle<CustomPropertyProps, object> = {
  kind,
  labelInput: "name",
  fields: customPropertyFields,
  outputs: {},
  preflightChecks: customPropertyPreflight,
  rules: judgeProperty,
  resendUnconfirmed: "updates",
  async create(account, props) {
    if (account.settings.isExtended) return createOrAdopt(account, props);
    // Only the extended operations can read or change a property. Without them, adopt the given id unchecked.
    if (props.existingId !== undefined) return { id: props.existingId, outputs: {} };
    const id = await createProperty(account, props, adoptAdvice);
    return { id: requireNewId(account, kind, id), outputs: {} };
  },
  read: { extended: readProperty },
  async find({ settings, properties: known }, key) {
    requireExtended(settings, properties.words[1]);
    const row = (await known.byId(key)) ?? (await propertyNamed(known, key));
    return row && foundProperty(row);
  },
  list: { extended: (account) => listAll(account, properties, foundProperty) },
  async update(account, id, { old, props }) {
    if (!account.settings.isExtended) return;
    const { name, description, type } = props;
    const row = { id, field_name: old.name, field_value: "", field_type: type };
    const change = {
      ...(name === old.name ? {} : { name }),
      ...(description === undefined || description === old.description ? {} : { description }),
      ...changedExtraFields(old.extraFields, props.extraFields),
    };
    await withAdviceOnFailure(send(account, row, change), (error) =>
      isNotFound(error) ? missingAdvice : undefined,
    );
  },
  findDuplicates: async ({ properties }, { name }) =>
    duplicateWarning(await properties.knownWithKey(name), {
      name: "property-twice",
      what: "custom property with this name",
      input: "name",
    }),
  retainMessage(props: CustomPropertyProps, of?: ObjectOf) {
    const why = reasonToKeep(props, of);
    const before = "it stays in the account with all stored values.";
    return why === undefined ? undefined : retainedInAccount(why, before);
  },
  keysOf,
  /** Deletes the property if it has the state's name. If not, it may be another one, whose values would be lost. */
  async delete(account, id, { name }) {
    const row = await account.properties.byId(id, name);
    if (row === undefined) return;
    if (!isNamed(row, name)) {
      account.warnOnce(
        `CustomProperty ${quoted(name)} was removed from the Pulumi state, and nothing was deleted: the custom property with the id ${quotedId(id)} has the name ${quoted(row.field_name)} by now. If it is the one to delete, delete it in the service's web app.`,
      );
      return;
    }
    // "Not found" counts as success, because an earlier delete may have succeeded without getting a response.
    const sent = set(account.main, "deleteContactProperty", { id });
    const deleted = withAdviceOnFailure(sent, ({ details }) =>
      usedByFormMessage.test(details.join("\n")) ? usedByFormAdvice : undefined,
    );
    await unlessNotFound(deleted);
    account.properties.drop(id);
  },
};

/** The reason why a delete keeps the property. Without `of`, only the inputs count, because settings aren't known. */
function reasonToKeep(props: CustomPropertyProps, of?: ObjectOf): string | undefined {
  const { onDestroy, existingId: _, ...rest } = props;
  const settings = of?.account.settings;
  if (onDestroy !== "delete") {
    return settings?.isExtended
      ? 'onDestroy is not "delete"'
      : "the service has no delete operation";
  }
  if (settings && !settings.isExtended) {
    return 'emailmarketing:operations is "specified", which has no delete operation';
  }
  return of?.account.claims.keepReason(kind, of.id, [of.id, ...keysOf(rest)]);
}

/** The key by which a resource declares its property: `existingId`, or else the type together with the name. */
function keysOf({ name, type, existingId }: CustomPropertyProps): string[] {
  return [existingId ?? `${type} ${comparedName(name)}`];
}

const adoptAdvice =
  "To adopt the existing property, set existingId to its id, which the service's web app shows, or run: pulumi config " +
  "set emailmarketing:operations extended (finds it by its name, if the service supports the extended operations). Then " +
  "run: pulumi up";

/** Adopts the property with the id `existingId`. Without this id, adopts one with the declared name or creates one. */
async function createOrAdopt(account: Account, props: CustomPropertyProps) {
  const all = recordOf(account.settings).objects(kind);
  const adoption = await adoptionOf(account.properties, props, all);
  requireNone(conflictOf(adoption, props), props);
  const { name, type, existingId, adopt } = props;
  if (existingId !== undefined) {
    // If no property was found, `ignoreChecks` has suppressed the error, and the next request shows if one exists.
    const unread = { id: existingId, field_name: "", field_value: "", field_type: type };
    return adoptProperty(account, adoption.row ?? unread, props);
  }
  if (adoption.row && adopt !== false) return adoptProperty(account, adoption.row, props);
  const id = await writeIdempotently({
    write: () => createProperty(account, props, nameHeldAdvice),
    lookUp: async () =>
      (await account.properties.ask(name, (row) => row.id !== adoption.row?.id))?.id,
    until: account.main.deadline(),
    repeats: false,
  });
  requireNewId(account, kind, id);
  const row = { id, field_name: name, field_value: "", field_type: type };
  account.properties.put(row);
  const rest = changedExtraFields(undefined, props.extraFields);
  const error = await catchFailure(send(account, row, rest));
  return error === undefined
    ? { id, outputs: {} }
    : { id, outputs: {}, initFailure: { error, props: inputsOfCreate(props) } };
}

/** True if the message most likely refuses a name in use. The contract has no error code for this refusal. */
function isNameTaken(details: readonly string[]): boolean {
  return details.some((said) => /\b(exists?|already|taken|in use|duplicate|unique)\b/i.test(said));
}

function createProperty({ main }: Account, props: CustomPropertyProps, whereTaken: string) {
  const body = { ...props.extraFields?.create, ...toWire(customPropertyFields, props) };
  const created = create(main, "createContactProperty", body).then(({ id }) => id);
  return withAdviceOnFailure(created, ({ details }) =>
    isNameTaken(details) ? whereTaken : undefined,
  );
}

/** The inputs without `extraFields.update`, which a failed request should have set. The next update then sends it. */
function inputsOfCreate({ extraFields, ...props }: CustomPropertyProps): CustomPropertyProps {
  const create = extraFields?.create;
  return { ...props, ...(create && { extraFields: { create } }) };
}

async function adoptProperty(
  account: Account,
  row: ContactPropertyRow,
  props: CustomPropertyProps,
) {
  const twice =
    "another resource in this program manages the same custom property. Declare it only once.";
  const isTwice = account.claims.isClaimed(kind, row.id);
  requireNone(isTwice ? finding("error", "property-duplicate", twice) : undefined, props);
  const { name, description } = props;
  // Always sends a declared description, because no operation returns the current description.
  const change = {
    ...(isNamed(row, name) ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...changedExtraFields(undefined, props.extraFields),
  };
  const error = await catchFailure(send(account, row, change));
  if (error !== undefined) {
    // Omits inputs from the state that may not have been applied, so that the next update sends them again.
    const { description: _, ...asBefore } = { ...inputsOfCreate(props), name: row.field_name };
    return { id: row.id, outputs: {}, initFailure: { error, props: asBefore } };
  }
  const changed = Object.keys(change).join(" and ");
  if (changed !== "") {
    account.warnOnce(
      `CustomProperty ${quoted(name)} already existed and was adopted; these inputs were sent to it: ${changed}.`,
    );
  }
  return { id: row.id, outputs: {} };
}

/** Reads the property. Keeps the declared name while `isNamed` accepts it, because the service may respell a name. */
async function readProperty(account: Account, id: string, state: CustomPropertyProps) {
  const row = await account.properties.byId(id, state.name);
  if (!row) return undefined;
  const name = isNamed(row, state.name) ? state.name : row.field_name;
  return { ...state, name, type: row.field_type };
}

function foundProperty({ id, field_name: name, field_type: type }: ContactPropertyRow) {
  return { id, props: { name, type }, outputs: {}, nameParts: [name, id] };
}

async function send(
  account: Account,
  row: ContactPropertyRow,
  change: BodyFields & { name?: string },
) {
  // Claims the property before the request, so that deleting another resource doesn't delete this one's property.
  account.claims.claim(kind, row.id);
  if (Object.keys(change).length === 0) return;
  const sent = set(account.main, "updateContactProperty", { id: row.id, body: change });
  await withAdviceOnFailure(sent, ({ details }) =>
    change.name !== undefined && isNameTaken(details) ? nameHeldAdvice : undefined,
  );
  account.properties.put({ ...row, field_name: change.name ?? row.field_name });
}

const nameHeldAdvice =
  "Run pulumi up again: if another pipeline has just created a property of this name, it is found then. If another CustomProperty in " +
  "this program gives up the name in this update, use dependsOn so that it comes first.";

const usedByFormAdvice =
  'A web form in the account uses the property. Remove it from the form in the service\'s web app, or set onDestroy: "leave" and run pulumi up before you delete the resource.';

/** Matches the refusal to delete a property that a web form uses, for which the contract has no error code. */
const usedByFormMessage = /\b(web ?)?forms?\b/i;
