import { urlOf } from "../../input/domain";
import type { Turns } from "../../input/once";
import { type AddressRules, judgeAddress } from "./judged-address";
import { ask, type LinkReply, type Network, type NoReply, type Request } from "./network";
import { isDoubtful, linkOutcome, type Outcome, withoutReply } from "./outcome";

/** How addresses are asked for. */
export interface Asking {
  readonly rules: AddressRules;
  readonly network: Network;
  /** Of the requests to each host, and of all. */
  readonly hostTurns: Turns;
  readonly turns: Turns;
  /** How long one request may take. */
  readonly requestMs: number;
  /** When all of them end, as `performance.now()` tells it. */
  readonly endsAt: number;
}

const mostRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Asks for an address that was judged, and follows its redirects, each of which is judged like the address itself. */
export async function follow(first: URL, isImage: boolean, asking: Asking): Promise<Outcome> {
  const seen = new Set<string>();
  let setsCookie = false;
  for (let url = first; ; ) {
    seen.add(url.href);
    const reply = await askFor(url, isImage, asking);
    const final = url === first ? {} : { finalAddress: url };
    if ("code" in reply) return { ...withoutReply(reply), ...final };
    const { status, location } = reply;
    setsCookie ||= reply.setsCookie === true;
    if (!redirects.has(status) || location === undefined) {
      return { ...linkOutcome(reply, isImage), ...final };
    }
    const target = urlOf(location, url.href)?.href ?? location;
    const judged = judgeAddress(target, asking.rules) ?? { refusal: "it is not a web address" };
    if ("refusal" in judged) {
      const said = `${status}, redirects to an address that is not requested: ${judged.refusal}`;
      return { verdict: "not checked", said, ...final };
    }
    if (seen.has(judged.url.href)) {
      return { verdict: "not checked", said: setsCookie ? withoutCookie : "redirects in a circle" };
    }
    if (seen.size > mostRedirects) {
      return { verdict: "not checked", said: `more than ${mostRedirects} redirects` };
    }
    url = judged.url;
  }
}

const withoutCookie = "redirects in a circle, as for a reader who takes no cookie";

/** A HEAD, and a GET where that says too little: that the address is dead, or of an image without a query not its length. */
async function askFor(url: URL, isImage: boolean, asking: Asking): Promise<LinkReply | NoReply> {
  const head = await send({ url, method: "HEAD" }, asking);
  if ("code" in head) return head;
  const isDoubted = isDoubtful(head, isImage);
  const lacksLength = isImage && head.status === 200 && head.bytes === undefined;
  if (!isDoubted && (!lacksLength || url.href.includes("?"))) return head;
  const body = await send({ url, method: "GET", countsBody: isImage }, asking);
  return !isDoubted && "code" in body ? head : body;
}

type Sent = Pick<Request, "url" | "method" | "countsBody">;

function send(sent: Sent, asking: Asking): Promise<LinkReply | NoReply> {
  const { hostTurns, turns, network, requestMs, endsAt } = asking;
  // In this order: a slow host keeps no other one waiting.
  return hostTurns(sent.url.hostname, () =>
    turns("", async () => {
      const leftMs = Math.ceil(endsAt - performance.now());
      if (leftMs <= 0) return { code: "end" };
      const reply = await ask({ ...sent, network, limitMs: Math.min(requestMs, leftMs) });
      const isEnd = "code" in reply && reply.code === "ETIMEDOUT" && leftMs < requestMs;
      return isEnd ? { code: "end" } : reply;
    }),
  );
}
