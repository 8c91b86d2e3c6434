import type { Collection } from "../api/collection";
import { collections } from "../api/collections";
import type { Call, HttpClient, HttpClientOptions } from "../client/call";
import { createHttpClient } from "../client/http-client";
import { createKnownService, createOutage } from "../client/known-service";
import { type Clock, createRateLimiter, monotonicClock } from "../client/rate-limiter";
import { type ApiName, settingsOfApi } from "../errors/call-error";
import { requireOwnError } from "../errors/error";
import { createKeyedLocks, memoize, once } from "../plain/async";
import { isLoopback } from "../plain/domain";
import type { Settings } from "../settings/settings";
import type { SettingName } from "../settings/table";
import { type Cache, createCache } from "./cache";
import { createClaims } from "./claims";
import { recordOf } from "./program-record";
import { requireAccountDomain } from "./sending-domain";
import { createTime } from "./service-time";
import { createCallLog, infoOnce, isReadOnly, warnOnce } from "./step";

export type Caches = ReturnType<typeof createCaches>;

export interface CacheContext {
  readonly clock: Clock;
  readonly warnOnce: (sentence: string) => void;
  /** The campaign's name in the state, if known. */
  readonly nameOf: (id: string) => string | undefined;
}

type CacheFactory<Value> = (main: HttpClient, reading: CacheContext) => Value;

/** The clients, caches and clock for one account of the service. */
export type Account = Readonly<ReturnType<typeof accountWith>>;

/** The parts that Providers of one account share in a process, even if their other settings differ. */
type Shared = ReturnType<typeof createShared>;

const shared = new Map<string, Shared>();
const open = new Map<string, Account>();

/** Returns the account of these settings. Only the first call with these settings creates it and uses `more`. */
export function openAccount(settings: Settings, more?: Partial<HttpClientOptions>): Account {
  const known = open.get(settings.fingerprint);
  if (known) return known;
  const parts = shared.get(settings.identity) ?? createShared(settings);
  shared.set(settings.identity, parts);
  // The lowest `requestsPerSecond` applies to all Providers of the account, because the service limits each account.
  for (const { rateLimiter } of Object.values(parts.apis)) {
    rateLimiter.lower(settings.value("requestsPerSecond"));
  }
  const account = accountWith(settings, parts, more);
  open.set(settings.fingerprint, account);
  return account;
}

/** Creates an account with its own clients and caches. `more` are options for the clients of both APIs. */
export function createAccount(settings: Settings, more: Partial<HttpClientOptions> = {}): Account {
  return accountWith(settings, createShared(settings), more);
}

function createShared(settings: Settings) {
  /** The two APIs are separate servers, each with its own rate limit. */
  const createApiState = () => ({
    rateLimiter: createRateLimiter(settings.value("requestsPerSecond")),
    outage: createOutage(monotonicClock),
    service: createKnownService(),
  });
  const apis = { main: createApiState(), verification: createApiState() };
  return {
    apis,
    time: createTime(apis.main.service),
    claims: createClaims(settings),
    createLocks: createKeyedLocks(1),
    /** Created by the first Provider that opens the account. All requests of the caches use this Provider's client. */
    caches: undefined as Caches | undefined,
  };
}

function accountWith(settings: Settings, parts: Shared, more: Partial<HttpClientOptions> = {}) {
  const { apis, time, claims, createLocks } = parts;
  const tell = (sentence: string) => warnOnce(withAccountLabel(settings, sentence));
  const logTarget = settings.value("log");
  const client = (of: ApiName, scheme = ""): HttpClient =>
    createHttpClient({
      api: of,
      address: () => settings.address(of),
      authorization: () => scheme + settings.key(of),
      keyAdvice: () => replaceKeyAdvice(settings, settingsOfApi[of].key),
      keys: settings.keys,
      ...apis[of],
      isLocal: () => isLoopback(new URL(settings.address(of))),
      timeoutMs: settings.value("timeoutSeconds") * 1000,
      deadlineMs: settings.value("deadlineSeconds") * 1000,
      // Short for a step that only reads, because a preview can go on without the account.
      outageLimitMs: () => (isReadOnly() ? 20_000 : Number.POSITIVE_INFINITY),
      announce: tell,
      clock: monotonicClock,
      ...(logTarget !== "off" && { log: createCallLog(logTarget) }),
      ...more,
    });
  const main = client("main");
  const nameOf = (id: string) =>
    recordOf(settings).object("Campaign", id)?.old?.name as string | undefined;
  parts.caches ??= createCaches(main, { warnOnce: tell, nameOf });
  const opened = parts.caches;
  const requireOwnDomain = () => requireAccountDomain(settings, opened);
  return {
    settings,
    main: {
      ...main,
      async send(call: Call) {
        // Checked for each write, because a destroy may send one without any other check.
        if (call.policy !== "read") await requireOwnDomain();
        return main.send(call);
      },
    },
    verification: client("verification", "Bearer "),
    ...opened,
    now: () => time.now(tell),
    /** Sends a request if the service hasn't responded yet, because the response may show the service's time. */
    syncClock: () => time.ask(main, requireOwnDomain),
    /** Warns once if no response has shown the service's time. */
    warnIfTimeUnknown: () => time.warnIfUnknown(tell),
    claims,
    /** Runs creates with the same key one by one, because two at a time could create the same object twice. */
    createLocks,
    warnOnce: tell,
    infoOnce: (sentence: string) => infoOnce(withAccountLabel(settings, sentence)),
  };
}

/** Creates the caches, which read nothing before their first use. */
export function createCaches(main: HttpClient, given: Partial<CacheContext> = {}) {
  const context = { clock: monotonicClock, warnOnce, nameOf: () => undefined, ...given };
  const read = <Row extends { readonly id: string }>(of: Collection<Row>): Cache<Row> => {
    const { byId } = of;
    return createCache({
      of,
      searchPages: (search) => of.pages(main, { search }),
      fetchPage: of.pages(main),
      ...(byId && { fetchById: (id) => byId(main, id) }),
      deadline: main.deadline,
      ...context,
    });
  };
  // Without campaigns, whose cache is created by `perAccount`.
  const each = {
    properties: read(collections.properties),
    domains: read(collections.domains),
    lists: read(collections.lists),
    replyTos: read(collections.replyTos),
    senders: read(collections.senders),
    webhooks: read(collections.webhooks),
  };
  const made = memoize((make: CacheFactory<unknown>) => make(main, context));
  return {
    ...each,
    /** The value that `make` creates, such as a cache. Another call with the same `make` returns the same value. */
    perAccount: <Value>(make: CacheFactory<Value>) => made(make) as Value,
    /** All domains of the account, read once, because no step changes them. A failed read is not repeated. */
    readDomains: once(() =>
      each.domains.complete().catch((error: unknown) => {
        const { message } = requireOwnError(error);
        context.warnOnce(`the domains of the account can't be read: ${message}`);
        return undefined;
      }),
    ),
  };
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
  // The key of a removed Provider stays in the state until a `pulumi up` with this Provider renews it.
  const restoreAdvice =
    label === undefined
      ? ""
      : " If the Provider is gone from the program, put it back, run pulumi up, and then remove it.";
  return isStored ? `${came} ${stored}${restoreAdvice}` : came;
}
