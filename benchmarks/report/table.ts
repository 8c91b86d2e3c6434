/** A Markdown table; a column whose heading ends with a colon is aligned to the right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const isRight = headings.map((heading) => heading.endsWith(":"));
  return [
    line(headings.map((heading) => heading.replace(/:$/, ""))),
    line(isRight.map((right) => (right ? "---:" : "---"))),
    ...rows.map(line),
  ].join("\n");
}

/** A number as a person reads it: thousands apart, few digits after the point. */
export function figure(value: number, digits = 0): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Milliseconds as seconds. */
export function seconds(ms: number): string {
  return figure(ms / 1000, ms < 10_000 ? 1 : 0);
}

/** Bytes as kB. */
export function kilobytes(bytes: number): string {
  return figure(bytes / 1000, bytes < 10_000 ? 1 : 0);
}

/** Bytes as MB. */
export function megabytes(bytes: number): string {
  return figure(bytes / 1_000_000);
}
