import type { Client, ClientOptions } from "../client/call";
import { createPace, type Pace } from "../client/pace";
import { createClient } from "../client/request";
import { withAdvice } from "../errors/advice";
import { EmailMarketingError } from "../errors/error";
import { type Interface, settingsOfInterface } from "../errors/interface";
import type { Settings } from "../settings/settings";
import { createCallLog } from "./call-log";
import { type Claims, createClaims } from "./claims";
import { createHoldings, type Holdings } from "./holdings";
import { notice } from "./notice";

/** One account of the service, shared by everything in this process that speaks to it. */
export interface Account extends Holdings {
  readonly settings: Settings;
  readonly main: Client;
  readonly verification: Client;
  readonly claims: Claims;
  /** Tells the user something, once in this process. */
  readonly notice: (sentence: string) => void;
}

/** What everybody shares who speaks to the same account, however the rest of their settings differs. */
interface Shared {
  /** The two interfaces are servers of their own: each has its own pace. */
  readonly paces: Readonly<Record<Interface, Pace>>;
  readonly claims: Claims;
  /** Made with the client of the first who asks. */
  readonly holdings: (main: Client) => Holdings;
}

const shared = new Map<string, Shared>();
const open = new Map<string, Account>();

/**
 * The account of these settings. All that mean the same account share its pace, the lowest that one asks for, and its reads.
 * `more` goes to the clients, and is the same for a whole process.
 */
export function openAccount(settings: Settings, more?: Partial<ClientOptions>): Account {
  const known = open.get(settings.signature);
  if (known) return known;
  const parts = shared.get(settings.identity) ?? createShared(settings);
  shared.set(settings.identity, parts);
  // The service counts the requests of an account, whichever Provider sends them.
  for (const pace of Object.values(parts.paces)) pace.lower(settings.value("requestsPerSecond"));
  const account = accountWith(settings, parts, more);
  open.set(settings.signature, account);
  return account;
}

/** An account with nothing shared; `more` goes to the clients of both interfaces. */
export function createAccount(settings: Settings, more: Partial<ClientOptions> = {}): Account {
  return accountWith(settings, createShared(settings), more);
}

function createShared(settings: Settings): Shared {
  const perSecond = settings.value("requestsPerSecond");
  let holdings: Holdings | undefined;
  return {
    paces: { main: createPace(perSecond), verification: createPace(perSecond) },
    claims: createClaims(),
    holdings(main) {
      holdings ??= createHoldings(main);
      return holdings;
    },
  };
}

function accountWith(
  settings: Settings,
  { paces, claims, holdings }: Shared,
  more: Partial<ClientOptions> = {},
): Account {
  const log = createCallLog(settings.value("log"));
  const client = (of: Interface, header: (key: string) => string): Client => {
    const transport = createClient({
      interface: of,
      address: () => settings.address(of),
      authorization: () => header(settings.key(of)),
      keys: settings.keys,
      pace: paces[of],
      timeoutMs: settings.value("timeoutSeconds") * 1000,
      deadlineMs: settings.value("deadlineSeconds") * 1000,
      announce: notice,
      ...(log === undefined ? {} : { log }),
      ...more,
    });
    return {
      ...transport,
      send: (call) => transport.send(call).catch(withKeyOrigin(settings, of)),
    };
  };
  const main = client("main", (key) => key);
  return {
    settings,
    main,
    verification: client("verification", (key) => `Bearer ${key}`),
    ...holdings(main),
    claims,
    notice,
  };
}

/** The transport knows that a key was refused; where that key came from is known only here. */
function withKeyOrigin(settings: Settings, of: Interface): (error: unknown) => never {
  return (error) => {
    const origin = settings.origin(settingsOfInterface[of].key);
    const isRefused = error instanceof EmailMarketingError && error.code === "auth";
    throw isRefused && origin ? withAdvice(error, { advice: "replace-key", ...origin }) : error;
  };
}
