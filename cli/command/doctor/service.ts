import { type Account, createAccount, skewWords } from "../../../provider/account/account";
import { type Collection, mayBeMissing } from "../../../provider/api/call";
import { campaigns } from "../../../provider/api/campaign";
import {
  type DomainRow,
  domains,
  everyCollection,
  type SenderRow,
  senders,
  webhooks,
} from "../../../provider/api/collections";
import { getFileVerification } from "../../../provider/api/report";
import { type KnownService, tolerableSkewMs } from "../../../provider/client/api-state";
import type { FoundRows } from "../../../provider/client/pagination";
import { isKeyRefused } from "../../../provider/errors/call-error";
import {
  EmailMarketingError,
  type ErrorCode,
  incompleteNotice,
  isNotFound,
  requireOwnError,
} from "../../../provider/errors/error";
import { asName } from "../../../provider/errors/redact";
import { count } from "../../../provider/plain/text";
import type { Settings } from "../../../provider/settings/settings";
import { fault, fine, note, type Observation, warning } from "./observation";

/**
 * The maximum time for a request with its retries, and for reading all pages of one collection. It is short, because
 * the user is waiting.
 */
const requestDeadlineMs = 10_000;

interface WatchedAccount {
  readonly account: Account;
  readonly durationsMs: number[];
  readonly service: KnownService;
}

/**
 * Checks the main API and its key, and the verification API if its URL is set. If possible, also compares the clocks
 * and counts objects. Sends only reads, and nothing if a setting is invalid.
 */
export async function examineService(settings: Settings): Promise<Observation[]> {
  if (settings.problems().length > 0) return [];
  const main = openWatchedAccount(settings);
  const found = await senders.read(main.account.main).catch(requireOwnError);
  const counts =
    found instanceof EmailMarketingError ? [] : await countObservations(main.account, found);
  return [
    ...apiObservations("main API", main, found),
    ...counts,
    ...clockObservation(main),
    ...(await verificationObservations(settings)),
  ];
}

function openWatchedAccount(settings: Settings): WatchedAccount {
  const durationsMs: number[] = [];
  const service: KnownService = { hasResponded: false, hasShownTime: false };
  return {
    durationsMs,
    service,
    account: createAccount(settings, {
      deadlineMs: Math.min(settings.value("deadlineSeconds") * 1000, requestDeadlineMs),
      log: ({ status, durationMs }) => void (status !== undefined && durationsMs.push(durationMs)),
      service,
    }),
  };
}

function apiObservations(
  about: string,
  { durationsMs }: WatchedAccount,
  outcome: unknown,
): Observation[] {
  const reached =
    durationsMs.length === 0 ? [] : [fine(about, `replied within ${Math.min(...durationsMs)} ms`)];
  if (!(outcome instanceof EmailMarketingError)) {
    return [...reached, fine(`${about}'s key`, "accepted")];
  }
  const { message } = outcome;
  if (!isKeyRefused(outcome)) return [fault(about, message)];
  return [...reached, fault(`${about}'s key`, message)];
}

async function countObservations(
  { main, settings }: Account,
  foundSenders: FoundRows<SenderRow>,
): Promise<Observation[]> {
  const isExtended = settings.isExtended;
  const read = <Row extends Identified>(of: Collection<Row>) =>
    of.read(main).catch(requireOwnError);
  const foundDomains = await read(domains);
  const others: Observation[] = [];
  for (const of of everyCollection) {
    // Skip senders and domains, because they are already read. Skip campaigns, because the service may refuse some
    // forms of their search, and one page may have 10 MB.
    if (of === senders || of === domains || of === campaigns) continue;
    if (mayBeMissing(of.operation) && !isExtended) continue;
    others.push(countObservation(of, await read(of)));
  }
  return [
    countObservation(senders, foundSenders),
    countObservation(domains, foundDomains, (rows) => {
      const verified = rows.filter(({ status }) => status === "verified");
      return `, ${verified.length} verified${accountDomainAdvice(settings, verified)}`;
    }),
    ...others,
  ];
}

function accountDomainAdvice(settings: Settings, [first]: readonly DomainRow[]): string {
  if (settings.value("accountDomain") !== undefined || first === undefined) return "";
  return `; to protect this account, set accountDomain to ${asName(first.domain)}`;
}

/** The codes of temporary errors, which are only warnings. */
const temporaryErrorCodes: readonly ErrorCode[] = ["server", "timeout", "rate-limit", "network"];

interface Identified {
  readonly id: string;
}

/** An observation about one collection, such as lists. `more` returns text to add after the number of rows. */
function countObservation<Row extends Identified>(
  { words, operation }: Pick<Collection<Row>, "words" | "operation">,
  found: FoundRows<Row> | EmailMarketingError,
  more: (rows: readonly Row[]) => string = () => "",
): Observation {
  const about = "account holds";
  if (found instanceof EmailMarketingError) {
    // Resources need all extended searches except the one for webhooks. So an error of a needed search is a fault,
    // unless the error is temporary.
    const isNeeded = mayBeMissing(operation) && words !== webhooks.words;
    const isFault = isNeeded && !temporaryErrorCodes.includes(found.code);
    return (isFault ? fault : warning)(about, found.message);
  }
  const { rows, shortfall } = found;
  return shortfall
    ? warning(about, incompleteNotice(words[1], shortfall))
    : note(about, count(rows.length, ...words) + more(rows));
}

function clockObservation({ service }: WatchedAccount): Observation[] {
  const aheadMs = service.aheadMs;
  if (aheadMs === undefined) return [];
  if (Math.abs(aheadMs) < tolerableSkewMs) {
    return [fine("clock", "within a minute of the service's clock")];
  }
  const hint = "Set the clock: checks for dates in the past and retry delays depend on it.";
  return [warning("clock", skewWords(aheadMs), hint)];
}

async function verificationObservations(settings: Settings): Promise<Observation[]> {
  const about = "verification API";
  if (settings.value("verifyUrl") === undefined) {
    const says = "not configured; only getFileVerification uses it (verifyUrl and verifyKey)";
    return [note(about, says)];
  }
  const watched = openWatchedAccount(settings);
  const outcome = await getFileVerification(watched.account.verification, "doctor").catch(
    requireOwnError,
  );
  // No file has this id, so a 404 shows that the service accepts the key.
  const isUnknownFile = isNotFound(outcome);
  return apiObservations(about, watched, isUnknownFile ? undefined : outcome);
}
