import { type DomainRow, domains } from "../api/collections";
import { createApiState, tolerableSkewMs } from "../client/api-state";
import type { Call, HttpClient, HttpClientOptions } from "../client/call";
import { createHttpClient } from "../client/http-client";
import { inUtc, type Now, ownNow } from "../email/date";
import { type ApiName, settingsOfApi } from "../errors/call-error";
import { EmailMarketingError, ignoreOwnError } from "../errors/error";
import { asId, quoted, quotedId } from "../errors/redact";
import { finding } from "../input/finding";
import { didYouMean } from "../input/nearest";
import { createKeyedLocks } from "../plain/async";
import { comparedDomain, domainOf, isLoopback } from "../plain/domain";
import type { Settings } from "../settings/settings";
import type { SettingName } from "../settings/table";
import { type Cache, type Caches, createCaches, rowsForAdvice } from "./cache";
import { createClaims } from "./claims";
import { recordOf } from "./program-record";
import { createCallLog, infoOnce, isReadOnly, warnOnce } from "./step";

/** The clients, caches and clock for one account of the service. */
export type Account = Readonly<ReturnType<typeof accountWith>>;

/** The parts shared by all Providers with the same addresses, keys and account name. Other settings may differ. */
type Shared = ReturnType<typeof createShared>;

const shared = new Map<string, Shared>();
const open = new Map<string, Account>();

/** Returns the account of these settings. Only the first call with these settings creates it and uses `more`. */
export function openAccount(settings: Settings, more?: Partial<HttpClientOptions>): Account {
  const known = open.get(settings.fingerprint);
  if (known) return known;
  const parts = shared.get(settings.identity) ?? createShared(settings);
  shared.set(settings.identity, parts);
  // The lowest `requestsPerSecond` applies to all Providers of the account, because they share the service's limit.
  for (const { rateLimiter } of Object.values(parts.apis)) {
    rateLimiter.lower(settings.value("requestsPerSecond"));
  }
  const account = accountWith(settings, parts, more);
  open.set(settings.fingerprint, account);
  return account;
}

/** Creates an account with its own clients and caches. `more` are options for the clients of both APIs. */
export function createAccount(settings: Settings, more?: Partial<HttpClientOptions>): Account {
  return accountWith(settings, createShared(settings), more);
}

function createShared(settings: Settings) {
  const mostPerSecond = settings.value("requestsPerSecond");
  return {
    apis: { main: createApiState(mostPerSecond), verification: createApiState(mostPerSecond) },
    /** True once the user was warned that this machine's clock and the service's differ. */
    isSkewTold: false,
    syncing: undefined as Promise<void> | undefined,
    claims: createClaims(settings),
    lockCreate: createKeyedLocks(1),
    /** Created by the first Provider that opens the account. All requests of the caches use this Provider's client. */
    caches: undefined as Caches | undefined,
  };
}

function accountWith(settings: Settings, parts: Shared, more: Partial<HttpClientOptions> = {}) {
  const { apis, claims, lockCreate } = parts;
  const { service } = apis.main;
  const tell = (sentence: string) => warnOnce(withAccountLabel(settings, sentence));
  const client = (of: ApiName): HttpClient =>
    createHttpClient({
      api: of,
      settings,
      keyAdvice: () => replaceKeyAdvice(settings, settingsOfApi[of].key),
      ...apis[of],
      isLocal: () => isLoopback(new URL(settings.required(of, "address"))),
      timeoutMs: settings.value("timeoutSeconds") * 1000,
      deadlineMs: settings.value("deadlineSeconds") * 1000,
      // A step that only reads gives up early, because a preview can go on without the account.
      outageLimitMs: () => (isReadOnly() ? 20_000 : Number.POSITIVE_INFINITY),
      announce: tell,
      log: createCallLog(settings.value("log")),
      ...more,
    });
  const main = client("main");
  const nameOf = (id: string) =>
    recordOf(settings).object("Campaign", id)?.old?.name as string | undefined;
  parts.caches ??= createCaches(main, { warnOnce: tell, nameOf });
  const opened = parts.caches;

  async function askService(): Promise<void> {
    // Writes need this check anyway. If it sends a request, the response may already show the service's time.
    await requireAccountDomain(settings, opened);
    if (service.hasResponded) return;
    const search = domains.pages(main);
    // 10 is the smallest page size that the service accepts.
    await search(1, 10).catch((error: unknown) => {
      // The error is ignored if the service has responded, because an error response may show the service's time, too.
      if (service.hasResponded) return ignoreOwnError(error);
      throw error;
    });
  }

  return {
    settings,
    main: {
      ...main,
      async send(call: Call) {
        // Checked for each write, because a destroy may send one without any other check.
        if (call.policy !== "read") await requireAccountDomain(settings, opened);
        return main.send(call);
      },
    },
    verification: client("verification"),
    ...opened,
    /** The time by this machine's clock and by the service's. Warns once if the two differ by a minute or more. */
    now(): Now {
      const skewMs = service.aheadMs ?? 0;
      if (Math.abs(skewMs) < tolerableSkewMs) return ownNow();
      const own = Date.now();
      const there = own + skewMs;
      const warning = `${skewWords(skewMs)}, so no date is sent that is past by either. Set this machine's clock.`;
      if (!parts.isSkewTold) tell(warning);
      parts.isSkewTold = true;
      return {
        earlier: Math.min(own, there),
        later: Math.max(own, there),
        words: `By the service's clock it is ${inUtc(there)}, and by this machine's ${inUtc(own)}`,
      };
    },
    /** Sends a request if the service hasn't responded yet, because the response may show the service's time. */
    async syncClock(): Promise<void> {
      if (service.hasResponded) return;
      parts.syncing ??= askService().finally(() => {
        parts.syncing = undefined;
      });
      await parts.syncing;
    },
    warnIfTimeUnknown() {
      if (!service.hasShownTime) tell(unknownTime);
    },
    claims,
    /** Runs creates with the same key one by one, because two at a time could create the same object twice. */
    lockCreate,
    warnOnce: tell,
    infoOnce: (sentence: string) => infoOnce(withAccountLabel(settings, sentence)),
  };
}

/** Fails if the id of a new object belongs to another resource of this run. The create then counts as unconfirmed. */
export function requireNewId(
  { settings, claims }: Pick<Account, "settings" | "claims">,
  kind: string,
  id: string,
  next = "",
): string {
  const isTaken = recordOf(settings).object(kind, id) !== undefined || claims.isHeld(kind, id);
  if (!isTaken) return id;
  const problem = `the service gave the new object the id ${asId(id)}, which another resource of this run has already.${next && ` ${next}`}`;
  throw new EmailMarketingError("unexpected-reply", problem, { sent: "maybe" });
}

/** Begins a message with the explicit Provider, if there is one, because two accounts may each have a campaign "1". */
export function withAccountLabel({ label }: Settings, sentence: string): string {
  return label === undefined ? sentence : `${label}: ${sentence}`;
}

function replaceKeyAdvice({ origin, label }: Settings, name: SettingName): string | undefined {
  const found = origin(name);
  if (found === undefined) return undefined;
  const { place, isStored } = found;
  const came = `The key was read from ${place}; correct it there.`;
  const stored =
    "refresh and destroy use the key that the last pulumi up stored: run pulumi up first, or add --run-program.";
  // A Provider that the program no longer declares keeps its key in the state until a `pulumi up` declares it again.
  const restoreAdvice =
    label === undefined
      ? ""
      : " If the Provider is gone from the program, put it back, run pulumi up, and then remove it.";
  return isStored ? `${came} ${stored}${restoreAdvice}` : came;
}

/** The settings and the clock for checks of dates. */
export type DateContext = Pick<Account, "settings" | "now">;

export function skewWords(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const direction = aheadMs > 0 ? "behind" : "ahead of";
  return `this machine's clock is ${seconds} s ${direction} the service's clock`;
}

const unknownTime =
  "no response of the service has shown its time, so dates are judged by this machine's clock alone. If this machine's clock is slow, a campaign could be emailed twice. Check this machine's clock.";

interface Searched {
  readonly domains: Pick<Cache<DomainRow>, "byKey" | "complete">;
}

/** Values in a resource's state that identify the account of the object. */
export interface AccountEvidence {
  /** An email address of the object. The right account has the domain of this address or a parent domain. */
  readonly email?: string | undefined;
  /** The id of the domain of `email`, if the state has it. */
  readonly domainId?: string | undefined;
}

/** The reason why the service doesn't find an object: it is gone, or the API key may belong to another account. */
export type AccountProof =
  /** This is the right account, so the object is gone. */
  | { readonly is: "gone" }
  /** This is the right account, but the domain of the address isn't verified, so a search doesn't return the sender. */
  | { readonly is: "unverified"; readonly domain: DomainRow }
  /** Neither the object's state nor `accountDomain` names a domain to check. */
  | { readonly is: "no-evidence" }
  /** The account may be wrong. It lacks a domain (`accountDomain` if `isNamed`), or its domains can't be read. */
  | { readonly is: "unproven"; readonly lacks?: string; readonly isNamed?: true };

/** Judges by the account's domains whether an object that wasn't found is gone, or the key may be another account's. */
export async function proveAccount(
  { settings, readDomains }: Pick<Account, "settings" | "readDomains">,
  { email, domainId }: AccountEvidence,
): Promise<AccountProof> {
  const named = settings.value("accountDomain");
  if (email === undefined && named === undefined) return { is: "no-evidence" };
  const domains = await readDomains();
  if (domains === undefined) return { is: "unproven" };
  const isHeld =
    named !== undefined &&
    domains.some(({ domain }) => comparedDomain(domain) === comparedDomain(named));
  if (named !== undefined && !isHeld) {
    const lacks = `the domain ${named} (${settings.placeInUse("accountDomain")})`;
    return { is: "unproven", lacks, isNamed: true };
  }
  const above = email === undefined ? [] : domainsAbove(domains, email);
  const [nearest] = above;
  const own = `the domain ${domainOf(email ?? "")}`;
  if (nearest === undefined) return isHeld ? { is: "gone" } : { is: "unproven", lacks: own };
  if (domainId !== undefined && above.every(({ id }) => id !== domainId)) {
    const lacks = `${own} with the id ${quotedId(domainId)} (one that is added again has another id)`;
    return { is: "unproven", lacks };
  }
  return nearest.status === "verified" ? { is: "gone" } : { is: "unverified", domain: nearest };
}

/** The id of an email address's domain, or of the nearest parent domain; undefined if none is known. */
export async function domainIdOf({ readDomains }: Pick<Caches, "readDomains">, email: string) {
  const domains = await readDomains();
  return domains && domainsAbove(domains, email)[0]?.id;
}

/** The account's domains that contain an email address, the most specific first. */
function domainsAbove(domains: readonly DomainRow[], email: string): DomainRow[] {
  const own = comparedDomain(domainOf(email));
  const length = ({ domain }: DomainRow) => comparedDomain(domain).length;
  return domains
    .filter(({ domain }) => `.${own}`.endsWith(`.${comparedDomain(domain)}`))
    .toSorted((one, two) => length(two) - length(one));
}

export async function requireAccountDomain(settings: Settings, { domains }: Searched) {
  const domain = settings.value("accountDomain");
  if (domain === undefined || (await domains.byKey(domain))) return;
  throw new EmailMarketingError(
    "conflict",
    `${settings.placeInUse("accountDomain")}: the account doesn't have the sending domain ${domain}, so nothing is written to it. ` +
      `Check which account the API key belongs to (${settings.placeInUse("apiKey")}).`,
  );
}

/** The finding if the service will reject an email address because its domain is missing or not verified. */
export async function checkSenderDomain({ domains }: Searched, address: string, input: string) {
  const domain = domainOf(address);
  const row = await domains.byKey(domain);
  if (!row) {
    const known = (await rowsForAdvice(domains)).map((one) => one.domain);
    const meant = didYouMean(domain, known);
    const problem = `the account has no domain ${domain}${meant}, so the service will reject the address. Add the domain in the service's web app and publish its DNS records first.`;
    return [finding("error", "sender-domain-unknown", problem, { input })];
  }
  const { status } = row;
  if (status === "verified") return [];
  if (status === "failed") {
    const problem = `verification of the domain ${domain} failed because at least one DNS record is wrong, so the service will reject the address. Correct the record (the service's web app shows which), then verify the domain again.`;
    return [finding("error", "sender-domain-failed", problem, { input })];
  }
  const problem = `the domain ${domain} is not verified (status ${quoted(status)}), so the service will reject the address. Publish its DNS records (a DomainDnsShare emails them to the people who can), then verify the domain.`;
  return [finding("error", "sender-domain-unverified", problem, { input })];
}
