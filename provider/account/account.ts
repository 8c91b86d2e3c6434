import { type ContactPropertyRow, searchContactProperties } from "../api/custom-property";
import { type DomainRow, domainPages, searchDomains } from "../api/domain";
import { type ReplyEmailRow, replyEmailPages, searchReplyEmails } from "../api/reply-to";
import { type SenderRow, searchSenders, senderPages } from "../api/sender";
import { createPace } from "../client/pace";
import { type Client, type ClientOptions, createClient } from "../client/request";
import type { Settings } from "../settings/settings";
import { createCallLog } from "./call-log";
import { type Claims, createClaims } from "./claims";
import { notice } from "./notice";
import { createRegister, type Register } from "./register";
import { createSnapshot, type Snapshot } from "./snapshot";

/** What an account holds, each kind read once for all who ask. */
export interface Holdings {
  /** Active and verified senders. */
  readonly senders: Snapshot<SenderRow>;
  readonly domains: Snapshot<DomainRow>;
  /** Active reply-to addresses. */
  readonly replyTos: Snapshot<ReplyEmailRow>;
}

/** One account of the service, shared by everything in this process that speaks to it. */
export interface Account extends Holdings {
  readonly settings: Settings;
  readonly main: Client;
  readonly verification: Client;
  /** The account's own contact properties; readable with the extended operations only. */
  readonly properties: Register<ContactPropertyRow>;
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
    properties: createRegister({
      search: (text) => searchContactProperties(main, text),
      addressOf: ({ field_name }) => field_name,
    }),
    claims: createClaims(),
    notice,
  };
}

/** Nothing is read before somebody asks. */
export function createHoldings(main: Client): Holdings {
  return {
    senders: createSnapshot({
      search: (text) => searchSenders(main, { search: text }),
      fetchPage: senderPages(main, { sort_field: "created_date", sort_order: "asc" }),
      addressOf: ({ sender_email }) => sender_email,
    }),
    domains: createSnapshot({
      search: (text) => searchDomains(main, { search: text }),
      fetchPage: domainPages(main, { sort_field: "created_at", sort_order: "asc" }),
      addressOf: ({ domain }) => domain,
    }),
    replyTos: createSnapshot({
      search: (text) => searchReplyEmails(main, { search: text }),
      // The service has no order to choose from.
      fetchPage: replyEmailPages(main, {}),
      addressOf: ({ reply_email }) => reply_email,
    }),
  };
}
