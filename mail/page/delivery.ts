import { isDeepStrictEqual } from "node:util";
import { count, kilobytes } from "../inspect/count";
import { clippedFromBytes } from "../inspect/inspection";
import type { Part } from "./finding-list";
import type { Mail, MailList } from "./mail";
import { type Markup, markup } from "./page";

interface Row {
  readonly name: string;
  readonly values: readonly string[];
  readonly before?: readonly string[] | undefined;
  readonly part?: Part;
}

/** The facts about a campaign apart from the body, each with the findings about this fact. */
export function deliveryOf(mail: Mail, beside: (part: Part) => Markup | undefined): Markup {
  const rows = rowsOf(mail).flatMap(({ name, values, before, part }) => {
    const findings = part && beside(part);
    const old = before && !isDeepStrictEqual(before, values) ? before : [];
    if (values.length === 0 && old.length === 0 && findings === undefined) return [];
    const now =
      values.length === 0
        ? [markup`<div class="quiet">none</div>`]
        : values.map((one) => markup`<div>${one}</div>`);
    const then = old.map((one) => markup`<div class="quiet">before: <del>${one}</del></div>`);
    return markup`<dt>${name}</dt><dd>${now}${then}${findings}</dd>\n`;
  });
  return markup`<dl>${rows}</dl>`;
}

function rowsOf(mail: Mail): readonly Row[] {
  const { before, lists, listsBefore, schedule, scheduleBefore } = mail;
  const given = (value: string | undefined) => (value === undefined ? [] : [value]);
  const old = <Name extends "from" | "replyTo" | "subject" | "preheader">(name: Name) =>
    before && given(before[name]);
  const isSameLists = isDeepStrictEqual(
    (listsBefore ?? lists).map(sizedList),
    lists.map(sizedList),
  );
  const oldLists = listsBefore?.map((one) =>
    one.contacts === undefined ? one.name : sizedList(one),
  );
  const oldSize = before?.html === undefined ? undefined : [sizeOf(before.html)];
  return [
    { name: "From", values: [mail.from], before: old("from"), part: "from" },
    { name: "Reply to", values: given(mail.replyTo), before: old("replyTo"), part: "replyTo" },
    { name: "Subject", values: [mail.subject], before: old("subject") },
    { name: "Preheader", values: given(mail.preheader), before: old("preheader") },
    { name: "Sent", values: schedule, before: scheduleBefore, part: "schedule" },
    { name: "Recipients", values: given(mail.contacts) },
    {
      name: "Lists",
      values: lists.map(sizedList),
      before: isSameLists ? undefined : oldLists,
      part: "lists",
    },
    { name: "HTML size", values: given(mail.html).map(sizeOf), before: oldSize, part: "size" },
    { name: "Can't be shown", values: mail.missing },
  ];
}

function sizedList({ name, contacts }: MailList): string {
  if (contacts === undefined) return `${name}: number of contacts not known`;
  return `${name}: ${count(contacts, "contact")}`;
}

function sizeOf(html: string): string {
  const bytes = Buffer.byteLength(html);
  const size = `${kilobytes(bytes)} of 102 kB`;
  return bytes > clippedFromBytes ? `${size}: some mailbox providers will clip it` : size;
}
