import { localMs } from "../../../provider/input/time";
import { enumerate, namesInWords } from "../../../provider/plain/text";
import { groupBy, isUnknown } from "../../../provider/plain/value";
import { listIn } from "../../engine/text-file";
import type { PreviewModel } from "../preview";
import { isShown } from "../preview/input";
import { mailingsOf } from "../preview/mailing";
import type { Mailing } from "../preview/mailing-change";
import { hasOtherRecipients, mailRecipients } from "../preview/recipients";
import {
  audienceCell,
  changeInWords,
  clockOf,
  type DisplayContext,
  namesShown,
  rowOf,
} from "./mailing-row";
import { escaped, truncated } from "./markdown";

export type PreviewOutcome = "ended well" | "failed" | "unreadable";

/** The maximum number of rows, so that reviewers read the whole table. */
const maxTableRows = 30;

/**
 * The table of emails that the previewed update sends or changes, and the URNs of the campaigns and schedules in the
 * table.
 */
export function emailTable(model: PreviewModel, outcome: PreviewOutcome, pages?: string) {
  const mailings = mailingsOf(model);
  const doubt = outcome === "ended well" ? [] : ["", incompleteWarnings[outcome]];
  if (mailings.length === 0) {
    const nothing = outcome === "ended well" ? noEmailSentence(model) : incompleteWarnings[outcome];
    return { lines: ["**Will be mailed**", "", nothing, ""], shown: new Set<string>() };
  }
  const shown = { ...model, clean: (text: string) => escaped(truncated(model.clean(text))) };
  const each = groupEmails(mailings, shown, { foldsNew: false });
  const groups =
    each.length > maxTableRows ? groupEmails(mailings, shown, { foldsNew: true }) : each;
  const inTable = groups.slice(0, maxTableRows);
  const rest = omittedRowsSentence(groups.slice(maxTableRows), shown);
  const beyond = rest === "" ? [] : ["", pages === undefined ? `${rest}.` : `[${rest}](${pages})`];
  const lines = [
    "**Will be mailed**",
    "",
    "|  | Campaign | Subject | Date | To |",
    "| --- | --- | --- | --- | --- |",
    ...inTable.map((mails) => `| ${rowOf(mails, shown).join(" | ")} |`),
    ...beyond,
    ...doubt,
    "",
  ];
  const urns = inTable.flat().flatMap(({ urn, campaign }) => [urn ?? [], campaign ?? []].flat());
  return { lines, shown: new Set(urns) };
}

function noEmailSentence({ keptObjects }: PreviewModel): string {
  const isAll = keptObjects.every(({ check }) => check !== "property-in-use");
  return `Nothing${isAll ? "" : " else"}: this update sends no email, and changes none that this stack schedules.`;
}

const incompleteWarnings = {
  failed: "The preview failed, so this may not be all that is mailed.",
  unreadable: "The preview can't be read, so what is mailed is not known.",
} as const;

/** The kinds of changes, in the order of the table. The texts follow a number, as in "3 moved". */
const kinds = {
  "at once": "sent at once",
  removed: "removed",
  recipients: "with other recipients",
  moved: "moved",
  new: "new",
  content: "with other content",
} as const;
const ranks = Object.keys(kinds);

function kindOf(mailing: Mailing): keyof typeof kinds {
  const { change } = mailing;
  const isKept = change === "moved" || change === "stays";
  if (isKept && hasOtherRecipients(mailing)) return "recipients";
  return change === "stays" ? "content" : change;
}

/** Emails that share a table row. */
type Group = readonly [Mailing, ...Mailing[]];

/**
 * Groups emails that share a table row: emails with the same kind of change and the same `groupKey`. Without
 * `foldsNew`, each new email has its own row. Sorts the rows by kind of change, and the rows of removed emails also by
 * contacts, largest first.
 */
function groupEmails(
  mailings: readonly Mailing[],
  shown: DisplayContext,
  { foldsNew }: { readonly foldsNew: boolean },
): Group[] {
  const keyFor = (mailing: Mailing, at: number) => {
    const kind = kindOf(mailing);
    const isFolded = foldsNew || kind !== "new";
    return `${kind} ${(isFolded ? groupKey(mailing, shown) : undefined) ?? at}`;
  };
  const rankOf = ([mailing]: Group) => ranks.indexOf(kindOf(mailing));
  const sizeOf = ([mailing]: Group) => (mailing.change === "removed" ? sizeFor(mailing, shown) : 0);
  return groupBy(mailings, keyFor).toSorted(
    (one, other) => rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one),
  );
}

/** The number of contacts of an email, or -1 if unknown. */
function sizeFor(mailing: Mailing, shown: DisplayContext): number {
  const { contacts } = mailRecipients(mailing, shown).now;
  return typeof contacts === "number" ? contacts : -1;
}

/**
 * A key that is equal for emails that can share a table row. Only emails with the same kind of change are compared.
 * Undefined for an email that needs a row of its own.
 */
function groupKey(mailing: Mailing, shown: DisplayContext): string | undefined {
  const { change, provider, date, notSentReason, when, contentChanges, inputs, inputsBefore } =
    mailing;
  const isShownSame = inputsBefore === undefined || inputs?.subject === inputsBefore.subject;
  const isSameSubject =
    isShownSame &&
    mailing.secretSubject === undefined &&
    mailing.campaignFacts?.subject === undefined;
  const shift = change === "moved" ? shiftMs(mailing) : 0;
  if (change === "at once" || !isSameSubject || shift === undefined) return undefined;
  if (!knowsRecipients(mailing) || mailing.inState?.date !== undefined) return undefined;
  const to = audienceCell(mailing, shown);
  const { inState, isUnread } = mailing;
  const own = [
    changeInWords(mailing),
    provider,
    to,
    inState?.status,
    isUnread,
    notSentReason,
    when,
    contentChanges,
    date?.zone,
    shift,
  ];
  return JSON.stringify(own);
}

/**
 * False if an input for the recipients is secret or unknown. All such inputs look alike in the table, so a shared row
 * could hide other recipients. Ignores unknown list ids if the table shows a new list's name for each of them.
 */
function knowsRecipients({ inputs, note, created = [] }: Mailing): boolean {
  if (inputs === undefined) return note !== undefined;
  const { listIds, segmentId, rules, contactsOrder } = inputs;
  const known = listIn(listIds)?.filter((id) => !isUnknown(id)) ?? [];
  const unknown = (listIn(listIds)?.length ?? 0) - known.length;
  const ids = unknown > 0 && unknown === (note?.created ?? created).length ? known : listIds;
  return isShown([ids, segmentId, rules, contactsOrder]);
}

/** The number of milliseconds by which an email's local time moves. Undefined if a date is unknown. */
function shiftMs({ date = {}, dateBefore = {} }: Mailing): number | undefined {
  const [now, before] = [date, dateBefore].map((one) => localMs(clockOf(one) ?? ""));
  return now === undefined || before === undefined ? undefined : now - before;
}

function omittedRowsSentence(groups: readonly Group[], { clean }: DisplayContext): string {
  const mails = groups.flat();
  if (mails.length === 0) return "";
  const counts = Object.entries(kinds).flatMap(([kind, words]) => {
    const own = mails.filter((one) => kindOf(one) === kind);
    const names = own.map(({ name }) => clean(name));
    const named = kind === "removed" ? ` (${namesInWords(names, namesShown.removed)})` : "";
    return own.length === 0 ? [] : [`${own.length} ${words}${named}`];
  });
  return `... and ${mails.length} more: ${enumerate(counts)}`;
}
