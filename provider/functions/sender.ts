import type { InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";
import { type SenderRow, searchSenders } from "../api/sender";
import { oneOf, text } from "../input/check";
import { type DataSource, lookUp, lookUpOutput, only } from "../program/data-source";
import type { InputsOf } from "../program/dynamic-resource";

/** The arguments of {@link getSenders}. */
export interface GetSendersArgs {
  /** Part of the address or name, at most 255 characters; by default every sender. */
  search?: string;
  /** What the senders are sorted by; by default the service decides. */
  sortField?: "email" | "name" | "createdAt";
  /** The direction of the sort; by default the service decides. */
  sortOrder?: "asc" | "desc";
}

/** A sender that the account has. */
export interface SenderInfo {
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
  senders: SenderInfo[];
}

/** The arguments of {@link getSender}. */
export interface GetSenderArgs {
  /** The whole from address, without case. */
  email: string;
  /** The from name, needed when several senders share the address. */
  name?: string;
}

const plural: DataSource<GetSendersArgs, GetSendersResult> = {
  name: "getSenders",
  inputs: {
    required: {},
    optional: {
      search: text({ max: 255 }),
      sortField: oneOf("email", "name", "createdAt"),
      sortOrder: oneOf("asc", "desc"),
    },
  },
  async look({ main }, { search, sortField, sortOrder }) {
    const rows = await searchSenders(main, {
      ...(search === undefined ? {} : { search }),
      ...(sortField === undefined ? {} : { sort_field: sortFields[sortField] }),
      ...(sortOrder === undefined ? {} : { sort_order: sortOrder }),
    });
    return { senders: rows.map(fromWire) };
  },
};

const singular: DataSource<GetSenderArgs, SenderInfo> = {
  name: "getSender",
  inputs: {
    required: { email: text({ min: 1, max: 255 }) },
    optional: { name: text({ min: 1, max: 100 }) },
  },
  async look({ senders }, wanted) {
    const rows = await senders.withAddress(wanted.email);
    const isWanted = ({ sender_name }: SenderRow) =>
      wanted.name === undefined || sender_name === wanted.name;
    return fromWire(only(rows.filter(isWanted), "sender", wanted));
  },
};

const sortFields = {
  email: "sender_email",
  name: "sender_name",
  createdAt: "created_date",
} as const;

function fromWire({ id, sender_email, sender_name, createdDate, status }: SenderRow): SenderInfo {
  const lower = status.toLowerCase();
  return { id, email: sender_email, name: sender_name, createdAt: createdDate, status: lower };
}

/**
 * The senders of the account (POST /senders/search). Reads every page.
 *
 * ```ts
 * import { getSenders } from "pulumi-email-marketing";
 *
 * export const count = getSenders({ search: "@acme.example" }).then(({ senders }) => senders.length);
 * ```
 */
export function getSenders(
  args: GetSendersArgs = {},
  opts?: InvokeOptions,
): Promise<GetSendersResult> {
  return lookUp(plural, args, opts);
}

/**
 * {@link getSenders} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { getSendersOutput } from "pulumi-email-marketing";
 *
 * export const oldest = getSendersOutput({ sortField: "createdAt", sortOrder: "asc" }).senders[0].email;
 * ```
 */
export function getSendersOutput(
  args: InputsOf<GetSendersArgs> = {},
  opts?: InvokeOutputOptions,
): Output<GetSendersResult> {
  return lookUpOutput(plural, args, opts);
}

/**
 * One sender, by address and, where several share it, name (POST /senders/search); an error when none fits.
 *
 * ```ts
 * import { getSender } from "pulumi-email-marketing";
 *
 * export const status = getSender({ email: "news@acme.example" }).then((sender) => sender.status);
 * ```
 */
export function getSender(args: GetSenderArgs, opts?: InvokeOptions): Promise<SenderInfo> {
  return lookUp(singular, args, opts);
}

/**
 * {@link getSender} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getSenderOutput } from "pulumi-email-marketing";
 *
 * const config = new pulumi.Config();
 * export const id = getSenderOutput({ email: config.require("from"), name: "Acme News" }).id;
 * ```
 */
export function getSenderOutput(
  args: InputsOf<GetSenderArgs>,
  opts?: InvokeOutputOptions,
): Output<SenderInfo> {
  return lookUpOutput(singular, args, opts);
}
