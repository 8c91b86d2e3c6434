import { count, isRecord, number, rows, text, total } from "../client/decode";
import type { Page } from "../client/pages";
import { incompleteReply, incompleteSearchReply } from "../errors/request-error";

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
  const found = isNothing && stated === 0 ? [] : rows(reply.data)?.map(read);
  if (!found?.every((row) => row !== undefined)) throw incompleteReply(route);
  return { rows: found, ...(stated === undefined ? {} : { total: stated }) };
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
