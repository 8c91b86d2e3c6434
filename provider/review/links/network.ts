import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isValid, parse } from "ipaddr.js";

/** What may be connected to. */
export interface Network {
  /** The addresses of a host; asked once for each request, which goes to these and to no others. */
  resolve(host: string): Promise<readonly string[]>;
  isAllowed(address: string): boolean;
  isAllowedPort(port: number): boolean;
}

/** The internet: what everybody can reach. */
export const publicNetwork: Network = {
  resolve: addressesOf,
  isAllowed: (address) => rangeOf(address) === "public",
  isAllowedPort: (port) => port === 80 || port === 443,
};

/** The same, with this machine and the networks of a company. */
export const privateNetwork: Network = {
  ...publicNetwork,
  isAllowed: (address) => rangeOf(address) !== "forbidden",
  isAllowedPort: () => true,
};

async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** Where clouds tell a machine its credentials, beside the link-local 169.254.169.254; some look like any other address. */
const metadata = new Set(["100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254"]);

const privateRanges = new Set(["loopback", "private", "carrierGradeNat", "uniqueLocal"]);

function rangeOf(text: string): "public" | "private" | "forbidden" {
  if (!isValid(text)) return "forbidden";
  const address = parse(text);
  if (metadata.has(address.toString())) return "forbidden";
  const range = address.range();
  if (privateRanges.has(range)) return "private";
  if (range !== "unicast") return "forbidden";
  // Of IPv6, nothing else is given out, and what is not may lead anywhere.
  const isGlobal = address.kind() === "ipv4" || address.match(parse("2000::"), 3);
  return isGlobal ? "public" : "forbidden";
}
