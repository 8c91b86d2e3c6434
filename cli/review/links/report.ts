import { type AddressAnswer, kilobytes } from "../../../mail/page";
import { asName, exactJson, redact } from "../../../provider/errors/redact";
import { count } from "../../../provider/plain/text";
import { objectIn } from "../../../provider/plain/value";
import { listIn, readJsonFile } from "../../engine/text-file";
import { table } from "../../terminal";
import type { Outcome } from "./follow";

/** The results of a link check, keyed by the URL as written in the email. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** The result for one URL, for the HTML page that shows the email. */
export function pageAnswer({ verdict, detail, finalAddress, ...image }: Outcome): AddressAnswer {
  const led = finalAddress === undefined ? [] : [`redirects to ${finalAddress.href}`];
  const words = [detail, ...led, ...imageWords(image)].join(", ");
  const text = verdict === "ok" ? words : `${verdict}: ${words}`;
  return { text, isDead: verdict === "dead" };
}

/** The result for one URL. Only host and path are shown, because a query may contain data about a reader. */
export interface FoundAddress {
  readonly verdict: string;
  readonly address: string;
  readonly finalAddress?: string;
  readonly answer: string;
}

/** The results for one email, for output outside the HTML page, such as a comment. */
export interface FoundLinks {
  readonly campaign: string;
  readonly addresses: readonly FoundAddress[];
  /** The total size of the email's images, in words; absent if the link check has no result for any image. */
  readonly imageWeight?: string;
}

/** The results for an email, without keys and without queries, which may contain data about readers. */
export function summarizeLinks(
  title: string,
  outcomes: Outcomes,
  keys: readonly string[],
): FoundLinks {
  const addresses = [...outcomes].map(([address, { verdict, detail, finalAddress, ...image }]) => ({
    verdict,
    address: hostAndPath(address, keys),
    ...(finalAddress && { finalAddress: hostAndPath(finalAddress.href, keys) }),
    answer: [detail, ...imageWords(image)].join(", "),
  }));
  return { campaign: asName(redact(title, keys)), addresses };
}

export function reportLines({ campaign, addresses, imageWeight }: FoundLinks): string[] {
  const rows = addresses.map(({ verdict, address, finalAddress, answer }) => {
    const led = finalAddress === undefined ? "" : ` -> ${finalAddress}`;
    return [`  ${verdict}`, address + led, answer];
  });
  const weight = imageWeight === undefined ? [] : [`  ${imageWeight}`];
  // Drop equal rows, because addresses that differ only in the query look the same here.
  return [`${campaign}: ${countsOf(addresses)}`, ...new Set(table(rows)), ...weight];
}

/** The number of addresses for each verdict, for example `3 links and images, 1 ok, 1 dead, 1 not checked`. */
export function countsOf(addresses: readonly { readonly verdict: string }[], joint = ", "): string {
  const counts = ["ok", "dead", "not checked"].map(
    (verdict) => `${addresses.filter((one) => one.verdict === verdict).length} ${verdict}`,
  );
  return count(addresses.length, "link or image", "links and images") + joint + counts.join(", ");
}

/** The total size of the images of an email. Undefined if the link check has no result for any of them. */
export function totalImageSize(
  images: readonly { readonly address: string }[],
  outcomes: Outcomes,
): string | undefined {
  const addresses = new Set(images.map(({ address }) => address));
  const found = [...addresses].flatMap((address) => outcomes.get(address) ?? []);
  if (found.length === 0) return undefined;
  const known = found.flatMap(({ bytes }) => bytes ?? []);
  const sum = known.reduce((total, bytes) => total + bytes, 0);
  const left = found.length - known.length;
  const unknown = left === 0 ? "" : `; of ${count(left, "image")}, it is not known`;
  return `Size of the images: ${kilobytes(sum)} in ${count(known.length, "image")}${unknown}`;
}

function imageWords({ type, bytes, isLonger }: Partial<Outcome>): string[] {
  const size = bytes === undefined ? [] : kilobytes(bytes);
  return [type ?? [], size, isLonger ? "more than 64 kB" : []].flat();
}

const maxAddressLength = 120;

function hostAndPath(address: string, keys: readonly string[]): string {
  const behind = address.trim().replace(/^https?:[\\/]*/i, "");
  const [host = ""] = behind.split(/[\\/?#]/, 1);
  const [path = ""] = behind.slice(host.length).split(/[?#]/, 1);
  const place = redact(host.slice(host.lastIndexOf("@") + 1) + path, keys);
  return place.length > maxAddressLength ? `${place.slice(0, maxAddressLength)}...` : place;
}

export const linksFile = "links.json";

export function linksText(campaigns: readonly FoundLinks[]): string {
  return `${exactJson({ campaigns }, 2)}\n`;
}

/**
 * Reads the results of a link check from a file. Validates them, because another job or a person may have written the
 * file.
 */
export async function readLinks(file: string): Promise<readonly FoundLinks[]> {
  const source = `the file ${file}`;
  const advice = `It must be ${linksFile} from the folder that show --links wrote.`;
  return readJsonFile(file, { source, advice }, (value) => {
    const campaigns = listIn(objectIn(value)?.campaigns);
    return campaigns?.every(isFound) ? campaigns : undefined;
  });
}

function isFound(value: unknown): value is FoundLinks {
  const { campaign, addresses, imageWeight = "" } = objectIn(value) ?? {};
  const isText = (one: unknown) => typeof one === "string";
  const isAddress = (one: unknown) => {
    const { verdict, address, answer, finalAddress = "" } = objectIn(one) ?? {};
    return [verdict, address, answer, finalAddress].every(isText);
  };
  return [campaign, imageWeight].every(isText) && listIn(addresses)?.every(isAddress) === true;
}
