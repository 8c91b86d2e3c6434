import type { AddressAnswer } from "#mail/page";
import { redact } from "../../client/redact";
import { table } from "../terminal/table";
import { count } from "../terminal/words";
import type { Outcome } from "./outcome";

/** What came of the addresses of a mail, by the address as it is written. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** What came of an address, as the page of its mail shows it. */
export function answerOf({ verdict, said, finalAddress, ...image }: Outcome): AddressAnswer {
  const led = finalAddress === undefined ? [] : [`redirects to ${finalAddress.href}`];
  const words = [said, ...led, ...imageWords(image)].join(", ");
  const text = verdict === "ok" ? words : `${verdict}: ${words}`;
  return { text, isDead: verdict === "dead" };
}

/** What came of the addresses of a mail as lines of text: of an address only host and path, since a query may tell of a reader. */
export function linesOf(title: string, outcomes: Outcomes, keys: readonly string[]): string[] {
  const rows = [...outcomes].map(([address, { verdict, said, finalAddress, ...image }]) => {
    const led = finalAddress === undefined ? "" : ` -> ${placeOf(finalAddress.href, keys)}`;
    const about = [said, ...imageWords(image)].join(", ");
    return [`  ${verdict}`, placeOf(address, keys) + led, about];
  });
  // Those that differ only in what is not shown.
  return [summary(redact(title, keys), outcomes), ...new Set(table(rows))];
}

function summary(title: string, outcomes: Outcomes): string {
  const all = [...outcomes.values()];
  const number = (verdict: Outcome["verdict"]) =>
    all.filter((one) => one.verdict === verdict).length;
  const parts = [
    `${number("ok")} ok`,
    `${number("dead")} dead`,
    `${number("not checked")} not checked`,
  ];
  return `${title}: ${count(all.length, "link or image", "links and images")}, ${parts.join(", ")}`;
}

/** What the images of a mail weigh together; undefined for a mail without. */
export function weightOf(images: Iterable<string>, outcomes: Outcomes): string | undefined {
  const found = [...images].flatMap((address) => outcomes.get(address) ?? []);
  if (found.length === 0) return undefined;
  const known = found.flatMap(({ bytes }) => bytes ?? []);
  const sum = known.reduce((total, bytes) => total + bytes, 0);
  const left = found.length - known.length;
  const unknown = left === 0 ? "" : `; of ${count(left, "image", "images")}, it is not known`;
  return `Size of the images: ${kilobytes(sum)} in ${count(known.length, "image", "images")}${unknown}`;
}

function imageWords({
  type,
  bytes,
  isLonger,
}: Pick<Outcome, "type" | "bytes" | "isLonger">): string[] {
  return [
    ...(type === undefined ? [] : [type]),
    ...(bytes === undefined ? [] : [kilobytes(bytes)]),
    ...(isLonger ? ["more than 64 kB"] : []),
  ];
}

function kilobytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${(bytes / 1024).toLocaleString("en-US", digits)} kB`;
}

const longestPlace = 120;

function placeOf(address: string, keys: readonly string[]): string {
  const behind = address.trim().replace(/^https?:[\\/]*/i, "");
  const [host = ""] = behind.split(/[\\/?#]/, 1);
  const [path = ""] = behind.slice(host.length).split(/[?#]/, 1);
  const place = redact(host.slice(host.lastIndexOf("@") + 1) + path, keys);
  return place.length > longestPlace ? `${place.slice(0, longestPlace)}...` : place;
}
