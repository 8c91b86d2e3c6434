/** Where an address leads that not everybody can open. */
export type Reach = "nowhere" | "private";

const nowhere =
  /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\]|https?)$/;
const inside =
  /^(?:10\.\d+\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|192\.168\.\d+\.\d+|169\.254\.\d+\.\d+|\[f[cd][\da-f:]+\]|\[fe[89ab][\da-f]:[\da-f:]*\]|.*\.local|.*\.internal|[\w-]+)$/;

/** Where an address of the web leads, as a browser reads it; undefined where it may be anywhere. */
export function reachOf(address: string): Reach | undefined {
  if (!/^\s*https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const host = new URL(address).hostname.replace(/\.$/, "");
  if (nowhere.test(host)) return "nowhere";
  return inside.test(host) ? "private" : undefined;
}
