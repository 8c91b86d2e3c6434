import { type Account, type Caches, createCaches } from "../account/account";
import { type Cache, rowsForAdvice } from "../account/cache";
import type { Collection, TextSearch } from "../api/collection";
import type { FoundRows } from "../client/pages";
import { EmailMarketingError } from "../errors/error";
import { didYouMean } from "../errors/nearest";
import { quoted } from "../errors/redact";
import { incompleteNotice } from "../errors/request-error";
import { checkInputs, type InputChecks, withInputs } from "../input/check";
import { type Finding, labelled } from "../input/finding";
import { judgeOutputs } from "../input/output-in-text";
import { isObject, withoutNull, withoutUndefined } from "../input/plain";
import type { Settings } from "../settings/settings";
import { explain, withCodeInMessage } from "./failure";

/**
 * One function of the package: what it takes, and how it looks things up. It never changes anything, because functions
 * run in previews too. Nothing here or beside it loads Pulumi's SDK: whoever serves a function to a program gives it what
 * it needs of Pulumi as a {@link LookUpContext}.
 */
export interface DataSource<Args extends object, Result> {
  /** The function's public name, such as `getSender`. */
  readonly name: string;
  readonly inputs: InputChecks<Args>;
  /** What is wrong with the arguments together, once each of them is valid. */
  rules?(args: Args): readonly Finding[];
  /** True when the result holds contact data, or an address with a token, which a program gets as a secret. */
  readonly isSecret?: boolean;
  look(account: Account, args: Args, context: LookUpContext): Promise<Result | NotYet>;
}

export type AnyDataSource = DataSource<object, unknown>;

/** What a look-up needs to know of the run that asks, and how to reach the user meanwhile. */
export interface LookUpContext {
  /** Whether the run is a preview, which doesn't wait for anything to finish. */
  readonly isPreview: boolean;
  /** Shows how far a long wait is. A brief line replaces the one before it, and is left out of the summary. */
  readonly progress: (sentence: string, options?: { readonly isBrief?: boolean }) => void;
  /** Runs a wait that a Ctrl-C interrupts; the wait gets a signal by which to stop its own work. */
  readonly interruptible: <Value>(wait: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;
}

/** Has `interrupt` called at a Ctrl-C, until what this gives is called. */
export type OnInterrupt = (interrupt: () => void) => () => void;

/** What a wait gives, or the error for one that was interrupted. */
export async function interruptible<Value>(
  onInterrupt: OnInterrupt,
  wait: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const interrupted = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new EmailMarketingError("timeout", "the wait was interrupted."));
    controller.signal.addEventListener("abort", fail, { once: true });
  });
  const ended = onInterrupt(() => controller.abort());
  return Promise.race([interrupted, wait(controller.signal)]).finally(ended);
}

/** The answer of a preview to a question that only an apply waits for: the result is unknown. */
export class NotYet {
  /** What is missing, for a caller that can't be given an unknown result. */
  constructor(
    readonly sentence: string,
    /** The result as it is by now, for a caller that has no unknown results. */
    readonly soFar: object,
  ) {}
}

export interface DataSourceCall {
  readonly account: Account;
  /** As the caller gave them, so nothing about them is certain before the checks. */
  readonly args: object;
  readonly isPreview: boolean;
}

export type LookUps = ReturnType<typeof createLookUps>;

/** The look-ups of one run, which share what they read. */
export function createLookUps(progress: LookUpContext["progress"], onInterrupt: OnInterrupt) {
  const answers = new Map<string, Promise<unknown>>();
  const caches = new Map<string, Caches>();

  function cachesOf({ settings, main, warnOnce }: Account): Caches {
    const known = caches.get(settings.identity) ?? createCaches(main, { warnOnce });
    caches.set(settings.identity, known);
    return known;
  }

  const run = (source: AnyDataSource, { account, args, isPreview }: DataSourceCall) =>
    runLookUp(source, account, args, {
      isPreview,
      progress,
      interruptible: (wait) => interruptible(onInterrupt, wait),
    });

  return {
    cachesOf,
    /** One request for the same account, function and arguments. */
    ask(source: AnyDataSource, { account, args, isPreview }: DataSourceCall): Promise<unknown> {
      const key = questionKey(source, account.settings, args);
      const seen = { ...account, ...cachesOf(account) };
      const answer = answers.get(key) ?? run(source, { account: seen, args, isPreview });
      answers.set(key, answer);
      return answer;
    },
    /** Asks for what may have changed since it was read. */
    askAnew(source: AnyDataSource, { account, ...call }: DataSourceCall): Promise<unknown> {
      const { main, warnOnce } = account;
      return run(source, { account: { ...account, ...createCaches(main, { warnOnce }) }, ...call });
    },
    async settled(): Promise<void> {
      await Promise.allSettled(answers.values());
    },
    forget(): void {
      answers.clear();
      caches.clear();
    },
  };
}

/** Checks the arguments, then looks up; an error starts with the function's name and ends in its code. */
export async function runLookUp<Args extends object, Result>(
  source: DataSource<Args, Result>,
  account: Account,
  args: Args,
  context: LookUpContext,
): Promise<Result | NotYet> {
  const { findings: ofTexts, rest } = judgeOutputs(withoutNull(withoutUndefined(args)));
  const invalid = [...ofTexts, ...checkInputs(source.inputs, rest)];
  const findings = invalid.length > 0 ? invalid : (source.rules?.(rest) ?? []);
  if (findings.length > 0) {
    const problems = withInputs(source.inputs, findings).map(labelled).join("; ");
    throw new EmailMarketingError("validation", `${source.name}: ${problems}`);
  }
  try {
    return await explain(source.name, () => source.look(account, rest, context));
  } catch (error) {
    throw withCodeInMessage(error);
  }
}

/**
 * The same for the same question to the same account, whatever the order of the arguments. Of two Providers of an account,
 * one may use operations that the other doesn't.
 */
export function questionKey(
  { name }: { readonly name: string },
  { identity, origin }: Pick<Settings, "identity" | "origin">,
  args: object,
): string {
  return JSON.stringify([name, identity, origin("operations")?.text, canonical(args)]);
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}

/** The rule of a singular function: exactly one of the names says what is wanted. */
export function exactlyOne<Args extends object>(...names: readonly (keyof Args & string)[]) {
  return (args: Args): readonly Finding[] => {
    const given = names.filter((name) => args[name] !== undefined);
    return given.length === 1
      ? []
      : [{ path: "", problem: `set exactly one of ${names.join(", ")}` }];
  };
}

interface Worded {
  readonly words: readonly [one: string, several: string];
}

/** All rows of a search, as {@link rowsOf} has them. */
export async function readRows<Row, Search extends TextSearch>(
  account: Account,
  of: Collection<Row, Search>,
  search: Search,
): Promise<readonly Row[]> {
  return rowsOf(account, of, await of.read(account.main, search));
}

/** The rows of a search; where it is incomplete, the user is told so, with both numbers. */
export function rowsOf<Row>(
  { warnOnce }: Pick<Account, "warnOnce">,
  { words: [, several] }: Worded,
  { rows, shortfall }: FoundRows<Row>,
): readonly Row[] {
  if (shortfall) warnOnce(incompleteNotice(several, shortfall));
  return rows;
}

interface WantedKey<Row> {
  readonly key: string;
  /** The arguments of the function. */
  readonly wanted: object;
  /** Whether a row with the key, in whatever spelling, is meant; without it, each is. */
  fits?(row: Row): boolean;
}

/** The one row with a key that fits; an error that there is none asks for keys that are near. */
export async function onlyWithKey<Row>(
  cache: Pick<Cache<Row>, "withKey" | "complete">,
  of: Worded & { keyOf(row: Row): string },
  { key, wanted, fits = () => true }: WantedKey<Row>,
): Promise<Row> {
  const alike = await cache.withKey(key);
  const rows = alike.filter(fits);
  if (rows.length > 0) return only(rows, of, wanted);
  const known = alike.length > 0 ? alike : await rowsForAdvice(cache);
  return only(rows, of, wanted, didYouMean(key, known.map(of.keyOf)));
}

/** The one row that a singular function gives; none or several are an error that says what was looked for. */
export function only<Row>(
  rows: readonly Row[],
  { words: [one] }: Worded,
  wanted: object,
  question = "",
): Row {
  const [row] = rows;
  if (row !== undefined && rows.length === 1) return row;
  const criteria = Object.entries(wanted).map(
    ([name, value]) => `${name} ${quoted(String(value))}`,
  );
  const what = `${one} with ${criteria.join(" and ")}`;
  if (row === undefined) {
    throw new EmailMarketingError("not-found", `the account has no ${what}${question}.`);
  }
  throw new EmailMarketingError(
    "conflict",
    `the account has more than one ${what}: ${rows.length}.`,
  );
}
