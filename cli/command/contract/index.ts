import { type Guess, guesses, type OperationId, operationIds, operations } from "../../../contract";
import { createAccount } from "../../../provider/account/account";
import type { RawResponse } from "../../../provider/client/call";
import { isKeyRefused } from "../../../provider/errors/call-error";
import { requireOwnError } from "../../../provider/errors/error";
import { exactJson } from "../../../provider/errors/redact";
import { version } from "../../../provider/plain/package";
import { count } from "../../../provider/plain/text";
import { isRecord } from "../../../provider/plain/value";
import type { Settings } from "../../../provider/settings/settings";
import { type Terminal, table } from "../../terminal";
import { writeTogether } from "../../terminal/write-together";
import { type KnownIds, type OpenPoint, openPoints } from "./open-point";
import { differences, parsed } from "./response-difference";

export interface ContractResult {
  readonly operation: string;
  readonly asked: "what exists" | "an id that doesn't exist";
  readonly source: "specification" | "public clients";
  readonly outcome: "as documented" | "differs" | "not tried";
  readonly differences: readonly string[];
  readonly why?: string;
  readonly durationMs?: number;
}

/** The results of comparing the service with the contract. Contains no key and no contact data. */
export interface ContractReport {
  readonly results: readonly ContractResult[];
  readonly headers: {
    /** How often the responses had a `Date` header. */
    readonly date: "always" | "sometimes" | "never";
    /** The statuses of responses with `Retry-After`. */
    readonly retryAfter: readonly number[];
    readonly rateLimit: readonly string[];
  };
  /** The parts of the contract that aren't in the specification, each with its source. */
  readonly guesses: readonly Guess[];
}

export interface ContractOptions {
  readonly cwd: string;
  readonly json?: boolean;
  readonly report?: string;
  readonly campaignId?: string;
  readonly contactId?: string;
  readonly fileId?: string;
}

/**
 * Compares the service with the contract and prints a report. Returns exit status 2 if something differs, 1 if nothing
 * was compared, otherwise 0.
 */
export async function examineContract(
  settings: Settings,
  options: ContractOptions,
  terminal: Terminal,
): Promise<number> {
  terminal.progress("Asking the service ...");
  const { campaignId: campaign, contactId: contact, fileId: file } = options;
  const report = await checkContract(settings, { campaign, contact, file });
  terminal.clearProgress();
  const json = exactJson({ version, ...report }, 2);
  if (options.report !== undefined) {
    await writeTogether(options.cwd, [{ path: options.report, content: `${json}\n` }]);
  }
  for (const line of options.json ? [json] : reportLines(report)) terminal.print(line);
  const tried = report.results.filter(({ outcome }) => outcome !== "not tried");
  if (tried.length === 0) {
    terminal.printToStderr("No operation could be compared. The report says why.");
    return 1;
  }
  const found = tried.flatMap(({ differences }) => differences);
  if (found.length === 0) {
    if (!options.json) terminal.print(`All ${tried.length} replies are as documented.`);
    return 0;
  }
  terminal.printToStderr(
    `${count(found.length, "difference")} found. Please report them with this report, which contains no key ` +
      "and no contact data. Until the package is corrected, extraFields can send a field under another name.",
  );
  return 2;
}

/** The maximum time for one request and its retries. It is short, because the user is waiting. */
const requestDeadlineMs = 10_000;
const madeUpId = "pulumi-email-marketing-doctor";

/**
 * Tries the read-only operations that the settings and the known ids allow, and compares their responses with the
 * contract. An operation that takes an id is also tried with a made-up id.
 */
async function checkContract(settings: Settings, given: KnownIds): Promise<ContractReport> {
  const responses: RawResponse[] = [];
  const account = createAccount(settings, {
    deadlineMs: Math.min(settings.value("deadlineSeconds") * 1000, requestDeadlineMs),
    outageLimitMs: () => requestDeadlineMs,
    onResponse: (response) => responses.push(response),
  });
  const isExtended = settings.isExtended;
  let known = given;

  const tryOperation = async (openPoint: OpenPoint, id: string) => {
    const { limit, operation } = openPoint;
    const isMadeUp = id === madeUpId;
    if (openPoint.isExtended && !isExtended) {
      return notTried(operation, 'emailmarketing:operations is not "extended"', isMadeUp);
    }
    const before = responses.length;
    const startedAt = performance.now();
    const failure = await openPoint.ask(account, id).then(() => undefined, requireOwnError);
    const durationMs = Math.round(performance.now() - startedAt);
    const [response] = responses.slice(before).slice(-1);
    const why = failure?.message ?? "no request was sent";
    if (response === undefined) return notTried(operation, why, isMadeUp);
    if (isKeyRefused(failure)) {
      // Stop if no request has succeeded so far, because the key is probably wrong. Otherwise go on, because the main
      // API and the verification API have different keys.
      if (!responses.some(({ status }) => status < 300)) throw failure;
      return notTried(operation, why, isMadeUp);
    }
    known = { ...known, ...shownIds(openPoint, response, known) };
    const status = isMadeUp ? 404 : 200;
    const expected = { status, limit: isMadeUp ? undefined : limit };
    const found = differences(response, { operation: operations[operation], ...expected });
    const outcome = found.length === 0 ? "as documented" : "differs";
    return { ...resultOf(operation, isMadeUp), outcome, differences: found, durationMs } as const;
  };

  const results: ContractResult[] = [];
  for (const openPoint of openPoints) {
    const { needs, operation } = openPoint;
    const id = needs === undefined ? "" : known[needs];
    const isKnown = id !== undefined;
    results.push(
      isKnown ? await tryOperation(openPoint, id) : notTried(operation, unknownId(needs)),
    );
  }
  for (const openPoint of openPoints.filter(({ needs }) => needs !== undefined)) {
    results.push(await tryOperation(openPoint, madeUpId));
  }
  return { results: [...results, ...untriedWrites()], headers: headersOf(responses), guesses };
}

function resultOf(operation: OperationId, isMadeUp: boolean) {
  const { method, path, document } = operations[operation];
  return {
    operation: `${method} ${path}`,
    asked: isMadeUp ? "an id that doesn't exist" : "what exists",
    source: document === "specified" ? "specification" : "public clients",
    differences: [],
  } as const;
}

function notTried(operation: OperationId, why: string, isMadeUp = false): ContractResult {
  return { ...resultOf(operation, isMadeUp), outcome: "not tried", why };
}

function unknownId(kind: keyof KnownIds | undefined): string {
  return kind === "list" || kind === "webhook"
    ? `the account has no ${kind}`
    : `no ${kind} is known; set --${kind}-id <id>`;
}

function shownIds({ shows }: OpenPoint, { text }: RawResponse, known: KnownIds): KnownIds {
  if (shows === undefined || known[shows[0]] !== undefined) return {};
  const [kind, field] = shows;
  const body = parsed(text);
  const rows = isRecord(body) && Array.isArray(body.data) ? body.data.filter(isRecord) : [];
  // Prefer a finished campaign, because a campaign that was never sent has no report.
  const sent = rows.find(({ status }) => String(status).toLowerCase() === "finished");
  const id = (sent ?? rows[0])?.[field];
  return typeof id === "string" && id !== "" ? { [kind]: id } : {};
}

function untriedWrites(): ContractResult[] {
  const asked = new Set<OperationId>(openPoints.map(({ operation }) => operation));
  return operationIds
    .filter((name) => !asked.has(name))
    .map((name) => notTried(name, name === "createCampaign" ? draftReason : writesReason));
}

const writesReason = "it writes, and this check only reads";
const draftReason = `${writesReason}: whether a campaign without a date is a draft can't be seen without writing. Try it with an empty list`;

function headersOf(responses: readonly RawResponse[]): ContractReport["headers"] {
  const having = (name: string) => responses.filter(({ headers }) => headers.has(name));
  const dated = having("date").length;
  const names = responses.flatMap(({ headers }) => [...headers.keys()]);
  return {
    date: dated === 0 ? "never" : dated === responses.length ? "always" : "sometimes",
    retryAfter: [...new Set(having("retry-after").map(({ status }) => status))].sort(),
    rateLimit: [...new Set(names.filter((name) => /rate-?limit/i.test(name)))].sort(),
  };
}

function reportLines({ results, headers, guesses }: ContractReport): string[] {
  const list = (names: readonly (string | number)[]) => names.join(", ") || "none";
  return [
    ...table(results.flatMap(rows)),
    "",
    `Date header: ${headers.date}. Retry-After: ${headers.retryAfter.length === 0 ? "never" : `with status ${list(headers.retryAfter)}`}. Rate limit headers: ${list(headers.rateLimit)}.`,
    "",
    "Not from the specification (A: the vendor's own client, B: several public clients, C: one, D: a guess):",
    ...table(guesses.map(({ grade, where, what }) => [`  ${grade}`, where, what])),
    "",
  ];
}

function rows(result: ContractResult): string[][] {
  const { outcome, operation, asked, why, durationMs, source, differences } = result;
  const about = [
    ...(asked === "what exists" ? [] : [asked]),
    ...(source === "specification" ? [] : ["known from public clients"]),
    ...(why === undefined ? [] : [why]),
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
  ];
  return [
    [outcome, operation, about.join("; ")],
    ...differences.map((one) => ["", "", `-> ${one}`]),
  ];
}
