import { type Account, createAccount } from "../../account/account";
import { searchContactProperties } from "../../api/custom-property";
import { type DomainRow, searchDomains } from "../../api/domain";
import { getFileVerification } from "../../api/file-verification";
import { searchLists } from "../../api/list";
import { searchReplyEmails } from "../../api/reply-to";
import { type SenderRow, searchSenders } from "../../api/sender";
import type { Client } from "../../client/call";
import type { Found } from "../../client/search";
import type { Interface } from "../../errors/call";
import { EmailMarketingError, type ErrorCode, isNotFound } from "../../errors/error";
import { incompleteNotice } from "../../errors/request-error";
import type { Settings } from "../../settings/settings";
import { count } from "../terminal/words";
import { fine, type Observation } from "./observation";

/** How long one question may take: the user is waiting. */
const patienceMs = 10_000;

/** What the calls of an interface have shown by the way. */
interface Watch {
  readonly account: Account;
  readonly durationsMs: number[];
  /** How far the service's clock is ahead of this machine's, at the first reply that tells. */
  skewMs: number | undefined;
}

/**
 * Checks both interfaces with reads only: whether they reply, how fast, whether the key is accepted, and what the
 * account holds.
 */
export async function examineService(settings: Settings): Promise<Observation[]> {
  if (settings.problems().length > 0) return [];
  const main = watch(settings);
  const senders = await asked(() => searchSenders(main.account.main, {}));
  const held = senders instanceof EmailMarketingError ? [] : await holdings(main.account, senders);
  return [
    ...verdict("main interface", main, senders),
    ...held,
    ...clock(main),
    ...(await verification(settings)),
  ];
}

function watch(settings: Settings): Watch {
  const durationsMs: number[] = [];
  const watched: Watch = {
    durationsMs,
    skewMs: undefined,
    account: createAccount(settings, {
      deadlineMs: Math.min(settings.value("deadlineSeconds") * 1000, patienceMs),
      log: ({ status, durationMs }) => void (status !== undefined && durationsMs.push(durationMs)),
      onReply({ headers }) {
        const date = Date.parse(headers.get("date") ?? "");
        if (!Number.isNaN(date)) watched.skewMs ??= date - Date.now();
      },
    }),
  };
  return watched;
}

/** What a read gives, or why it failed. */
async function asked<Value>(read: () => Promise<Value>): Promise<Value | EmailMarketingError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EmailMarketingError) return error;
    throw error;
  }
}

function verdict(about: string, { durationsMs }: Watch, outcome: unknown): Observation[] {
  const reached =
    durationsMs.length === 0 ? [] : [fine(about, `replied within ${Math.min(...durationsMs)} ms`)];
  if (!(outcome instanceof EmailMarketingError)) {
    return [...reached, fine(`${about}'s key`, "accepted")];
  }
  const isRefusedKey = outcome.code === "auth";
  return [
    ...(isRefusedKey ? reached : []),
    { level: "fault", about: isRefusedKey ? `${about}'s key` : about, says: outcome.message },
  ];
}

/** A kind of objects that the account holds. */
interface Holding<Row> {
  /** What they are, in the plural. */
  readonly what: string;
  readonly read: () => Promise<Found<Row>>;
  readonly says: (rows: readonly Row[]) => string;
  /** True where a setting promises that the service has the operation, and resources rely on it. */
  readonly isPromised?: true;
}

async function holdings(
  { main, settings }: Account,
  senders: Found<SenderRow>,
): Promise<Observation[]> {
  const isExtended = settings.value("operations") === "extended";
  return [
    await held({
      what: "senders",
      read: async () => senders,
      says: ({ length }) => count(length, "sender", "senders"),
    }),
    await held({
      what: "domains",
      read: () => searchDomains(main, {}),
      says: (domains) => {
        const verified = domains.filter(({ status }) => status.toLowerCase() === "verified");
        const held = `${count(domains.length, "domain", "domains")}, ${verified.length} verified`;
        return held + guardOf(settings, verified);
      },
    }),
    await held({
      what: "reply-to addresses",
      read: () => searchReplyEmails(main, {}),
      says: ({ length }) => count(length, "reply-to address", "reply-to addresses"),
    }),
    await held({
      what: "lists",
      read: () => searchLists(main),
      says: ({ length }) => count(length, "list", "lists"),
    }),
    ...(isExtended ? [await heldProperties(main)] : []),
  ];
}

/** Which value of `accountDomain` fits, where it isn't set. */
function guardOf(settings: Settings, [first]: readonly DomainRow[]): string {
  if (settings.value("accountDomain") !== undefined || first === undefined) return "";
  return `; accountDomain is not set, and ${first.domain} fits`;
}

function heldProperties(client: Client): Promise<Observation> {
  return held({
    what: "custom properties",
    read: () => searchContactProperties(client),
    says: ({ length }) => count(length, "custom property", "custom properties"),
    isPromised: true,
  });
}

/** Problems that may pass by themselves; with any other, the service lacks the operation. */
const passing: readonly ErrorCode[] = ["server", "timeout", "rate-limit", "network"];

async function held<Row>({ what, read, says, isPromised }: Holding<Row>): Promise<Observation> {
  const about = "account holds";
  const found = await asked(read);
  if (found instanceof EmailMarketingError) {
    const isFault = isPromised && !passing.includes(found.code);
    return { level: isFault ? "fault" : "warning", about, says: found.message };
  }
  const { rows, shortfall } = found;
  return shortfall
    ? { level: "warning", about, says: incompleteNotice(what, shortfall) }
    : { level: "note", about, says: says(rows) };
}

/** Signatures and certificates tolerate minutes; the header is exact to the second. */
const tolerableSkewMs = 60_000;

function clock({ skewMs }: Watch): Observation[] {
  if (skewMs === undefined) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= tolerableSkewMs) {
    return [fine("clock", "within a minute of the service's clock")];
  }
  const direction = skewMs > 0 ? "behind" : "ahead of";
  return [
    {
      level: "warning",
      about: "clock",
      says: `this machine's clock is ${seconds} s ${direction} the service's clock`,
      wayOut: "Set the clock: checks for dates in the past and retry delays depend on it.",
    },
  ];
}

async function verification(settings: Settings): Promise<Observation[]> {
  const about = "verification interface";
  if (!isSet(settings, "verification")) {
    const says = "not configured; only getFileVerification uses it (verifyUrl and verifyKey)";
    return [{ level: "note", about, says }];
  }
  const watched = watch(settings);
  const outcome = await asked(() => getFileVerification(watched.account.verification, "doctor"));
  // No file has this id; a reply that says so shows that the key is accepted.
  const isUnknownFile = isNotFound(outcome);
  return verdict(about, watched, isUnknownFile ? undefined : outcome);
}

function isSet(settings: Settings, of: Interface): boolean {
  try {
    settings.address(of);
    return true;
  } catch (error) {
    if (error instanceof EmailMarketingError) return false;
    throw error;
  }
}
