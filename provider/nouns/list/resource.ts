import type { Account } from "../../account/account";
import { writeOnce } from "../../account/unconfirmed-write";
import { createList, findList, type ListRow, lists, renameList } from "../../api/list";
import { advised } from "../../errors/error";
import { id, text } from "../../input/check";
import { commonFields } from "../../input/common-props";
import { extended } from "../../lifecycle/extended";
import { createdFields } from "../../lifecycle/extra-fields";
import { requireNone } from "../../lifecycle/failure";
import { type Lifecycle, leftInAccount } from "../../lifecycle/lifecycle";
import type { ListProps } from "./props";
import { listConflict, listQuestions, nameConflict } from "./questions";

/** How contact lists live in an account. */
export const listLifecycle: Lifecycle<ListProps, object> = {
  kind: "List",
  namedBy: "name",
  fields: {
    name: {
      required: true,
      check: text({
        min: 3,
        max: 100,
        form: {
          pattern: /^[\p{L}\p{N}_\-. ]*$/u,
          words: "must contain only letters, digits, _, -, . and spaces",
        },
      }),
      wire: "name",
    },
    existingId: { check: id },
    extraFields: createdFields,
    ...commonFields,
  },
  mailPart: "list",
  repeatable: "updates",
  questions: listQuestions,
  rules: (_props, known) => (known?.settings?.isExtended === false ? [needsExtended] : []),
  async create(account, props) {
    const { name, existingId, extraFields } = props;
    if (existingId !== undefined) {
      requireNone([listConflict(await existing(account, existingId, name), props)], props);
      return { id: existingId, outputs: {} };
    }
    // A second resource with this name waits, and finds what the first one has created.
    return account.oneByOne(`List ${name.toLowerCase()}`, async () => {
      // Looked for first: after a lost reply, one of this name is taken for the one that was created.
      const same = await account.lists.byKey(name, (row) => row.name === name);
      requireNone([listConflict(same, props)], props);
      const created = await writeOnce({
        write: () => createList(account.main, name, extraFields?.create),
        lookUp: async () => (await account.lists.ask(name, (row) => row.name === name))?.id,
        deadlineMs: account.settings.value("deadlineSeconds") * 1000,
        repeats: false,
      });
      account.lists.put({ id: created, name, contact_count: 0, list_status: "", list_type: "" });
      return { id: created, outputs: {} };
    });
  },
  async read(account, listId, state) {
    const row = await account.lists.lookTwice(() => existing(account, listId, state.name));
    return row && { props: { ...state, name: row.name }, outputs: {} };
  },
  async find(account, key) {
    const row =
      (await findList(account.main, key)) ??
      (await account.lists.ask(key, ({ name }) => name === key));
    return row && foundList(row);
  },
  list: extended(async ({ main }) => {
    const found = await lists.read(main, lists.all());
    return { ...found, rows: found.rows.map(foundList) };
  }),
  async update(account, listId, { old, props }) {
    const { name } = props;
    if (name === old.name) return {};
    const holder = await account.lists.ask(name, (row) => row.id !== listId);
    requireNone([nameConflict(holder)], props);
    const row = await account.lists.byId(listId);
    await advised(
      () => renameList(account.main, listId, name),
      ({ sent }) => (sent === "maybe" ? undefined : notRenamed),
    );
    // A search may still show the old name to another List that gets it.
    if (row) account.lists.put({ ...row, name });
    return {};
  },
  leaves: () => leftInAccount(),
};

function foundList({ id, name }: ListRow) {
  return { id, props: { name }, outputs: {}, nameParts: [name, id] };
}

const notRenamed =
  "The list was not renamed, and nothing replaces it: restore the name in the program, or rename the list in the service's web app and run: pulumi refresh";

const needsExtended = {
  path: "",
  problem:
    'requires emailmarketing:operations "extended", because the specified API has no operation that creates a list. Run: pulumi config set emailmarketing:operations extended. To use an existing list, call getList({ name }) instead',
};

/** The list with this id; undefined only when neither the read by id nor a search by name has it. */
async function existing(
  account: Account,
  listId: string,
  name: string,
): Promise<ListRow | undefined> {
  const row = await findList(account.main, listId);
  return row ?? account.lists.ask(name, (other) => other.name === name && other.id === listId);
}
