/**
 * The lines of a Markdown table, padded so that a terminal can show it, too. Aligns a column to the right if its
 * heading ends with a colon.
 */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const isRight = headings.map((heading) => heading.endsWith(":"));
  const titles = headings.map((heading) => heading.replace(/:$/, ""));
  const lines = [titles, ...rows].map((cells) => cells.map(escaped));
  const widths = titles.map((_, column) =>
    Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const text = lines.map((cells) =>
    line(
      widths.map((width, column) => {
        const cell = cells[column] ?? "";
        return isRight[column] ? cell.padStart(width) : cell.padEnd(width);
      }),
    ),
  );
  const rule = widths.map((width, column) =>
    isRight[column] ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  );
  text.splice(1, 0, line(rule));
  return text;
}

function escaped(cell: string): string {
  return cell.trim().replaceAll("|", "\\|");
}
