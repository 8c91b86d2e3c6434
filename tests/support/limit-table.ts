import { table } from "../../contract/table";

/** The number of requests and refusals in one measurement. */
export interface Measured {
  readonly what: string;
  readonly sent: number;
  readonly refused: number;
  readonly seconds: number;
}

export function refusedPercent({ sent, refused }: Measured): number {
  return (refused / sent) * 100;
}

/** Counts the requests that a service has logged, and those refused with 429. */
export function measured(
  what: string,
  requests: readonly { readonly status: number }[],
  elapsedMs: number,
): Measured {
  const refused = requests.filter(({ status }) => status === 429).length;
  const seconds = Math.round(elapsedMs / 1000);
  return { what, sent: requests.length, refused, seconds };
}

/** The measurements as a Markdown table. */
export function limitTable(all: readonly Measured[]): string[] {
  const rows = all.map((one) => [
    one.what,
    String(one.sent),
    `${one.refused} (${refusedPercent(one).toFixed(1)} %)`,
    `${one.seconds} s`,
  ]);
  return table(["what", "requests", "refused", "time"], rows);
}
