import { type KeyedLocks, switchedProtocol } from "../../../provider/plain/async";
import { parseUrl } from "../../../provider/plain/domain";
import { omitUndefined } from "../../../provider/plain/value";
import { type AddressRules, judgeAddress } from "./judged-address";
import {
  type LinkResponse,
  type Network,
  type NoResponse,
  type Request,
  sendRequest,
} from "./network";

export interface LinkCheckContext {
  readonly rules: AddressRules;
  readonly network: Network;
  readonly hostSemaphores: KeyedLocks;
  readonly totalSemaphore: KeyedLocks;
  readonly requestMs: number;
  /** The time at which the whole check ends, on the clock of `performance.now()`. */
  readonly endsAt: number;
}

const maxRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Requests a URL that `judgeAddress` has allowed. Follows redirects only to URLs that `judgeAddress` also allows. */
export async function follow(
  first: URL,
  isImage: boolean,
  context: LinkCheckContext,
): Promise<Outcome> {
  const seen = new Set<string>();
  let setsCookie = false;
  for (let url = first; ; ) {
    seen.add(url.href);
    const response = await requestHeadOrGet(url, isImage, context);
    const final = url === first ? {} : { finalAddress: url };
    if ("code" in response) return { ...outcomeWithoutResponse(response), ...final };
    const { status, location } = response;
    setsCookie ||= response.setsCookie === true;
    if (!redirects.has(status) || location === undefined) {
      return { ...linkOutcome(response, isImage), ...final };
    }
    const target = parseUrl(location, url.href)?.href ?? location;
    const judged = judgeAddress(target, context.rules) ?? { skipReason: "it is not a web address" };
    if ("skipReason" in judged) {
      const detail = `${status}, redirects to an address that is not requested: ${judged.skipReason}`;
      return { verdict: "not checked", detail, ...final };
    }
    if (seen.has(judged.url.href)) {
      const cookie = setsCookie ? ", as for a reader who takes no cookie" : "";
      return { verdict: "not checked", detail: `redirects in a circle${cookie}` };
    }
    if (seen.size > maxRedirects) {
      return { verdict: "not checked", detail: `more than ${maxRedirects} redirects` };
    }
    url = judged.url;
  }
}

/**
 * Sends HEAD, and then GET if the response to HEAD may be wrong. Also sends GET for an image whose size HEAD doesn't
 * show, unless the URL has a query.
 */
async function requestHeadOrGet(
  url: URL,
  isImage: boolean,
  context: LinkCheckContext,
): Promise<LinkResponse | NoResponse> {
  const head = await send({ url, method: "HEAD" }, context);
  if ("code" in head) return head;
  const isDoubted = needsGet(head, isImage);
  const lacksLength = isImage && head.status === 200 && head.bytes === undefined;
  if (!isDoubted && (!lacksLength || url.href.includes("?"))) return head;
  const body = await send({ url, method: "GET", countsBody: isImage }, context);
  return !isDoubted && "code" in body ? head : body;
}

function send(
  sent: Pick<Request, "url" | "method" | "countsBody">,
  context: LinkCheckContext,
): Promise<LinkResponse | NoResponse> {
  const { hostSemaphores, totalSemaphore, network, requestMs, endsAt } = context;
  // Wait for the host's limit before the total limit. Otherwise, requests that wait for a slow host would use up the
  // total.
  return hostSemaphores(sent.url.hostname, () =>
    totalSemaphore("", async () => {
      const leftMs = Math.ceil(endsAt - performance.now());
      if (leftMs <= 0) return { code: "end" };
      const response = await sendRequest({
        ...sent,
        network,
        limitMs: Math.min(requestMs, leftMs),
      });
      const isEnd = "code" in response && response.code === "ETIMEDOUT" && leftMs < requestMs;
      return isEnd ? { code: "end" } : response;
    }),
  );
}

export interface Outcome {
  readonly verdict: "ok" | "dead" | "not checked";
  /** The HTTP status, with a remark if needed, or another reason for the verdict. */
  readonly detail: string;
  readonly finalAddress?: URL;
  readonly type?: string;
  /** The size of an image; absent if unknown. */
  readonly bytes?: number;
  /** True if only a part of the image was read. Then `bytes` is absent. */
  readonly isLonger?: boolean;
}

function linkOutcome(response: LinkResponse, isImage: boolean): Outcome {
  const { status, type, bytes, isLonger } = response;
  const verdict = verdictOf(status);
  const detail = String(status);
  if (verdict !== "ok" || !isImage) return { verdict, detail };
  if (isPage(type)) return { verdict: "dead", detail: `${detail}, a page in place of an image` };
  const isOther = type !== undefined && !type.startsWith("image/");
  return omitUndefined({
    verdict,
    detail: isOther ? `${detail}, not an image` : detail,
    type,
    bytes,
    isLonger,
  });
}

/** True if a response to HEAD may be wrong and needs a GET, because some servers don't implement HEAD correctly. */
function needsGet({ status, type }: LinkResponse, isImage: boolean): boolean {
  if (status === 405 || status === 501 || verdictOf(status) === "dead") return true;
  return isImage && isPage(type);
}

function isPage(type: string | undefined): boolean {
  return type === "text/html" || type === "application/xhtml+xml";
}

/**
 * Of the HTTP statuses, only 404, 410, 500 and 502 mean that a link is dead. Other errors, such as a required login or
 * a busy server, don't show that the page is gone.
 */
function verdictOf(status: number): Outcome["verdict"] {
  if (status >= 200 && status < 300) return "ok";
  const isDead = status === 404 || status === 410 || status === 500 || status === 502;
  return isDead ? "dead" : "not checked";
}

function outcomeWithoutResponse({ code }: NoResponse): Outcome {
  const isOfTls = /^(?:CERT_|ERR_SSL_|EPROTO$)/.test(code);
  const dead = deadReasons[code] ?? (isOfTls ? `TLS fails (${code})` : undefined);
  if (dead !== undefined) return { verdict: "dead", detail: dead };
  return { verdict: "not checked", detail: notCheckedReasons[code] ?? `no reply (${code})` };
}

const deadReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "no such host",
  ECONNREFUSED: "the connection is refused",
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  CERT_REVOKED: "the certificate is revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate is signed by an unknown authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate is signed by an unknown authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate is signed by an unknown authority",
};

const notCheckedReasons: Readonly<Record<string, string>> = {
  end: "the time limit for all links was reached",
  port: "its port is neither 80 nor 443",
  private: "its host has no public address",
  ETIMEDOUT: "no reply in time",
  [switchedProtocol]: "101, switches to another protocol",
};
