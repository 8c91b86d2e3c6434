import { table } from "../../../contract/table";
import type { Outcome } from "./verdict";

const headings = ["resource", "step", "moment", "what ended", "after the next `pulumi up`"];
const momentColumn = headings.indexOf("moment");
const endingColumn = headings.indexOf("what ended");

/** The number of crashes, and a table of those that left something behind or needed more than `pulumi up`. */
export function crashReport(outcomes: readonly Outcome[]): string[] {
  const exceptions = outcomes.flatMap((outcome) => {
    const { kind, step, moment, ending } = outcome;
    const what = note(outcome);
    return what === "" ? [] : [[kind, step, moment, ending, what]];
  });
  const rows = merged(merged(exceptions, endingColumn), momentColumn);
  const sum = `${outcomes.length} crashes of a resource. Nothing was lost, and everything was as declared after the next \`pulumi up\``;
  if (rows.length === 0) return [`${sum}.`];
  rows.sort(([one = ""], [other = ""]) => one.localeCompare(other));
  return [`${sum}, except:`, "", ...table(headings, rows)];
}

/** The deviation from the result "as declared, by `pulumi up` alone". Empty if there is none. */
function note({ kind, leftOver, ran }: Outcome): string {
  const isNamed = ran.includes(`existingId of ${kind} given`);
  const notes = [
    isNamed ? "as declared once `existingId` is set" : "",
    leftOver === "" ? "" : `as declared, plus ${leftOver}`,
  ];
  return notes.filter((one) => one !== "").join("; ");
}

/** Merges rows that differ only in this column. */
function merged(rows: readonly string[][], column: number): string[][] {
  const groups = new Map<string, string[][]>();
  for (const row of rows) {
    const key = row.with(column, "").join("|");
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) =>
    (group[0] ?? []).with(column, group.map((row) => row[column]).join("; ")),
  );
}
