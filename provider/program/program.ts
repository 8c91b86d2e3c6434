import { log, type Resource, runtime } from "@pulumi/pulumi";
import { EmailMarketingError, type ErrorCode } from "../errors/error";
import { spoken } from "../errors/redact";
import { withCodeInMessage } from "../lifecycle/failure";
import { hasEngineEnded, isWaitingForEnd, shownStatus } from "./sdk";

/** Whether the program runs in a preview, which waits for nothing. */
export function isPreview(): boolean {
  return runtime.isDryRun();
}

export function readStackConfig(key: string): string | undefined {
  return runtime.getConfig(key);
}

/** Shows something beside a resource, or beside the stack. */
export function show(level: "info" | "warn" | "error", sentence: string, on?: Resource): void {
  // The engine may go away while this is under way; then there is nobody to tell.
  void log[level](spoken(sentence), on).catch(() => undefined);
}

/** Shows how far a long wait is. */
export function progress(sentence: string, { isBrief = false } = {}): void {
  void log.info(spoken(sentence), undefined, undefined, isBrief);
}

const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls `interrupt` at the first Ctrl-C, which the engine passes on to the program. Where nobody else listens, the signal then
 * does what it always does: it ends the process.
 */
export function onInterrupt(interrupt: () => void): () => void {
  const stop = (name: NodeJS.Signals) => {
    // First, so that a second Ctrl-C ends the process at once.
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

/** Fails the program: a shown error does not, but a rejection without a handler does. */
export function fail(sentence: string, code: ErrorCode = "validation"): void {
  void Promise.reject(withCodeInMessage(new EmailMarketingError(code, sentence)));
}

let expectsLateHandling = false;

/**
 * A program often hands a failed look-up on (to an export, to a resource) after it has failed. Pulumi has reported
 * the error by then; without a listener Node would add a warning about the promise to it.
 */
export function expectLateHandling(): void {
  if (expectsLateHandling) return;
  expectsLateHandling = true;
  process.on("rejectionHandled", () => undefined);
}

/** What is under way in this process, each with the sentence of a program that ends before it. */
const open = new Set<{ readonly sentence: string }>();

/**
 * Does something that a program may not end before. Node.js ends a process with status 0 where something waits and nothing is left
 * that could end the wait; Pulumi would take that for a program that declares no more, and delete the rest.
 */
export async function toItsEnd<Value>(
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
  // Part of it may wait for this very moment: Node.js comes back here once that is done.
  if (isWaitingForEnd()) return void setImmediate(() => undefined);
  process.off("beforeExit", failUnfinished);
  // A program that has failed leaves promises behind for which others wait. Pulumi reports none then, either.
  const isKnown = log.hasErrors() || hasEngineEnded();
  process.exitCode ||= isKnown ? shownStatus : 1;
  if (isKnown) return;
  for (const sentence of new Set([...open].map((one) => one.sentence))) fail(sentence);
}
