import { inspect } from "node:util";
import type { Account } from "../account/account";
import { type Caches, createCaches } from "../account/cache";
import { EmailMarketingError } from "../errors/error";
import { type Finding, withTag } from "../input/finding";
import { judgeOutputs } from "../input/text-mistakes";
import { checkInputs, type Fields, type InputCheck, withInputs } from "../input/validation";
import { withoutNull, withoutUndefined } from "../plain/value";
import type { Settings } from "../settings/settings";
import { programError, withCodeInMessage, withLabel } from "./failure";

/** One function of the package. Its look-up only reads, because functions also run in previews. */
export interface DataSource<Args extends object, Result> {
  /** The function's public name, such as `getSender`. */
  readonly name: string;
  readonly inputs: Fields<Args, InputCheck>;
  /** Findings about combinations of arguments. Called only if each argument is valid. */
  rules?(args: Args): readonly Finding[];
  /** True if the result has contact data or a URL with a token. An output is then secret, but a promise can't be. */
  readonly isSecret?: boolean;
  look(account: Account, args: Args, context: LookUpContext): Promise<Result | PendingResult>;
}

export type AnyDataSource = DataSource<object, unknown>;

/** The values and functions that a look-up gets from the runtime, because this module doesn't load Pulumi's SDK. */
export interface LookUpContext {
  /** True in a preview, in which look-ups don't wait for anything to finish. */
  readonly isPreview: boolean;
  /** Shows the progress of a long wait. A line with `isBrief` is gone with the next line, and isn't in the summary. */
  readonly progress: (sentence: string, options?: { readonly isBrief?: boolean }) => void;
  /** Runs a wait that Ctrl-C interrupts. The signal tells the wait to stop. */
  readonly interruptible: <Value>(wait: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;
}

/** Registers `interrupt` for Ctrl-C. Returns a function that unregisters it. */
export type OnInterrupt = (interrupt: () => void) => () => void;

/** Runs a wait. Throws if the user interrupts the wait. */
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

/** An incomplete result in a preview, which only an update can complete. In a program, the Output is then unknown. */
export class PendingResult {
  constructor(
    /** The reason why the result is incomplete, for a caller that can't handle unknown results. */
    readonly sentence: string,
    /** The incomplete result, for a caller that can't handle unknown results. */
    readonly soFar: object,
  ) {}
}

export interface DataSourceCall {
  readonly account: Account;
  /** The unchecked arguments, as the caller passed them. */
  readonly args: object;
  readonly isPreview: boolean;
}

/** Look-ups that share results and the rows that they have read, until `forget`. Only `askAnew` shares nothing. */
export function createLookUps(progress: LookUpContext["progress"], onInterrupt: OnInterrupt) {
  const answers = new Map<string, Promise<unknown>>();
  const caches = new Map<string, Caches>();

  function cachesOf({ settings, main, warnOnce }: Account): Caches {
    const known = caches.get(settings.identity) ?? createCaches(main, { warnOnce });
    caches.set(settings.identity, known);
    return known;
  }

  const run = (source: AnyDataSource, call: DataSourceCall, caches: Caches) =>
    runLookUp(source, { ...call.account, ...caches }, call.args, {
      isPreview: call.isPreview,
      progress,
      interruptible: (wait) => interruptible(onInterrupt, wait),
    });

  return {
    cachesOf,
    /** Runs a look-up once for the same account, function and arguments. */
    ask(source: AnyDataSource, call: DataSourceCall): Promise<unknown> {
      const key = lookUpKey(source, call.account.settings, call.args);
      const answer = answers.get(key) ?? run(source, call, cachesOf(call.account));
      answers.set(key, answer);
      return answer;
    },
    /** Runs a look-up again, bypassing the caches, because the objects may have changed. */
    askAnew(source: AnyDataSource, call: DataSourceCall): Promise<unknown> {
      const { main, warnOnce } = call.account;
      return run(source, call, createCaches(main, { warnOnce }));
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

/** Checks the arguments and runs the look-up. An error begins with the function's name. */
export async function runLookUp<Args extends object, Result>(
  source: DataSource<Args, Result>,
  account: Account,
  args: Args,
  context: LookUpContext,
): Promise<Result | PendingResult> {
  const { findings: ofTexts, rest } = judgeOutputs(withoutNull(withoutUndefined(args)));
  const invalid = [...ofTexts, ...checkInputs(source.inputs, rest)];
  const findings = invalid.length > 0 ? invalid : (source.rules?.(rest) ?? []);
  if (findings.length > 0) {
    const problems = withInputs(source.inputs, findings).map(withTag).join("; ");
    throw programError("validation", `${source.name}: ${problems}`);
  }
  try {
    return await source.look(account, rest, context);
  } catch (error) {
    throw withCodeInMessage(withLabel(source.name, error));
  }
}

/** The cache key of a look-up. Includes the setting `operations`, because Providers of one account may differ in it. */
export function lookUpKey(
  { name }: { readonly name: string },
  { identity, origin }: Pick<Settings, "identity" | "origin">,
  args: object,
): string {
  const key = [name, identity, origin("operations")?.text, withoutUndefined(args)];
  // Not JSON, because it can't represent every wrong argument of a program in JavaScript, such as a bigint.
  return inspect(key, { sorted: true, customInspect: false, ...unlimited });
}

const unlimited = { depth: null, maxArrayLength: null, maxStringLength: null } as const;

export function exactlyOne<Args extends object>(
  args: Args,
  ...names: readonly (keyof Args & string)[]
): readonly Finding[] {
  const given = names.filter((name) => args[name] !== undefined);
  const problem = `set exactly one of ${names.join(", ")}`;
  return given.length === 1 ? [] : [{ path: "", problem }];
}
