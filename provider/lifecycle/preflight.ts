import { type Account, requireAccountDomain } from "../account/account";
import { othersThan, type ProgramResource, recordOf } from "../account/program-record";
import { stepSecrets } from "../account/step";
import { localTime } from "../email/date";
import { EmailMarketingError, ignoreOwnError, requireOwnError, withMessage } from "../errors/error";
import { quoted, redactSecretTexts } from "../errors/redact";
import { isSameContent } from "../input/asset";
import { type Finding, finding, isError, withoutIgnored, withTag } from "../input/finding";
import { localMs } from "../input/time";
import { withInputs } from "../input/validation";
import { containsUnknown, omitUndefined, type Properties } from "../plain/value";
import type { Settings } from "../settings/settings";
import { guardNames } from "../settings/table";
import { withLabel } from "./failure";
import { keptInputs } from "./found-object";
import type {
  AnyLifecycle,
  CheckedStep,
  ObjectStep,
  PreflightCheck,
  Program,
  StepCheck,
  StepEmail,
} from "./lifecycle";
import { confirmedState, labelOf, propsOf, readableState } from "./object-state";

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

/** The reporter for a step of the engine. It throws findings that fail the step, all those of one report together. */
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
      throw withLabel(label, error);
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

/** For a new resource, runs the guards and its checks. For an existing one, runs the `atEnd` checks without inputs. */
export async function runPreflight(
  lifecycle: AnyLifecycle,
  program: Program,
  reporter: FindingReporter,
): Promise<void> {
  const { preflightChecks = [], kind, findDuplicates } = lifecycle;
  const { own } = program;
  const isCreated = isNew(own);
  if (isCreated) await reportGuardViolations(lifecycle, program, reporter);
  // For an existing resource, only the diff shows which inputs an update sends, so its step runs the other checks.
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

/** Runs the preflight checks with the resources seen so far. Can't wait for the program, which waits for this call. */
export async function runPreflightSoFar(lifecycle: AnyLifecycle, account: Account, urn: string) {
  const seen = recordOf(account.settings).ask(urn);
  if (!seen) return;
  const { own, all } = seen;
  const { props, past } = own;
  const ofKind = (kind: string) => all.filter((one) => kind === "" || one.kind === kind);
  // Excludes later resources, because only some of them may have been seen so far.
  const soFar = (kind = "") => ofKind(kind).filter(({ order }) => order <= own.order);
  const program: Program = {
    ...{ account, own, props, old: {} },
    keeps: isNew(own) && past ? keptInputs(past, props) : undefined,
    resources: async (kind) => soFar(kind),
    others: async (kind) => othersThan(own, ofKind(kind)),
  };
  await runPreflight(lifecycle, program, stepReporter(account, labelOf(lifecycle, props), true));
}

/** Checks `accountDomain` once, in the first diff or previewed write. Also in an update, whose diff looks the same. */
export async function checkAccountDomainOnce(
  lifecycle: AnyLifecycle,
  account: Account,
  urn: string,
) {
  const record = recordOf(account.settings);
  if (!record.isFirst("accountDomain")) return;
  const label = labelOf(lifecycle, record.resource(urn)?.props ?? {});
  await checkAccountDomain(account, stepReporter(account, label));
}

/** Reports guard violations, or else an email that may have been sent before. Runs even with `preflight` "off". */
export async function reportGuardViolations(
  lifecycle: AnyLifecycle,
  step: CheckedStep,
  reporter: FindingReporter,
): Promise<void> {
  const { settings } = step.account;
  const judged = async () => {
    const violations = await guardViolations(lifecycle, step);
    if (violations.length > 0) return violations;
    return (await emailOf(lifecycle, step)?.resendRefusal?.(step)) ?? [];
  };
  const unread = (error: unknown) => reportUnreadAccount(error, settings, reporter);
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

/** Runs the checks without inputs or with a changed one. The setting `preflight` can skip them, or let errors fail. */
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
 * Reports that a check can't read the account, and returns no findings. Without a key, only warns, because a preview
 * must work without one.
 */
async function reportUnreadAccount(thrown: unknown, settings: Settings, reporter: FindingReporter) {
  const error = requireOwnError(thrown);
  const sentence = `preflight could not check the account: ${error.message}${error.code === "config" ? "" : ' To skip these checks, set emailmarketing:preflight to "off".'}`;
  const mustRun =
    settings.value("preflight") === "error" && settings.origin("apiKey") !== undefined;
  await reporter.accountUnread(withMessage(error, sentence), mustRun);
  return [];
}

function isNew({ id, isChanged }: ProgramResource): boolean {
  return isChanged && id === undefined;
}

/** A step for checks and guards in a provider process. Its `resources` are only objects that this process handled. */
export function guardedStep(account: Account, { id, old = {}, props }: ObjectStep): CheckedStep {
  const secrets = stepSecrets();
  const own = omitUndefined({ kind: "", name: "", order: 0, id, props, secrets, isChanged: true });
  const resources = async (kind = "") => recordOf(account.settings).objects(kind);
  return { account, own, props, old, resources };
}

/** The guard violations of a step. Creates and updates check them again, because there may have been no preview. */
export async function guardViolations(lifecycle: AnyLifecycle, step: CheckedStep) {
  const { account, props } = step;
  const email = emailOf(lifecycle, step);
  const violations = withoutIgnored(knownViolations(lifecycle, account.settings, email), props);
  if (!email?.accountViolations) return violations;
  const found = await email.accountViolations(step).catch((error: unknown) => {
    // If the account can't be read, the violations that are known without a request are still reported.
    if (violations.length === 0) throw error;
    ignoreOwnError(error);
    return [];
  });
  return [...violations, ...withoutIgnored(withInputs(lifecycle.fields, found), props)];
}

function emailOf(lifecycle: AnyLifecycle, { account, own, old, props }: CheckedStep) {
  return lifecycle.emailSentBy?.(account, { old: own.id === undefined ? undefined : old, props });
}

/** The guard violations that are known without a request. */
export function knownViolations(lifecycle: AnyLifecycle, settings: Settings, email?: StepEmail) {
  const unguarded = email?.extraFields?.length ? judgeUnguarded(email.extraFields, settings) : [];
  const found = [...unguarded, ...(email?.inputViolations ?? [])];
  const violations = email?.isSent ? [...sendingViolations(settings), ...found] : found;
  return withInputs(lifecycle.fields, violations);
}

export function sendingViolations(settings: Settings): Finding[] {
  if (settings.value("sending") === "allow") return [];
  const problem = `the setting sending is "refuse" (${settings.placeInUse("sending")}), and this change would send email. To allow email in this stack, set it to "allow".`;
  return [{ path: "", problem }];
}

const minuteMs = 60_000;
const minutesOfWeek = 7 * 24 * 60;
/** A Monday at 00:00. Local times are computed as if they were UTC times. */
const mondayMs = Date.UTC(2024, 0, 1);

export function judgeSendWindow(
  scheduledAt: string,
  settings: Settings,
  advice = "Set a time within it.",
): Finding[] {
  const spans = settings.value("sendWindow");
  if (spans === undefined) return [];
  const zone = settings.value("timeZone");
  // An instant has no local time if the time zone isn't known. Another check reports that.
  const at = localMs(localTime(scheduledAt, zone) ?? "");
  if (at === undefined) return [];
  const sinceMonday = ((at - mondayMs) / minuteMs) % minutesOfWeek;
  // A time span may cross the end of the week, so the time is also compared with one week added.
  const minutes = [sinceMonday, sinceMonday + minutesOfWeek];
  if (spans.some(({ from, to }) => minutes.some((one) => from <= one && one <= to))) return [];
  const { text = "", place } = settings.origin("sendWindow") ?? {};
  const [day] = new Date(at).toUTCString().split(",");
  const time = new Date(at).toISOString().slice(0, 19).replace("T", " ");
  const where = zone === undefined ? "" : ` (${zone})`;
  const problem = `${day} ${time}${where} is outside the setting sendWindow, ${quoted(text)} (${place}). ${advice}`;
  return [{ path: "scheduledAt", problem }];
}

/** Findings about extra fields with which a step could bypass a guard. */
function judgeUnguarded(names: readonly string[], settings: Settings): Finding[] {
  const guards = guardNames.filter((name) =>
    name === "sending" ? settings.value(name) === "refuse" : settings.value(name) !== undefined,
  );
  if (guards.length === 0) return [];
  const places = guards.map(settings.placeInUse);
  const problem = `${names.join(" and ")}: this change sends fields whose meaning the provider doesn't know, so they could get around ${places.join(", ")}. If none of them sets a date or recipients, add "extra-fields-unguarded" to ignoreChecks.`;
  const parts = new Set(names.map((name) => name.split(".").slice(0, 2).join(".")));
  const [part, another] = [...parts];
  const input = another === undefined ? `${part}.*` : "extraFields";
  return [finding("error", "extra-fields-unguarded", problem, { input })];
}

export function requireAllowed(found: readonly Finding[], label?: string): void {
  if (found.length === 0) return;
  const violations = found.map(withTag).join(" ");
  const sentence = label === undefined ? violations : `${label}: ${violations}`;
  throw new EmailMarketingError("validation", sentence);
}
