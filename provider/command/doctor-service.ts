import { type Account, createAccount } from "../account/account";
import { searchContactProperties } from "../api/custom-property";
import { searchDomains } from "../api/domain";
import { getFileVerification } from "../api/file-verification";
import { searchLists } from "../api/list";
import { searchReplyEmails } from "../api/reply-to";
import { searchSenders } from "../api/sender";
import { EmailMarketingError } from "../errors/error";
import type { Interface } from "../errors/interface";
import { isNotFound } from "../errors/not-found";
import type { Settings } from "../settings/settings";
import { fine, type Observation } from "./observation";
import { count } from "./words";

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
  const held =
    senders instanceof EmailMarketingError ? [] : await holdings(main.account, senders.rows.length);
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
      onDate: (date) => {
        watched.skewMs ??= date.getTime() - Date.now();
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

async function holdings({ main, settings }: Account, senders: number): Promise<Observation[]> {
  const isExtended = settings.value("operations") === "extended";
  return [
    holds(count(senders, "sender", "senders")),
    await held(async () => {
      const { rows: domains } = await searchDomains(main, {});
      const verified = domains.filter(({ status }) => status.toLowerCase() === "verified").length;
      return `${count(domains.length, "domain", "domains")}, ${verified} verified`;
    }),
    await held(async () => {
      const { length } = (await searchReplyEmails(main, {})).rows;
      return count(length, "reply-to address", "reply-to addresses");
    }),
    await held(async () => count((await searchLists(main)).rows.length, "list", "lists")),
    ...(isExtended
      ? [
          await held(async () => {
            const { length } = (await searchContactProperties(main)).rows;
            return count(length, "custom property", "custom properties");
          }),
        ]
      : []),
  ];
}

function holds(says: string): Observation {
  return { level: "note", about: "account holds", says };
}

/** When only one read fails, the service lacks that operation or has a passing problem. */
async function held(read: () => Promise<string>): Promise<Observation> {
  const outcome = await asked(read);
  return outcome instanceof EmailMarketingError
    ? { level: "warning", about: "account holds", says: outcome.message }
    : holds(outcome);
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
