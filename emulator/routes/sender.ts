import type { Sender } from "../account/account";
import { inZone } from "../account/zone";
import type { Operation } from "../operation/operation";
import { containing, onPage, type PageQuery, sorted } from "../operation/page";
import { created, invalid, ok } from "../operation/reply";
import { hasVerifiedDomain } from "./verified-domain";

interface Search extends PageQuery {
  readonly search?: string;
  readonly sort_field?: "sender_email" | "sender_name" | "created_date";
  readonly sort_order?: "asc" | "ASC" | "desc" | "DESC";
}

type NewSender = Pick<Sender, "sender_email" | "sender_name"> &
  Partial<Pick<Sender, "company_address" | "city" | "state" | "postal_code" | "country">>;

/**
 * POST /senders/search: verified senders. The service spells the status `Verified` here and `verified`
 * in the create, sorts by `created_date` and returns it as `createdDate`.
 */
export const searchSenders: Operation = {
  reads: true,
  handle({ body, paging }, { account }) {
    const { search = "", sort_field = "created_date", ...query } = body as Search;
    const key = sort_field === "created_date" ? "createdDate" : sort_field;
    const isFound = containing(search);
    const rows = sorted(account.senders, key, query.sort_order ?? "desc").filter(
      (row) =>
        row.status.toLowerCase() === "verified" &&
        (isFound(row.sender_email) || isFound(row.sender_name)),
    );
    return ok({ count: rows.length, data: onPage(rows, query, paging).map(shown) });
  },
};

/**
 * POST /senders: adds a sender, which is verified at once. Adding the same one again makes another,
 * so that a test notices a client that repeats a create.
 */
export const addSender: Operation = {
  reads: false,
  handle({ body }, store) {
    const given = body as NewSender;
    if (!hasVerifiedDomain(store.account, given.sender_email)) {
      return invalid("sender_email", "The domain of the sender must be added and verified");
    }
    // Address fields that are left out come from the account's profile.
    const { timezone, campaign_quirks, ...address } = store.account.account;
    const { id, sender_email, sender_name, status } = store.insert("senders", (newId) => ({
      ...address,
      ...pick(given),
      id: newId,
      createdDate: inZone(store.now(), timezone),
      status: "verified",
    }));
    return created({ id, sender_email, sender_name, status });
  },
};

function pick(given: NewSender): NewSender {
  const fields = [
    "sender_email",
    "sender_name",
    "company_address",
    "city",
    "state",
    "postal_code",
    "country",
  ] as const;
  return Object.fromEntries(
    fields.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  ) as unknown as NewSender;
}

function shown({ id, sender_email, sender_name, createdDate }: Sender) {
  return { id, sender_email, sender_name, createdDate, status: "Verified" };
}
