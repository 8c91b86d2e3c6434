import type { Client, ClientOptions } from "../client/call";
import { createPace } from "../client/pace";
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

const open = new Map<string, Account>();

/** The account of these settings: the same settings give the same account, so its pace and its reads are shared. */
export function openAccount(settings: Settings): Account {
  const known = open.get(settings.identity);
  if (known) return known;
  const account = createAccount(settings);
  open.set(settings.identity, account);
  return account;
}

/** An account with nothing shared; `more` goes to the clients of both interfaces. */
export function createAccount(settings: Settings, more: Partial<ClientOptions> = {}): Account {
  const log = createCallLog(settings.value("log"));
  // The two interfaces are servers of their own: each has its own pace.
  const client = (of: Interface, header: (key: string) => string): Client => {
    const transport = createClient({
      interface: of,
      address: () => settings.address(of),
      authorization: () => header(settings.key(of)),
      keys: settings.keys,
      pace: createPace(settings.value("requestsPerSecond")),
      timeoutMs: settings.value("timeoutSeconds") * 1000,
      deadlineMs: settings.value("deadlineSeconds") * 1000,
      announce: notice,
      ...(log === undefined ? {} : { log }),
      ...more,
    });
    return { send: (call) => transport.send(call).catch(withKeyOrigin(settings, of)) };
  };
  const main = client("main", (key) => key);
  return {
    settings,
    main,
    verification: client("verification", (key) => `Bearer ${key}`),
    ...createHoldings(main),
    claims: createClaims(),
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
