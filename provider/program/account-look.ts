import { setImmediate as nextTurn } from "node:timers/promises";
import { requireDomain } from "../account/required-domain";
import { EmailMarketingError } from "../errors/error";
import { mustRun, unasked } from "../lifecycle/asking";
import { fail, show } from "./program";
import { causeOf, holdingsForPreflight, type Run, type Selected } from "./run";

/** Asks once for all resources of an account, changed or not: a key of another account is wrong for each of them. */
export async function judgeDomain(run: Run, { account, settings }: Selected): Promise<void> {
  const domain = settings.value("accountDomain");
  if (domain === undefined || account.judgedDomains.has(domain)) return;
  account.judgedDomains.add(domain);
  // A preview works without a key, such as that of a pull request from a fork.
  if (settings.origin("apiKey") === undefined) return;
  try {
    await requireDomain(settings, holdingsForPreflight(account, settings));
  } catch (error) {
    // Only a search that was answered shows another account; other failures are those of the look itself.
    if (error instanceof EmailMarketingError && error.code === "conflict")
      failOnce(run, `${account.first ?? ""}: ${error.message}`);
    else await reportUnasked(run, { account, settings }, error);
  }
}

/** Fails the program, with each sentence once. */
export function failOnce(run: Run, sentence: string): void {
  if (!run.failures.has(sentence)) fail(sentence);
  run.failures.add(sentence);
}

/** Preflight that can't run (no key, a rejected key, no connection, too many requests) is reported once. */
export async function reportUnasked(
  run: Run,
  { account, settings }: Selected,
  error: unknown,
): Promise<void> {
  if (!(error instanceof EmailMarketingError)) throw error;
  if (account.isReported) return;
  account.isReported = true;
  // Where a function has failed the program for the same reason, one sentence is enough.
  await Promise.allSettled(run.answers.values());
  await nextTurn();
  if (run.failedLookUps.has(causeOf(error))) return;
  if (mustRun(settings)) failOnce(run, unasked(error));
  else show("warn", unasked(error));
}
