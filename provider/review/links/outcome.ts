import { switchedProtocol } from "../../errors/request-end";
import { present } from "../../input/plain";
import type { LinkReply, NoReply } from "./network";

/** What came of asking for an address. */
export interface Outcome {
  readonly verdict: "ok" | "dead" | "not checked";
  /** The status, or why there is none. */
  readonly said: string;
  /** Where redirects led to. */
  readonly finalAddress?: URL;
  /** Of an image. */
  readonly type?: string;
  /** Of an image; absent where it is not known. */
  readonly bytes?: number;
  /** Whether it is longer than what was read of it. */
  readonly isLonger?: boolean;
}

/** What a reply that is no redirect says. */
export function linkOutcome(reply: LinkReply, isImage: boolean): Outcome {
  const { status, type, bytes, isLonger } = reply;
  const verdict = verdictOf(status);
  const said = String(status);
  if (verdict !== "ok" || !isImage) return { verdict, said };
  if (isPage(type)) return { verdict: "dead", said: `${said}, a page in place of an image` };
  const isOther = type !== undefined && !type.startsWith("image/");
  return present({
    verdict,
    said: isOther ? `${said}, not an image` : said,
    type,
    bytes,
    isLonger,
  });
}

/** Whether only a GET shows what a reply to HEAD means: many servers answer HEAD as if they had no such page. */
export function isDoubtful({ status, type }: LinkReply, isImage: boolean): boolean {
  if (status === 405 || status === 501 || verdictOf(status) === "dead") return true;
  return isImage && isPage(type);
}

function isPage(type: string | undefined): boolean {
  return type === "text/html" || type === "application/xhtml+xml";
}

/** A page that needs a login is there; a server that is busy says nothing of it. */
function verdictOf(status: number): Outcome["verdict"] {
  if (status >= 200 && status < 300) return "ok";
  const isDead = status === 404 || status === 410 || status === 500 || status === 502;
  return isDead ? "dead" : "not checked";
}

/** What it means that there is no reply. */
export function withoutReply({ code }: NoReply): Outcome {
  const dead = deadBy[code] ?? certificateFault(code);
  if (dead !== undefined) return { verdict: "dead", said: dead };
  return { verdict: "not checked", said: untoldBy[code] ?? `no reply (${code})` };
}

const deadBy: Readonly<Record<string, string>> = {
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

function certificateFault(code: string): string | undefined {
  return /^(?:CERT_|ERR_SSL_|EPROTO$)/.test(code) ? `TLS fails (${code})` : undefined;
}

const untoldBy: Readonly<Record<string, string>> = {
  end: "the time limit for all links was reached",
  port: "its port is neither 80 nor 443",
  private: "its host has no public address",
  ETIMEDOUT: "no reply in time",
  [switchedProtocol]: "101, switches to another protocol",
};
