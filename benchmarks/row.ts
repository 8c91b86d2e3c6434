import { table } from "../contract/table";

/** A figure of the table, with its limit. */
export interface Row {
  readonly what: string;
  /** Undefined if too little was measured. */
  readonly measured: number | undefined;
  readonly atMost?: number;
  /** The number of digits after the decimal point. More digits would be noise. */
  readonly digits: number;
  readonly unit: string;
}

export function isBroken({ measured, atMost }: Row): boolean {
  return measured !== undefined && atMost !== undefined && measured > atMost;
}

export function rowTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const { what, measured, atMost, digits, unit } = row;
    const limit = atMost === undefined ? "" : figure(atMost, digits);
    const value = measured === undefined ? "" : figure(measured, digits);
    return [what, value, limit, unit, isBroken(row) ? "over" : ""];
  });
  return table(["", "measured:", "at most:", "unit", ""], cells).join("\n");
}

/** A number for people: with separators for thousands and this number of decimals. */
export function figure(value: number, digits = 0): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The median. For an even number of values, this is the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (low + high) / 2;
}
