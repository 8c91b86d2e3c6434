import { type ContactPropertyRow, searchContactProperties } from "../api/custom-property";
import { getList, type ListRow, searchLists } from "../api/list";
import type { Client } from "../client/request";
import { EmailMarketingError } from "../errors/error";
import { createRegister, type Register } from "./register";

/** What of an account a look-up needs. */
export interface Around {
  readonly main: Client;
  once<Value>(what: string, look: () => Promise<Value>): Promise<Value>;
}

/** The account's custom properties; needs the extended operations. */
export function properties({ main, once }: Around): Promise<Register<ContactPropertyRow>> {
  return once("custom properties", async () =>
    createRegister({
      search: (text) => searchContactProperties(main, text),
      addressOf: ({ field_name }) => field_name,
    }),
  );
}

/** A contact list by its id; undefined when the account has none. The second one asked for makes it worth reading all. */
export async function listById({ main, once }: Around, id: string): Promise<ListRow | undefined> {
  const asked = await once("asked lists", async () => new Set<string>());
  asked.add(id);
  if (asked.size > 1) {
    const all = await once("lists", () => allLists(main));
    const known = all.get(id);
    if (known) return known;
  }
  return once(`list ${id}`, () => oneList(main, id));
}

/** Empty where the service does not offer the search: it is outside the specified operations. */
async function allLists(main: Around["main"]): Promise<ReadonlyMap<string, ListRow>> {
  try {
    const rows = await searchLists(main);
    return new Map(rows.map((row) => [row.id, row]));
  } catch (error) {
    const isRefusal =
      error instanceof EmailMarketingError &&
      !["auth", "rate-limit", "network", "config"].includes(error.code);
    if (isRefusal) return new Map();
    throw error;
  }
}

async function oneList(main: Around["main"], id: string): Promise<ListRow | undefined> {
  try {
    return await getList(main, id);
  } catch (error) {
    if (error instanceof EmailMarketingError && error.code === "not-found") return undefined;
    throw error;
  }
}
