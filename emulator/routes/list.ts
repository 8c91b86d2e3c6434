import type { Account, Contact, List } from "../account/account";
import { requireFound } from "../operation/error";
import { requireFreeName } from "../operation/name";
import { reading, writing } from "../operation/operation";
import { search, sortedBy } from "../operation/search";
import { separated } from "../operation/separated";

/** GET /list/{id} */
export const getList = reading(({ id }, { account, find }) => ({
  count: 1,
  data: shown(requireFound(find("lists", id)), account),
}));

/** POST /lists/search, an extended operation. Only this search has `search_name` and `list_count`. */
export const searchLists = search<List>({
  rows: ({ lists }) => lists,
  texts: ({ name }) => [name],
  order: sortedBy("name", "asc"),
  shown,
  totals: (list_count) => ({ list_count }),
});

/** POST /list, an extended operation. */
export const createList = writing(({ body }, store) => {
  const { name } = body as List;
  requireFreeName("A list", store.account.lists, { name });
  return { id: store.insert("lists", { name }).id };
});

/** PATCH /list/{id}, an extended operation. */
export const renameList = writing(({ id, body }, store) => {
  const { name } = body as List;
  requireFound(store.find("lists", id));
  requireFreeName("A list", store.account.lists, { id, name });
  store.update("lists", id, { name });
  return { message: "List updated successfully" };
});

function shown(list: List, account: Account): List {
  return { ...list, contact_count: sizeOf(list, account) };
}

/** The number of contacts in a list: the seed's `contact_count`, otherwise the counted contacts. */
export function sizeOf({ id, contact_count }: List, account: Account): number {
  return contact_count ?? contactsIn([id], account).length;
}

/** The contacts in any of these lists. */
export function contactsIn(listIds: readonly string[], { contacts }: Account): Contact[] {
  return contacts.filter(({ list_id }) => separated(list_id).some((id) => listIds.includes(id)));
}
