import { type SenderRow, senders } from "../../api/collections";
import { oneOf, text, visible } from "../../input/check";
import { type DataSource, onlyWithKey, readRows } from "../../lifecycle/data-source";
import { isSameSpelling } from "../../plain/text";
import { present } from "../../plain/value";

/** The arguments of {@link getSenders}. */
export interface GetSendersArgs {
  /**
   * Part of the address or name, at most 255 characters.
   * @defaultValue every sender
   */
  search?: string;
  /**
   * What the senders are sorted by.
   * @defaultValue the service decides
   */
  sortField?: "email" | "name" | "createdAt";
  /**
   * The direction of the sort.
   * @defaultValue the service decides
   */
  sortOrder?: "asc" | "desc";
}

/** The result of {@link getSender}: a sender that the account has. */
export interface GetSenderResult {
  /** The sender's id. */
  id: string;
  /** The from address. */
  email: string;
  /** The from name. */
  name: string;
  /** When it was added, `YYYY-MM-DD HH:MM:SS` as the service sends it; the contract names no zone. */
  createdAt: string;
  /** Its status in lower case, such as `verified`. */
  status: string;
}

/** The result of {@link getSenders}. */
export interface GetSendersResult {
  /** The active and verified senders that match, of all pages; empty when nothing matches. */
  senders: GetSenderResult[];
}

/** The arguments of {@link getSender}. */
export interface GetSenderArgs {
  /** The whole from address, without case. */
  email: string;
  /** The from name, needed when several senders share the address. */
  name?: string;
}

export const sendersSource: DataSource<GetSendersArgs, GetSendersResult> = {
  name: "getSenders",
  inputs: {
    search: { check: text({ max: 255 }) },
    sortField: { check: oneOf("email", "name", "createdAt") },
    sortOrder: { check: oneOf("asc", "desc") },
  },
  async look(account, { search, sortField, sortOrder }) {
    const wanted = present({
      search,
      sort_field: sortField && sortFields[sortField],
      sort_order: sortOrder,
    });
    return { senders: (await readRows(account, senders, wanted)).map(fromWire) };
  },
};

/** Finds one sender. The senders that it reads are cached for other look-ups in the account. */
export const senderSource: DataSource<GetSenderArgs, GetSenderResult> = {
  name: "getSender",
  inputs: {
    email: { required: true, check: visible(text({ min: 1, max: 255 })) },
    name: { check: text({ min: 1, max: 100 }) },
  },
  async look(account, wanted) {
    // Several senders with different names may share an address.
    const fits = ({ sender_name }: SenderRow) =>
      wanted.name === undefined || isSameSpelling(sender_name, wanted.name);
    return fromWire(
      await onlyWithKey(account.senders, senders, { key: wanted.email, wanted, fits }),
    );
  },
};

const sortFields = {
  email: "sender_email",
  name: "sender_name",
  createdAt: "created_date",
} as const;

function fromWire(row: SenderRow): GetSenderResult {
  const { id, sender_email, sender_name, createdDate, status } = row;
  return { id, email: sender_email, name: sender_name, createdAt: createdDate, status };
}
