import type { Account } from "../account/account";
import { recordOf } from "../account/program-record";
import { requireAccountDomain } from "../account/sending-domain";
import { EmailMarketingError, withMessage } from "../errors/error";
import { redactSecretTexts } from "../errors/redact";
import { isSameContent } from "../input/asset";
import { type Finding, isError, withoutIgnored, withTag } from "../input/finding";
import { containsUnknown, type Properties } from "../plain/value";
import type { Settings } from "../settings/settings";
import { guardViolations, requireAllowed } from "./guard";
import type { AnyLifecycle } from "./lifecycle";
import { confirmedState, labelOf, propsOf, readableState } from "./object-state";
import {
  type CheckedStep,
  guardedStep,
  isNew,
  type ObjectStep,
  type PreflightCheck,
  type Program,
  type StepCheck,
} from "./preflight-check";

/** Reports findings about one resource. Implemented twice: for a running program, and for one step of the engine. */
export interface FindingReporter {
  report(level: "info" | "warn", finding: Finding): void;
  /** Reports findings that fail the preview or the step: guard violations, or errors if `preflight` is "error". */
  fail(findings: readonly Finding[], why: "guard" | "found"): void;
  /** Reports that the account lacks the domain in `accountDomain`. */
  failAccount(error: EmailMarketingError): void;
  /** Reports that the account can't be read: an error if the checks must run, otherwise a warning. */
  accountUnread(error: EmailMarketingError, isFailure: boolean): void | Promise<void>;
}

/** The reporter for a step of the engine. A failure is thrown, and all findings of one call are in one error. */
export function stepReporter(
  { settings, warnOnce, infoOnce }: Account,
  label: string,
  isPreview = false,
): FindingReporter {
  const hidden = (sentence: string) =>
    redactSecretTexts(sentence, recordOf(settings).secretListNames());
  return {
    report(level, finding) {
      const sentence = hidden(`${label}: ${withTag(finding)}`);
      if (level === "warn") warnOnce(sentence);
      else if (isPreview) infoOnce(sentence);
    },
    fail(findings) {
      const shown = findings.map((one) => ({ ...one, problem: hidden(one.problem) }));
      requireAllowed(shown, label);
    },
    failAccount(error) {
      throw withMessage(error, `${label}: ${error.message}`);
    },
    accountUnread(error, isFailure) {
      if (isFailure) throw error;
      warnOnce(error.message);
    },
  };
}

/** Checks that the account has the domain in `accountDomain`, because the API key may belong to another account. */
export async function checkAccountDomain(account: Account, reporter: FindingReporter) {
  const { settings } = account;
  // Skipped without a key, because a preview must work without one, for example for a pull request from a fork.
  if (!settings.value("accountDomain") || settings.origin("apiKey") === undefined) return;
  await requireAccountDomain(settings, account).catch(async (error: unknown) => {
    // A "conflict" shows a missing domain, so this is another account. After other errors, the next write checks again.
    const isOther = error instanceof EmailMarketingError && error.code === "conflict";
    if (isOther) reporter.failAccount(error);
    else await reportUnreadAccount(error, settings, reporter);
  });
}

/** Runs the guards and all checks of a new resource; of an existing one, `atEnd` checks that depend on no input. */
export async function runPreflight(
  lifecycle: AnyLifecycle,
  program: Program,
  reporter: FindingReporter,
): Promise<void> {
  const { preflightChecks = [], kind, findDuplicates } = lifecycle;
  const { own } = program;
  const isCreated = isNew(own);
  if (isCreated) await reportGuardViolations(lifecycle, { props: own.props }, program, reporter);
  // Only the engine's diff shows what an update of an existing resource sends.
  const due = preflightChecks.filter((check) =>
    "atEnd" in check
      ? isCreated || check.inputs.length === 0
      : isCreated && (check.only ?? "new") === "new",
  );
  await runChecks(due, program, reporter, (check) =>
    "atEnd" in check ? check.atEnd(program) : check.ask(program),
  );
  if (!findDuplicates || containsUnknown(own.props)) return;
  await runChecks([{ inputs: [] }], program, reporter, async () => {
    // Waits for the program's end if possible, because until then checks of other resources may read more rows.
    await program.resources(kind);
    return findDuplicates(program.account, own.props);
  });
}

/** Reports guard violations, or else an email that may have been sent before. Runs even with `preflight` "off". */
export async function reportGuardViolations(
  lifecycle: AnyLifecycle,
  step: ObjectStep,
  guarded: CheckedStep,
  reporter: FindingReporter,
): Promise<void> {
  const { account } = guarded;
  const isOff = account.settings.value("preflight") === "off";
  const judgedStep: CheckedStep = isOff ? { ...guarded, isPreflightOff: true } : guarded;
  const judged = async () => {
    const violations = await guardViolations(lifecycle, account, step, judgedStep);
    if (violations.length > 0) return violations;
    return (await lifecycle.emailSentBy?.(account, step)?.resendRefusal?.(guarded)) ?? [];
  };
  const unread = (error: unknown) => reportUnreadAccount(error, account.settings, reporter);
  const found = await judged().catch(unread);
  if (found.length > 0) reporter.fail(found, "guard");
}

/** Runs the checks for one kind of step. Skips checks whose inputs don't change. */
export async function runStepChecks(
  lifecycle: AnyLifecycle,
  step: CheckedStep,
  reporter: FindingReporter,
  of: NonNullable<StepCheck<Properties>["only"]>,
): Promise<void> {
  const { preflightChecks = [] } = lifecycle;
  const due = preflightChecks.flatMap((check) =>
    "ask" in check && (check.only ?? "existing") === of ? check : [],
  );
  await runChecks(due, step, reporter, (check) => check.ask(step));
}

export async function runReviewerChecks(
  lifecycle: AnyLifecycle,
  account: Account,
  step: ObjectStep,
): Promise<void> {
  const old = step.old && propsOf(confirmedState(readableState(lifecycle, step.old)));
  const reporter = stepReporter(account, labelOf(lifecycle, step.props), true);
  await runStepChecks(lifecycle, guardedStep(account, { ...step, old }), reporter, "preview");
}

/** Runs the checks without inputs or with a changed one, and reports their findings, both according to `preflight`. */
async function runChecks<Check extends Pick<PreflightCheck<Properties>, "inputs">>(
  checks: readonly Check[],
  { account, props, old }: CheckedStep,
  reporter: FindingReporter,
  run: (check: Check) => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<void> {
  if (checks.length === 0) return;
  const mode = account.settings.value("preflight");
  const isSent = (input: string) => !isSameContent((old as Properties)[input], props[input]);
  const due = checks.filter(
    (check) =>
      (check.inputs.length === 0 || check.inputs.some(isSent)) &&
      (mode !== "off" || "isAskedIfOff" in check),
  );
  const unread = (error: unknown) => reportUnreadAccount(error, account.settings, reporter);
  const answers = due.map((check) => Promise.resolve(check).then(run).catch(unread));
  const found = withoutIgnored((await Promise.all(answers)).flat(), props);
  const failing = mode === "error" ? found.filter(isError) : [];
  for (const finding of found.filter((one) => !failing.includes(one))) {
    reporter.report(finding.level === "info" ? "info" : "warn", finding);
  }
  if (failing.length > 0) reporter.fail(failing, "found");
}

/**
 * Reports that a check can't read the account, and returns its findings: none. Without a key, only warns, because a
 * preview must work without one.
 */
async function reportUnreadAccount(error: unknown, settings: Settings, reporter: FindingReporter) {
  if (!(error instanceof EmailMarketingError)) throw error;
  const sentence = `preflight could not check the account: ${error.message}${error.code === "config" ? "" : ' To skip these checks, set emailmarketing:preflight to "off".'}`;
  const mustRun =
    settings.value("preflight") === "error" && settings.origin("apiKey") !== undefined;
  await reporter.accountUnread(withMessage(error, sentence), mustRun);
  return [];
}
