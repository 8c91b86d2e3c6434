import type { Account, Contact, List } from "../account/account";
import { takenName } from "../operation/name";
import type { Operation } from "../operation/operation";
import { created, missing, ok } from "../operation/reply";
import { search, sortedBy } from "../operation/search";
import { separated } from "../operation/separated";

/** GET /list/{id} */
export const getList: Operation = {
  reads: true,
  handle({ id }, store) {
    const list = store.find("lists", id);
    return list === undefined ? missing() : ok({ count: 1, data: shown(list, store.account) });
  },
};

/** POST /lists/search, an extended operation. It has its own names: `search_name`, `list_count`. */
export const searchLists = search<List>({
  rows: ({ lists }) => lists,
  texts: ({ name }) => [name],
  order: sortedBy("name", "asc"),
  shown,
  totals: (list_count) => ({ list_count }),
});

/** POST /list, an extended operation. */
export const createList: Operation = {
  reads: false,
  handle({ body }, store) {
    const { name } = body as List;
    const refusal = takenName("A list", store.account.lists, { name });
    return refusal ?? created({ id: store.insert("lists", { name }).id });
  },
};

/** PATCH /list/{id}, an extended operation. */
export const renameList: Operation = {
  reads: false,
  handle({ id, body }, store) {
    const { name } = body as List;
    if (store.find("lists", id) === undefined) return missing();
    const refusal = takenName("A list", store.account.lists, { id, name });
    if (refusal !== undefined) return refusal;
    store.update("lists", id, { name });
    return ok({ message: "List updated successfully" });
  },
};

function shown(list: List, account: Account): List {
  return { ...list, contact_count: sizeOf(list, account) };
}

/** The number of contacts of a list: as its seed says, else as many as are in it. */
export function sizeOf({ id, contact_count }: List, account: Account): number {
  return contact_count ?? contactsIn([id], account).length;
}

/** The contacts in any of these lists. */
export function contactsIn(listIds: readonly string[], { contacts }: Account): Contact[] {
  return contacts.filter(({ list_id }) => separated(list_id).some((id) => listIds.includes(id)));
}
