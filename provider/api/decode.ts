import { count, number, rows, text, total } from "../client/decode";
import type { Page } from "../client/pages";
import { quoted } from "../errors/redact";
import { incompleteReply, incompleteSearchReply, inexactId } from "../errors/request-error";
import { isRecord } from "../input/plain";

/** An object of a reply, before its fields are read. */
export type ReplyRecord = Readonly<Record<string, unknown>>;

/** Reads one row; undefined when it lacks what it must have. */
export type ReadRow<Row> = (record: ReplyRecord) => Row | undefined;

/** Reads a page of a search; a reply without readable rows is an error, unless it states that there are none. */
export function pageOf<Row>(
  route: string,
  reply: Record<string, unknown>,
  read: ReadRow<Row>,
): Page<Row> {
  const stated = total(reply);
  const isNothing = reply.data === undefined || reply.data === null || reply.data === "";
  if (isNothing && stated === undefined) throw incompleteSearchReply(route);
  const records = isNothing && stated === 0 ? [] : rows(reply.data);
  if (records === undefined) throw incompleteReply(route);
  const inexact = records.filter(({ id }) => isInexact(id)).map(nameOf);
  const found = records.filter(({ id }) => !isInexact(id)).map(read);
  if (!found.every((row) => row !== undefined)) throw incompleteReply(route);
  return {
    rows: found,
    ...(stated === undefined ? {} : { total: stated }),
    ...(inexact.length === 0 ? {} : { inexact }),
  };
}

/** Whether a value is a number that JSON has rounded: as an id, it may be that of another object. */
export function isInexact(value: unknown): boolean {
  return typeof value === "number" && !Number.isSafeInteger(value);
}

/** What an object is called, where that is nothing of a contact. */
function nameOf(record: ReplyRecord): string {
  const names = ["name", "field_name", "sender_name", "domain"].map((field) => text(record[field]));
  const name = names.find((one) => one !== undefined && one !== "");
  return name === undefined ? "an object" : quoted(name);
}

/** The one object of a reply that holds it as such, or as the only row of a list; undefined when neither. */
export function single(data: unknown): ReplyRecord | undefined {
  return rows(data)?.[0] ?? (isRecord(data) ? data : undefined);
}

/** A text field, empty when absent. */
export function textOf(value: unknown): string {
  return text(value) ?? "";
}

/** Text fields by their names, each empty when absent. */
export function textsIn<Name extends string>(record: ReplyRecord, ...names: readonly Name[]) {
  const inexact = names.some((name) => /(?:^|_)id$/.test(name) && isInexact(record[name]));
  if (inexact) throw inexactId(nameOf(record));
  const texts = names.map((name) => [name, textOf(record[name])]);
  return Object.fromEntries(texts) as { readonly [Each in Name]: string };
}

/** The status of an object in lower case: its casing differs from reply to reply. */
export function statusIn({ status }: ReplyRecord): string {
  return textOf(status).toLowerCase();
}

/** Numbers of things by their names, as far as the service gives them as whole numbers: what it does not say is no 0. */
export const countsOf = fieldsBy(count);

/** Percentages by their names, as far as the service gives them as numbers. */
export const percentagesOf = fieldsBy(number);

function fieldsBy(read: (value: unknown) => number | undefined) {
  return <Name extends string>(
    record: ReplyRecord,
    ...names: readonly Name[]
  ): { readonly [Each in Name]?: number } => {
    const fields = names.map((name) => [name, read(record[name])] as const);
    const given = fields.filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as { readonly [Each in Name]?: number };
  };
}
