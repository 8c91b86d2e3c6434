import { inspectHtml } from "../../../mail/inspect/inspection";
import type { References } from "../../../mail/inspect/reference";
import type { Mail } from "../../../mail/page";
import { createKeyedLocks } from "../../../provider/plain/async";
import { parseUrl } from "../../../provider/plain/domain";
import { omitUndefined } from "../../../provider/plain/value";
import type { Terminal } from "../../terminal";
import { follow, type LinkCheckContext, type Outcome } from "./follow";
import { judgeAddress } from "./judged-address";
import { type Network, privateNetwork, publicNetwork } from "./network";
import { type FoundLinks, pageAnswer, reportLines, summarizeLinks, totalImageSize } from "./report";

export interface LinkOptions {
  readonly query?: boolean;
  /** Whether requests to this machine, to private networks and to all ports are allowed. */
  readonly allowPrivate?: boolean;
}

export interface LinkLimits {
  readonly network?: Network;
  readonly requestMs?: number;
  readonly totalMs?: number;
  readonly maxAddresses?: number;
}

const atATimePerHost = 5;
const atATime = 30;

/**
 * Starts a check of the links and images of several emails. Each URL is checked at most once. A URL that contains one
 * of `keys` isn't requested.
 */
export function openLinkCheck(
  { query = false, allowPrivate = false }: LinkOptions,
  keys: readonly string[],
  limits: LinkLimits = {},
) {
  const { requestMs = 10_000, totalMs = 120_000, maxAddresses: mostAddresses = 1_000 } = limits;
  const context: LinkCheckContext = {
    rules: { withQuery: query, keys },
    network: limits.network ?? (allowPrivate ? privateNetwork : publicNetwork),
    hostSemaphores: createKeyedLocks(atATimePerHost),
    totalSemaphore: createKeyedLocks(atATime),
    requestMs,
    endsAt: performance.now() + totalMs,
  };
  const outcomeOf = createUrlCheck(context, mostAddresses);
  const found: FoundLinks[] = [];
  return {
    /** Checks an email's links and images, prints the results, and returns the email with the results. */
    async check(mail: Mail, terminal: Terminal): Promise<Mail> {
      const inHtml = inspectHtml(mail.html);
      const answered = [...requestKinds(inHtml)].map(async ([address, kind]) => {
        const outcome = await outcomeOf(address, kind);
        return outcome ? ([[address, outcome]] as const) : [];
      });
      const outcomes = new Map((await Promise.all(answered)).flat());
      terminal.clearProgress();
      const imageWeight = totalImageSize(inHtml.images, outcomes);
      const links = omitUndefined({ ...summarizeLinks(mail.title, outcomes, keys), imageWeight });
      found.push(links);
      for (const line of reportLines(links)) terminal.print(line);
      const answers = new Map([...outcomes].map(([address, one]) => [address, pageAnswer(one)]));
      return { ...mail, answers, ...(imageWeight !== undefined && { imageWeight }) };
    },
    found,
    hasDead: () =>
      found.some(({ addresses }) => addresses.some(({ verdict }) => verdict === "dead")),
  };
}

type RequestKind = { readonly isImage: boolean } | { readonly skipReason: string };

/** Elements that may load something other than an image, such as a document or a style sheet. */
const nonImageElements = new Set(["style", "link", "iframe", "object"]);

/** Maps each URL of an email to its kind of request, or to the reason for not requesting the URL. */
function requestKinds({ links, images, others }: References): Map<string, RequestKind> {
  const kinds = new Map<string, RequestKind>(
    links.map(({ address }) => [address, { isImage: false }]),
  );
  // An address that is both an image and a link is requested as an image.
  for (const { address } of images) kinds.set(address, { isImage: true });
  for (const { address, element, isLoaded } of others) {
    if (kinds.has(address)) continue;
    const skipReason = `it is that of <${element}>, where a request may change something`;
    kinds.set(address, isLoaded ? { isImage: !nonImageElements.has(element) } : { skipReason });
  }
  const leaving = new Set(
    [
      ...links.filter(({ mayUnsubscribe }) => mayUnsubscribe),
      ...others.filter(({ isUnsubscribeLink }) => isUnsubscribeLink),
    ].map(withoutFragment),
  );
  for (const address of kinds.keys()) {
    if (!leaving.has(withoutFragment({ address }))) continue;
    const skipReason = "its text or its sentence offers to unsubscribe, so a request may do it";
    kinds.set(address, { skipReason });
  }
  return kinds;
}

/**
 * The normalized URL without its fragment, because URLs that only differ in spelling or fragment get the same request.
 */
function withoutFragment({ address }: { readonly address: string }): string {
  const url = parseUrl(address.trim());
  if (url === undefined) return address;
  url.hash = "";
  return url.href;
}

/**
 * Returns a function that checks each URL at most once. The function returns undefined if a URL isn't http or https.
 */
function createUrlCheck(context: LinkCheckContext, maxAddresses: number) {
  const asked = new Map<string, Promise<Outcome>>();
  return async (address: string, kind: RequestKind): Promise<Outcome | undefined> => {
    const judged = judgeAddress(address, context.rules);
    if (judged === undefined) return undefined;
    if ("skipReason" in judged) {
      const { skipReason: detail, isDead } = judged;
      return { verdict: isDead ? "dead" : "not checked", detail };
    }
    if ("skipReason" in kind) return notChecked(kind.skipReason);
    const { url } = judged;
    const known = asked.get(url.href);
    if (known) return known;
    if (asked.size >= maxAddresses) {
      return notChecked(`a run requests at most ${maxAddresses} addresses`);
    }
    const outcome = follow(url, kind.isImage, context);
    asked.set(url.href, outcome);
    return outcome;
  };
}

function notChecked(detail: string): Outcome {
  return { verdict: "not checked", detail };
}
