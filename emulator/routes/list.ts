import type { Account, Contact, List } from "../account/account";
import type { Operation } from "../operation/operation";
import { containing, onPage, type PageQuery, sorted } from "../operation/page";
import { created, invalid, missing, ok, type Reply } from "../operation/reply";
import { separated } from "../operation/separated";

interface Search extends PageQuery {
  readonly search_name?: string;
  readonly sort_order?: string;
}

/** GET /list/{id} */
export const getList: Operation = {
  reads: true,
  handle({ id }, store) {
    const list = store.find("lists", id);
    return list === undefined ? missing() : ok({ count: 1, data: shown(list, store.account) });
  },
};

/** POST /lists/search, an extended operation. It has its own names: `search_name`, `list_count`. */
export const searchLists: Operation = {
  reads: true,
  handle({ body, paging }, { account }) {
    const { search_name = "", ...query } = body as Search;
    const isFound = containing(search_name);
    const order = query.sort_order ?? "asc";
    const rows = sorted(account.lists, "name", order).filter((row) => isFound(row.name));
    return ok({
      list_count: rows.length,
      data: onPage(rows, query, paging).map((row) => shown(row, account)),
    });
  },
};

/** POST /list, an extended operation. */
export const createList: Operation = {
  reads: false,
  handle({ body }, store) {
    const { name } = body as Pick<List, "name">;
    if (isTaken(store.account, name)) return nameTaken();
    const { id } = store.insert("lists", (newId) => ({
      id: newId,
      name,
      list_status: "active",
      list_type: "1",
      open_percentage: 0,
    }));
    return created({ id });
  },
};

/** PATCH /list/{id}, an extended operation. */
export const renameList: Operation = {
  reads: false,
  handle({ id, body }, store) {
    const { name } = body as Pick<List, "name">;
    if (store.find("lists", id) === undefined) return missing();
    if (isTaken(store.account, name, id)) return nameTaken();
    store.update("lists", id, { name });
    return ok({ message: "List updated successfully" });
  },
};

function isTaken({ lists }: Account, name: string, exceptId?: string): boolean {
  return lists.some(
    (list) => list.id !== exceptId && list.name.toLowerCase() === name.toLowerCase(),
  );
}

function nameTaken(): Reply {
  return invalid("name", "A list with this name exists already");
}

function shown(list: List, account: Account) {
  const { id, name, list_status, list_type, open_percentage } = list;
  return {
    id,
    name,
    contact_count: sizeOf(list, account),
    list_status,
    list_type,
    open_percentage,
  };
}

/** How many contacts a list has: as many as its seed says, else as many as are in it. */
export function sizeOf({ id, contact_count }: List, account: Account): number {
  return contact_count ?? contactsIn([id], account).length;
}

/** The contacts in any of these lists. */
export function contactsIn(listIds: readonly string[], { contacts }: Account): Contact[] {
  return contacts.filter(({ list_id }) => separated(list_id).some((id) => listIds.includes(id)));
}
