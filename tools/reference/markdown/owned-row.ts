import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Page } from "./site";

/** A row of a table by the names in its head. */
export type Row = Readonly<Record<string, string>>;

/**
 * The rows of a page that is written by hand, of those tables that have such a column and in which it names a resource, for a page
 * of the reference that repeats them. `owner` is its path from the folder of the reference.
 */
export function ownedRows(page: Page, owner: string, column: string, kind: string): Row[] {
  const text = readFileSync(join(__dirname, "../../../docs/reference", owner), "utf8");
  const tables = text.match(/(?:^\|.*\|\n)+/gm) ?? [];
  return tables
    .flatMap(rowsIn)
    .filter((row) => row[column]?.includes(`\`${kind}\``))
    .map(moved);

  function moved(row: Row): Row {
    const entries = Object.entries(row).map(([name, cell]) => [name, movedLinks(cell)]);
    return Object.fromEntries(entries) as Row;
  }

  function movedLinks(cell: string): string {
    return cell.replace(/\]\(([^)]+)\)/g, (_, target: string) => {
      return `](${page.to(posix.join(posix.dirname(owner), target))})`;
    });
  }
}

function rowsIn(table: string): Row[] {
  const [head = [], , ...rows] = table.trim().split("\n").map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])));
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
