import { type Account, requireNewId } from "../../account/account";
import { writeIdempotently } from "../../account/cache";
import { type ProgramResource, recordOf } from "../../account/program-record";
import { set } from "../../api/call";
import {
  createList,
  findList,
  getList as getListById,
  type ListRow,
  lists,
} from "../../api/collections";
import { isNotFound, withAdviceOnFailure } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { finding } from "../../input/finding";
import { type CommonProps, commonFields, id, text, type WholeNumber } from "../../input/validation";
import { createdFields } from "../../lifecycle/check";
import { type DataSource, exactlyOne } from "../../lifecycle/data-source";
import { requireNone, withNotFoundSentence } from "../../lifecycle/failure";
import {
  declaredTwice,
  duplicateWarning,
  isSameAdopted,
  isSameText,
  listAll,
  onlyWithKey,
  readRows,
} from "../../lifecycle/found-object";
import {
  type CheckedStep,
  type Lifecycle,
  type Program,
  retainedInAccount,
} from "../../lifecycle/lifecycle";
import { missingAdvice } from "../../lifecycle/missing-object";
import { comparedName, isSameSpelling } from "../../plain/text";
import { camelCased, isUnknown } from "../../plain/value";

/** Fields of a list to send beside the inputs, under the names that the service uses. */
export interface ListExtraFields {
  /** Fields to send with the create (`POST /list`). They can't be changed after creation. */
  create?: Record<string, unknown>;
}

/** The inputs of a contact list. */
export interface ListProps extends CommonProps {
  /**
   * The name of the list, 3 to 100 characters: letters, digits, `_`, `-`, `.` and spaces. A change renames
   * the list (`PATCH /list/{id}`), which keeps its contacts; another list must not have the name.
   */
  name: string;
  /**
   * The id of an existing list to adopt. Nothing is sent, and the name must be the name of that list. Used on create
   * only; a later change updates the state only.
   */
  existingId?: string;
  /**
   * Fields to send beside the inputs, such as `list_type`. Not sent to a list that is adopted, and can't be changed
   * after creation.
   */
  extraFields?: ListExtraFields;
}

async function checkRename({
  account: { lists, settings },
  own: { id = "" },
  props: { name },
}: CheckedStep<ListProps>) {
  if (name === undefined || isUnknown(name)) return [];
  const row = await lists.byKey(name, (one) => one.id !== id);
  if ((await lists.byId(id)) === undefined) {
    const problem = `the account has no list with the id ${quotedId(id)}, so the update will fail. ${missingAdvice}`;
    return [finding("error", "list-unknown", problem)];
  }
  if (!row || isNameFreed(row, recordOf(settings).objects("List"))) return [];
  return [nameConflict(row)];
}

/** True if another List of this program manages this list and renames it, so that the old name becomes free. */
function isNameFreed(row: ListRow, all: readonly ProgramResource[]): boolean {
  return all.some(({ id, props }) => id === row.id && !isSameText(props.name, row.name));
}

const conflict = (input: "name" | "existingId", problem: string) =>
  finding("error", "list-conflict", problem, { input });

function nameConflict({ id, name }: ListRow) {
  const problem = `name: the list with the id ${quotedId(id)} is named ${quoted(name)} already. Use another name; if another List in this program gives it up in this update, use dependsOn so that it comes first.`;
  return conflict("name", problem);
}

/** True for a list with this name, in any spelling that the service may return, and with the id if one is given. */
function isNamed(name: string, id?: string): (row: ListRow) => boolean {
  return (row) => isSameSpelling(row.name, name) && (id === undefined || row.id === id);
}

async function checkExisting({ account: { lists }, props, resources }: Program<ListProps>) {
  const { name, existingId } = props;
  if (name === undefined || isUnknown(name) || isUnknown(existingId)) return [];
  // The service may find a list by name that it doesn't return by id. So the preview tries both, like the create.
  const row =
    existingId === undefined
      ? await lists.ask(name)
      : ((await lists.byId(existingId)) ?? (await lists.ask(name, isNamed(name, existingId))));
  const found = listConflict(row, props);
  if (!found) return [];
  const isFreed = row && existingId === undefined && isNameFreed(row, await resources("List"));
  return isFreed ? [] : [found];
}

/** The reason why the list with id `existingId` can't be adopted. Without this id, any list with the name conflicts. */
function listConflict(row: ListRow | undefined, { name, existingId }: Partial<ListProps>) {
  if (existingId === undefined) {
    if (!row) return undefined;
    const problem = `a list named ${quoted(row.name)} already exists. Set existingId to ${quotedId(row.id)} to adopt it, or use another name.`;
    return conflict("name", problem);
  }
  if (!row) {
    const problem = `existingId: the account has no list with the id ${quotedId(existingId)}. getLists() returns the lists that exist.`;
    return conflict("existingId", problem);
  }
  if (name !== undefined && isNamed(name)(row)) return undefined;
  const problem = `existingId: the list with the id ${quotedId(existingId)} has the name ${quoted(row.name)}. Declare that name to adopt it; a later change renames it.`;
  return conflict("existingId", problem);
}

export const listLifecycle: Lifecycle<ListProps, object> = {
  kind: "List",
  labelInput: "name",
  fields: {
    name: {
      required: true,
      check: text({
        min: 3,
        max: 100,
        problemOf: (name) =>
          /^[\p{L}\p{N}_\-. ]*$/u.test(name)
            ? undefined
            : "must contain only letters, digits, _, -, . and spaces",
      }),
      wire: "name",
    },
    existingId: { check: id },
    extraFields: createdFields,
    ...commonFields,
  },
  outputs: {},
  emailRole: "recipients",
  resendUnconfirmed: "updates",
  preflightChecks: [
    declaredTwice<ListProps>({
      name: "list-duplicate",
      isSame: (one, other) =>
        isSameAdopted(one, other) || isSameText(one.props.name, other.props.name),
      problem: (other) =>
        `List ${quoted(other)} in this program is the same list, whose name must be unique in the account. Declare it only once, or use another name.`,
    }),
    { inputs: ["name", "existingId"], atEnd: checkExisting },
    { inputs: ["name"], ask: checkRename, only: "existing" },
  ],
  rules(_props, known) {
    if (known?.settings?.isExtended !== false) return [];
    const problem =
      'requires emailmarketing:operations "extended", because the specified API has no operation that creates a list. Run: pulumi config set emailmarketing:operations extended. To use an existing list, call getList({ name }) instead';
    return [{ path: "", problem }];
  },
  async create(account, props) {
    const { name, existingId, extraFields } = props;
    if (existingId !== undefined) {
      requireNone(listConflict(await findExisting(account, existingId, name), props), props);
      return { id: existingId, outputs: {} };
    }
    // A second resource with this name waits until the first resource has created the list, and then finds that list.
    return account.lockCreate(`List ${comparedName(name)}`, async () => {
      // Searches first, so that an older list with this name isn't mistaken for the new one after a lost response.
      const same = await account.lists.byKey(name, isNamed(name));
      requireNone(listConflict(same, props), props);
      const before = same ? await account.lists.withKey(name) : [];
      const isNew = (row: ListRow) => isNamed(name)(row) && before.every(({ id }) => id !== row.id);
      const created = await writeIdempotently({
        write: () => createList(account.main, name, extraFields?.create),
        lookUp: async () => (await account.lists.ask(name, isNew))?.id,
        until: account.main.deadline(),
        repeats: false,
      });
      requireNewId(account, "List", created);
      account.lists.put({ id: created, name, contact_count: 0, list_status: "", list_type: "" });
      return { id: created, outputs: {} };
    });
  },
  async read(account, listId, state) {
    const row = await findExisting(account, listId, state.name);
    if (!row) return undefined;
    return { ...state, name: isNamed(state.name)(row) ? state.name : row.name };
  },
  async find(account, key) {
    const row = (await findList(account.main, key)) ?? (await account.lists.ask(key, isNamed(key)));
    return row && foundList(row);
  },
  list: { extended: (account) => listAll(account, lists, foundList) },
  async update(account, listId, { old, props }) {
    const { name } = props;
    if (name === old.name) return;
    const holder = await account.lists.ask(name, (row) => row.id !== listId);
    requireNone(holder && nameConflict(holder), props);
    const row = await account.lists.byId(listId);
    const sent = set(account.main, "renameList", { id: listId, body: { name } });
    await withAdviceOnFailure(sent, (error) => {
      if (isNotFound(error)) return missingAdvice;
      return error.sent === "maybe" ? undefined : notRenamedAdvice;
    });
    // Updates the cache, so that another List can take the old name, which a lagging search may still show.
    if (row) account.lists.put({ ...row, name });
  },
  findDuplicates: async ({ lists }, { name }) =>
    duplicateWarning(await lists.knownWithKey(name), {
      name: "list-twice",
      what: "list with this name",
      input: "name",
    }),
  retainMessage: () => retainedInAccount(),
};

function foundList({ id, name }: ListRow) {
  return { id, props: { name }, outputs: {}, nameParts: [name, id] };
}

const notRenamedAdvice =
  "The list was not renamed, and nothing replaces it: restore the name in the program, or rename the list in the service's web app and run: pulumi refresh";

/** The list with this id; undefined only if both the read by id and the search by name fail to find the list. */
async function findExisting(account: Account, listId: string, name: string) {
  return (await findList(account.main, listId)) ?? account.lists.ask(name, isNamed(name, listId));
}

/** The arguments of {@link getLists}. */
export interface GetListsArgs {
  /**
   * Part of the list's name, at most 255 characters.
   * @defaultValue every list
   */
  search?: string;
}

/** The result of {@link getList}: a contact list of the account. */
export interface GetListResult {
  /** The list's id. */
  id: string;
  /** The list's name. */
  name: string;
  /** How many contacts it holds; absent where the service gives no number. */
  contactCount?: WholeNumber;
  /** Its status in lower case; the contract shows no values. */
  listStatus: string;
  /** Its type, as the service sends it; the contract shows no values. */
  listType: string;
  /** How many per cent of its mail were opened; absent where the service gives no number. */
  openPercentage?: number;
}

/** The result of {@link getLists}. */
export interface GetListsResult {
  /** The matches of all pages, by name; empty when nothing matches. */
  lists: GetListResult[];
}

/** The arguments of {@link getList}: one of the two. */
export interface GetListArgs {
  /** The list's id: read by GET /list/{id}. */
  id?: string;
  /** The list's whole name: searched, as in {@link getLists}. */
  name?: string;
}

export const listsSource: DataSource<GetListsArgs, GetListsResult> = {
  name: "getLists",
  inputs: { search: { check: text({ max: 255 }) } },
  async look(account, args) {
    return { lists: (await readRows(account, lists, args)).map(camelCased) };
  },
};

/** Reads one list by id, or searches for its name. The lists found by the search are cached for other look-ups. */
export const listSource: DataSource<GetListArgs, GetListResult> = {
  name: "getList",
  inputs: { id: { check: id }, name: { check: text({ min: 1, max: 255 }) } },
  rules: (args) => exactlyOne(args, "id", "name"),
  async look(account, wanted) {
    if (wanted.id !== undefined) {
      const found = getListById(account.main, wanted.id);
      const sentence = `the account has no list with id ${quotedId(wanted.id)}. Use one that getLists() returns.`;
      return camelCased(await withNotFoundSentence(found, sentence));
    }
    const { name: key = "" } = wanted;
    const asked = { wanted, all: "getLists", choose: "id instead of name" };
    // The service's search ignores case, so `fits` accepts only lists whose name has the same case.
    const row = await onlyWithKey(account.lists, lists, { key, fits: isNamed(key), ...asked });
    return camelCased(row);
  },
};
