import { log, type Resource, runtime } from "@pulumi/pulumi";
import { EmailMarketingError } from "../errors/error";
import { spoken } from "../errors/redact";

/** Whether the program runs in a preview, which waits for nothing. */
export function isPreview(): boolean {
  return runtime.isDryRun();
}

/** Stack config of the program. */
export function readStackConfig(key: string): string | undefined {
  return runtime.getConfig(key);
}

/** Shows something beside a resource, or beside the stack. */
export function show(level: "info" | "warn" | "error", sentence: string, on?: Resource): void {
  // The engine may go away while this is under way; then there is nobody to tell.
  void log[level](spoken(sentence), on).catch(() => undefined);
}

/** Fails the program: a shown error does not, but a rejection without a handler does. */
export function fail(sentence: string): void {
  void Promise.reject(new EmailMarketingError("validation", sentence));
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
