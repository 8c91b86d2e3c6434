import { log, type Resource, runtime } from "@pulumi/pulumi";
import type { ProgramResource } from "../account/program-record";
import { redactSecretInputs } from "../account/step";
import type { FindingsOfCheck } from "../engine/resource";
import type { EmailMarketingError, ErrorCode } from "../errors/error";
import { sanitizeMessage } from "../errors/redact";
import { createLookUps } from "../lifecycle/data-source";
import { programError } from "../lifecycle/failure";
import { firstTimes, memoize } from "../plain/async";
import type { Properties } from "../plain/value";
import type { Settings } from "../settings/settings";
import { currentMonitor, hasEngineEnded, isWaitingForEnd } from "./sdk";

export const isPreview = runtime.isDryRun;

export const readStackConfig = runtime.getConfig;

export function show(level: "info" | "warn" | "error", sentence: string, on?: Resource): void {
  // Errors are ignored, because if the engine has ended, no one reads the message.
  void log[level](sanitizeMessage(sentence), on).catch(() => undefined);
}

export function progress(sentence: string, { isBrief = false } = {}): void {
  void log.info(redactSecretInputs(sentence), undefined, undefined, isBrief);
}

const signals = ["SIGINT", "SIGTERM"] as const;

/** Calls `interrupt` at the first Ctrl-C. If there is no other listener, the signal then ends the process as usual. */
export function onInterrupt(interrupt: () => void): () => void {
  const stop = (name: NodeJS.Signals) => {
    // Unregister first, so that a second Ctrl-C isn't caught here and can end the process at once.
    ignore();
    interrupt();
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  const ignore = () => {
    for (const name of signals) process.off(name, stop);
  };
  for (const name of signals) process.on(name, stop);
  return ignore;
}

/** Fails the program by an unhandled rejection, because only showing an error doesn't fail the program. */
export function fail(sentence: string, code: ErrorCode = "validation"): void {
  void Promise.reject(programError(code, sentence));
}

/** Suppresses the warning of Node.js about a rejection that is handled late, because Pulumi has already reported it. */
export const expectLateHandling = memoize(() => {
  // A program often passes a failed look-up to an export or a resource, which handles the rejection late.
  process.on("rejectionHandled", () => undefined);
});

/** The unfinished tasks of this process. Each has the error message for a program that ends too early. */
const open = new Set<{ readonly sentence: string }>();

/** Runs work that must finish before the program ends. */
export async function beforeProgramEnds<Value>(
  sentence: string,
  step: () => Promise<Value>,
): Promise<Value> {
  const one = { sentence };
  // Node.js exits with status 0 if only promises are pending. Pulumi would then delete resources not declared yet.
  if (open.size === 0) process.on("beforeExit", failUnfinished);
  open.add(one);
  try {
    return await step();
  } finally {
    open.delete(one);
    if (open.size === 0) process.off("beforeExit", failUnfinished);
  }
}

function failUnfinished(): void {
  // Wait if another listener for `beforeExit` may cause more work. The empty task makes Node.js emit the event again.
  if (isWaitingForEnd()) return void setImmediate(() => undefined);
  process.off("beforeExit", failUnfinished);
  // A failed program may leave unfinished tasks. Like Pulumi, report only the failure.
  const isKnown = log.hasErrors() || hasEngineEnded();
  // The engine adds no message of its own for status 32.
  process.exitCode ||= isKnown ? 32 : 1;
  if (isKnown) return;
  for (const sentence of new Set([...open].map((one) => one.sentence))) fail(sentence);
}

/** One run of the program. A process with inline programs may have several runs, which don't share look-up results. */
export type Run = ReturnType<typeof beginRun>;

/** One account in one run. */
export type RunAccount = ReturnType<typeof beginAccount>;

/** A declared resource, as the engine's response shows it. */
export interface Registered extends ProgramResource {
  /** The settings of the resource's provider; undefined if they are invalid or unknown, so that preflight can't run. */
  readonly settings: Settings | undefined;
  /** The outputs of an unchanged resource, from the state. */
  readonly recorded: Properties;
  /** True if `--target` or `--exclude` leaves the resource out. The engine's response is then empty. */
  readonly isLeftOut: boolean;
  readonly problems: FindingsOfCheck;
  readonly secrets: readonly string[];
}

// Keyed by engine connection, because the Automation API runs several programs in one process.
const runs = new WeakMap<object, Run>();
const outsideOfRuns = {};

export function currentRun(): Run {
  const key = currentMonitor() ?? outsideOfRuns;
  const run = runs.get(key) ?? beginRun();
  runs.set(key, run);
  return run;
}

function beginRun() {
  return {
    accountOf: memoize((_identity: string) => beginAccount()),
    lookUps: createLookUps(progress, onInterrupt),
    failedLookUps: new Set<ErrorCode>(),
    /** The declared resources. One that Pulumi refused resolves to undefined. */
    declarations: [] as Promise<Registered | undefined>[],
    /** The number of declarations when the last wait for the program's end was over. */
    declaredAtEnd: undefined as number | undefined,
    /** True the first time for a Provider's settings, which are then checked. Undefined means the stack's settings. */
    isFirstJudgment: firstTimes<object | undefined>(),
    isFirstWarning: firstTimes<string>(),
    /** The secret names of Lists. The checks of other resources read them from the account, and must not show them. */
    secretListNames: new Set<string>(),
    isFirstFailure: firstTimes<string>(),
  };
}

/** Creates the record of one account in one run. All Providers of the account share the record. */
function beginAccount() {
  return {
    /** The account's declared resources, by kind and number of declarations, so that no outdated list is used. */
    declared: new Map<string, Promise<readonly ProgramResource[]>>(),
    /** The label of the first resource that was found to be in this account. */
    first: undefined as string | undefined,
    /** True the first time for a value of `accountDomain`, which is then checked. */
    isFirstCheckOf: firstTimes<string>(),
    /** True for the first error about an unreadable account, which alone is reported. */
    isFirstReport: firstTimes<void>(),
  };
}

/** The code by which failures with one cause are reported once. An outage causes both network errors and timeouts. */
export function commonCause({ code }: EmailMarketingError): ErrorCode {
  return code === "timeout" ? "network" : code;
}
