import { log, type Resource, runtime } from "@pulumi/pulumi";
import { redactSecretInputs } from "../account/step";
import type { ErrorCode } from "../errors/error";
import { sanitizeMessage } from "../errors/redact";
import { programError } from "../lifecycle/failure";
import { once } from "../plain/async";
import { hasEngineEnded, isWaitingForEnd, shownStatus } from "./sdk";

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

/**
 * Calls `interrupt` at the first Ctrl-C, which the engine forwards to the program. If there is no other listener, the
 * signal then ends the process as usual.
 */
export function onInterrupt(interrupt: () => void): () => void {
  const stop = (name: NodeJS.Signals) => {
    // Unregister first, so that this listener doesn't keep a second Ctrl-C from ending the process at once.
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

/**
 * Suppresses the warning of Node.js about a promise whose rejection is handled late, because Pulumi has already
 * reported the error. A program often passes a failed look-up to an export or a resource.
 */
export const expectLateHandling = once(() => {
  process.on("rejectionHandled", () => undefined);
});

/** The unfinished tasks of this process. Each has the error message for a program that ends too early. */
const open = new Set<{ readonly sentence: string }>();

/**
 * Runs work that must finish before the program ends. Node.js exits with status 0 if only promises are pending, and
 * Pulumi would then delete the resources that aren't declared yet.
 */
export async function beforeProgramEnds<Value>(
  sentence: string,
  step: () => Promise<Value>,
): Promise<Value> {
  const one = { sentence };
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
  // A wait for the program's end also listens to `beforeExit`, and may lead to more work. The empty task makes Node.js
  // emit the event again.
  if (isWaitingForEnd()) return void setImmediate(() => undefined);
  process.off("beforeExit", failUnfinished);
  // A failed program may leave unfinished tasks. Like Pulumi, report only the failure.
  const isKnown = log.hasErrors() || hasEngineEnded();
  process.exitCode ||= isKnown ? shownStatus : 1;
  if (isKnown) return;
  for (const sentence of new Set([...open].map((one) => one.sentence))) fail(sentence);
}
