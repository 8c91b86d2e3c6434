import type { Client, ClientOptions } from "../client/call";
import { createPace } from "../client/pace";
import { createClient } from "../client/request";
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
  const log = createCallLog(settings.log);
  // The two interfaces are servers of their own: each has its own pace.
  const client = (of: "main" | "verification", header: (key: string) => string): Client =>
    createClient({
      address: () => settings.address(of),
      authorization: () => header(settings.key(of)),
      keyAdvice: () => settings.keyAdvice(of),
      addressSetting: of === "main" ? "emailmarketing:baseUrl" : "emailmarketing:verifyUrl",
      keys: settings.keys,
      pace: createPace(settings.requestsPerSecond),
      timeoutMs: settings.timeoutMs,
      deadlineMs: settings.deadlineMs,
      announce: notice,
      ...(log === undefined ? {} : { log }),
      ...more,
    });
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
