import { enumerated } from "../../errors/count";
import type { PreviewModel } from "../preview";
import { knownLists } from "../preview/known-list";
import { mailingsOf } from "../preview/mailing";
import type { Mailing } from "../preview/mailing-change";
import {
  foldedRow,
  type Group,
  groupsOf,
  kindWords,
  mailGroupKinds,
  signOf,
} from "./mailing-group";
import { type Row, rowOf, type Shown } from "./mailing-row";
import { cut, escaped } from "./markdown";

/** How a preview ended, as far as it is known. */
export type Ending = "ended well" | "failed" | "unreadable";

interface Around {
  readonly ending: Ending;
  /** Where the pages of `show` are published. */
  readonly pages?: string;
}

/** The longest table: a reviewer reads no more. */
const longestTable = 30;

/** What a comment says of mails. */
interface Table {
  readonly lines: readonly string[];
  /** The URNs of campaigns and schedules whose recipients it shows. */
  readonly shown: ReadonlySet<string>;
}

/** The lines of what a preview changes about mails, above everything else. */
export function willBeMailed(model: PreviewModel, { ending, pages }: Around): Table {
  const mailings = mailingsOf(model);
  const doubt = ending === "ended well" ? [] : ["", doubts[ending]];
  if (mailings.length === 0) {
    const nothing = ending === "ended well" ? nothingWords(model) : doubts[ending];
    return { lines: ["**Will be mailed**", "", nothing, ""], shown: new Set() };
  }
  const shown = {
    clean: (text: string) => escaped(cut(model.clean(text))),
    lists: knownLists(model),
  };
  const groups = tableOf(mailings, shown);
  const inTable = groups.slice(0, longestTable);
  const rows = inTable.map((group) => lineOf(group, shown));
  const rest = leftOut(groups.slice(longestTable));
  const beyond = rest === "" ? [] : ["", pages === undefined ? `${rest}.` : `[${rest}](${pages})`];
  const lines = [
    "**Will be mailed**",
    "",
    "|  | Campaign | Subject | Date | To |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    ...beyond,
    ...doubt,
    "",
  ];
  const mails = inTable.flatMap((group) => group.mails.map(({ mailing }) => mailing));
  return {
    lines,
    shown: new Set(mails.flatMap(({ urn, campaign }) => [urn ?? [], campaign ?? []].flat())),
  };
}

function nothingWords({ left }: PreviewModel): string {
  const isAll = left.every(({ check }) => check !== "property-in-use");
  return `Nothing${isAll ? "" : " else"}: this update sends no email, and changes none that this stack schedules.`;
}

const doubts = {
  failed: "The preview failed, so this may not be all that is mailed.",
  unreadable: "The preview can't be read, so what is mailed is not known.",
} as const;

/** Rows that say the same of several mails are one; those of new mails only where the table would be too long. */
function tableOf(mailings: readonly Mailing[], shown: Shown): Group[] {
  const rows = mailings.map((mailing) => ({ mailing, row: rowOf(mailing, shown) }));
  const each = groupsOf(rows, { foldsNew: false });
  return each.length > longestTable ? groupsOf(rows, { foldsNew: true }) : each;
}

function lineOf(group: Group, shown: Shown): string {
  const [{ mailing, row }] = group.mails;
  const { name, subject, date, to }: Row = group.mails.length === 1 ? row : foldedRow(group, shown);
  return `| ${[signOf(mailing), name, subject, date, to].join(" | ")} |`;
}

/** How many mails of which kind the table leaves out. */
function leftOut(groups: readonly Group[]): string {
  const counts = mailGroupKinds.flatMap((kind) => {
    const mails = groups.filter((one) => one.kind === kind).flatMap((one) => one.mails);
    return mails.length === 0 ? [] : [{ number: mails.length, words: kindWords[kind] }];
  });
  if (counts.length === 0) return "";
  const sum = counts.reduce((all, { number }) => all + number, 0);
  return `... and ${sum} more: ${enumerated(counts.map(({ number, words }) => `${number} ${words}`))}`;
}
