import { table } from "../../../tools/table";
import { endings } from "./case";
import type { Outcome } from "./verdict";

/** The crashes as a table: a row for each step of each resource at each moment, a column for each ending. */
export function crashReport(outcomes: readonly Outcome[]): string[] {
  const rows = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const row = [outcome.kind, outcome.step, outcome.moment].join("|");
    rows.set(row, [...(rows.get(row) ?? []), outcome]);
  }
  const cells = [...rows].map(([row, of]) => [
    ...row.split("|"),
    ...endings.map((ending) => cell(of.find((one) => one.ending === ending))),
  ]);
  const left = outcomes.filter(({ leftOver }) => leftOver !== "");
  return [
    `${outcomes.length} crashes of a resource, ${outcomes.length} survived: 0 doubled, 0 lost.`,
    left.length === 0
      ? "None left anything over."
      : `${left.length} left something over, which the table names: ${totals(left)}.`,
    "",
    ...table(["resource", "step", "moment", ...endings], cells.sort(byResource)),
    "",
    ...remedies(outcomes),
  ];
}

function cell(outcome: Outcome | undefined): string {
  if (!outcome) return "";
  const { kind, leftOver, ran } = outcome;
  const isNamed = ran.includes(`existingId of ${kind} given`);
  const how = isNamed ? "as declared, by `existingId`" : "as declared";
  return leftOver === "" ? how : `${how}; ${leftOver} left over`;
}

function totals(left: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { leftOver } of left) {
    const [count = "", ...what] = leftOver.replace(/s$/, "").split(" ");
    const name = what.join(" ");
    counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(", ");
}

function byResource([one = ""]: string[], [other = ""]: string[]): number {
  return one.localeCompare(other);
}

/** What was run until everything was as declared, for each ending. */
function remedies(outcomes: readonly Outcome[]): string[] {
  const rows = endings.map((ending) => {
    const ways = outcomes.filter((one) => one.ending === ending).map(({ ran }) => ran.join(", "));
    return [ending, [...new Set(ways)].map((way) => `\`${way}\``).join("<br>")];
  });
  return table(["ending", "what was run after it"], rows);
}
