import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { auth } from "hono/utils/basic-auth";
import { type ApiKeys, defaultKeys } from "../http/api-key";
import { isThisMachine } from "../input/this-machine";

/**
 * Refuses a control request that a website made a browser send, even if the website's host name resolves to this
 * machine (DNS rebinding). A request from another machine needs the key.
 */
export function denyControl(
  request: Request,
  incoming: IncomingMessage,
  apiKey: string,
): Response | undefined {
  const host = request.headers.get("host") ?? "";
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isOfOwnPage = origin === null || origin === `http://${host}`;
  if (!isOfOwnPage || site === "cross-site" || site === "same-site") {
    return denied("requests from another website are refused");
  }
  // Node.js may return an IPv4 address in the form of IPv6, such as ::ffff:127.0.0.1.
  const isLocal = isThisMachine((incoming.socket.remoteAddress ?? "").replace(/^::ffff:/, ""));
  if (isLocal && isThisMachine(nameIn(host))) return undefined;
  // The default key is public, and DNS rebinding can make a website's host name resolve to this machine. So the default
  // key isn't enough for a local request under another host name.
  const isSecret = apiKey !== defaultKeys.apiKey;
  // A browser sends the key as the password of Basic authentication.
  const given = auth(request)?.password ?? request.headers.get("authorization");
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(apiKey)];
  const isGiven = given !== null && one.length === other.length && timingSafeEqual(one, other);
  if (isGiven && (isSecret || !isLocal)) return undefined;
  if (isLocal) return denied("use a loopback address, such as 127.0.0.1, as the host");
  return new Response("The emulator's API key is needed, as the password.\n", {
    status: 401,
    headers: { "WWW-Authenticate": 'Basic realm="email-marketing-emulator", charset="UTF-8"' },
  });
}

/**
 * Refuses a request of a website, because the default keys are public. Checks the host name, too, because a page sends
 * no `Origin` after DNS rebinding.
 */
export function denyWebsite(request: Request, keys: ApiKeys): Response | undefined {
  const origin = request.headers.get("origin");
  if (origin !== null && !(URL.canParse(origin) && isThisMachine(nameIn(new URL(origin).host)))) {
    return denied("requests from another website are refused");
  }
  const { apiKey, verifyKey } = defaultKeys;
  const given = request.headers.get("authorization");
  const option =
    given === apiKey && keys.apiKey === apiKey
      ? "--api-key"
      : given === `Bearer ${verifyKey}` && keys.verifyKey === verifyKey && "--verify-key";
  const host = nameIn(request.headers.get("host") ?? "").toLowerCase();
  // Allow a request that doesn't use a default key, or whose host is an IP address or localhost. Any other host name
  // may belong to a website that uses DNS rebinding.
  if (!option || host === "" || isIP(host) !== 0 || isThisMachine(host)) return undefined;
  return denied(
    `under a host name other than localhost, start the emulator with a key of its own (${option}), because any website knows the default one`,
  );
}

function denied(reason: string): Response {
  return Response.json({ error: reason }, { status: 403 });
}

function nameIn(host: string): string {
  return host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
}
