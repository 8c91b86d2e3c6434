import { type ReplyEmailRow, replyTos } from "../../api/collections";
import { text } from "../../input/validation";
import type { DataSource } from "../../lifecycle/data-source";
import { onlyWithKey, readRows } from "../../lifecycle/found-object";

/** The arguments of {@link getReplyTos}. */
export interface GetReplyTosArgs {
  /**
   * Part of the address, at most 255 characters.
   * @defaultValue every address
   */
  search?: string;
}

/** The result of {@link getReplyTo}: a reply-to address of the account. */
export interface GetReplyToResult {
  /** The address's id. */
  id: string;
  /** The address that receives replies. */
  email: string;
  /** Its status in lower case, such as `verified`. */
  status: string;
}

/** The result of {@link getReplyTos}. */
export interface GetReplyTosResult {
  /** The active addresses that match, of all pages; empty when nothing matches. */
  replyTos: GetReplyToResult[];
}

/** The arguments of {@link getReplyTo}. */
export interface GetReplyToArgs {
  /** The whole address, without case. */
  email: string;
}

export const replyTosSource: DataSource<GetReplyTosArgs, GetReplyTosResult> = {
  name: "getReplyTos",
  inputs: { search: { check: text({ max: 255 }) } },
  async look(account, args) {
    return { replyTos: (await readRows(account, replyTos, args)).map(fromWire) };
  },
};

/** Finds one reply-to address. All addresses that the search returns are cached for other look-ups in the account. */
export const replyToSource: DataSource<GetReplyToArgs, GetReplyToResult> = {
  name: "getReplyTo",
  inputs: { email: { required: true, check: text({ min: 1, max: 255, isExact: true }) } },
  async look(account, { email }) {
    const asked = { wanted: { email }, all: "getReplyTos" };
    return fromWire(await onlyWithKey(account.replyTos, replyTos, { key: email, ...asked }));
  },
};

function fromWire({ id, reply_email, status }: ReplyEmailRow): GetReplyToResult {
  return { id, email: reply_email, status };
}
