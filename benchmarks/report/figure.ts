/** A number as a person reads it: thousands apart, few digits after the point. */
export function figure(value: number, digits = 0): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** What each further object adds, between two counts. */
export function growth(points: readonly { count: number; value: number }[]): number | undefined {
  const [largest, second] = [...points].sort((a, b) => b.count - a.count);
  if (!largest || !second) return undefined;
  return (largest.value - second.value) / (largest.count - second.count);
}

/** The middle one; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (low + high) / 2;
}
