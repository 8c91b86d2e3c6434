import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isThisMachine } from "../outbox";

/**
 * Refuses what a website could make a browser send here: a request under a name that only points to this machine (DNS
 * rebinding), or from a page of another origin. A request from another machine needs the key.
 */
export function refusalOf(
  request: Request,
  incoming: IncomingMessage,
  apiKey: string,
): Response | undefined {
  const host = request.headers.get("host") ?? "";
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isOfOwnPage = origin === null || origin === `http://${host}`;
  if (!isOfOwnPage || site === "cross-site" || site === "same-site") {
    return refused("requests from another website are refused");
  }
  const isLocal = isThisMachine(peerOf(incoming));
  if (isLocal && isThisMachine(nameIn(host))) return undefined;
  if (hasKey(request.headers.get("authorization"), apiKey)) return undefined;
  if (isLocal) return refused("use a loopback address, such as 127.0.0.1, as the host");
  return new Response("The emulator's API key is needed, as the password.\n", {
    status: 401,
    headers: { "WWW-Authenticate": 'Basic realm="email-marketing-emulator", charset="UTF-8"' },
  });
}

function refused(reason: string): Response {
  return Response.json({ error: reason }, { status: 403 });
}

/** The address of the other side; IPv4 may come in the form of IPv6. */
function peerOf({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}

function nameIn(host: string): string {
  return host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
}

/** The key as it is, as for the service, or as the password that a browser asks for. */
function hasKey(authorization: string | null, apiKey: string): boolean {
  if (authorization === null) return false;
  const [, basic] = /^Basic (.+)$/i.exec(authorization) ?? [];
  const given = basic
    ? Buffer.from(basic, "base64")
        .toString()
        .replace(/^[^:]*:/, "")
    : authorization;
  const [one, other] = [Buffer.from(given), Buffer.from(apiKey)];
  return one.length === other.length && timingSafeEqual(one, other);
}
