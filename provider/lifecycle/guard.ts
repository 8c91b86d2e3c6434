import type { Account } from "../account/account";
import type { DateContext } from "../account/service-time";
import { localTime } from "../email/date";
import { EmailMarketingError, ignoreOwnError } from "../errors/error";
import { quoted } from "../errors/redact";
import { type Finding, finding, withoutIgnored, withTag } from "../input/finding";
import { localMs } from "../input/time";
import { withInputs } from "../input/validation";
import type { Settings } from "../settings/settings";
import { guardNames } from "../settings/table";
import type { AnyLifecycle } from "./lifecycle";
import { type CheckedStep, guardedStep, type ObjectStep } from "./preflight-check";

/** The guard violations of a step. Creates and updates check them again, because there may have been no preview. */
export async function guardViolations(
  lifecycle: AnyLifecycle,
  account: Account,
  step: ObjectStep,
  guarded: CheckedStep = guardedStep(account, step),
): Promise<Finding[]> {
  const violations = withoutIgnored(inputGuardViolations(lifecycle, account, step), step.props);
  const { accountViolations } = lifecycle.emailSentBy?.(account, step) ?? {};
  if (!accountViolations) return violations;
  const found = await accountViolations(guarded).catch((error: unknown) => {
    // Violations that are known without a request count even if the account can't be read.
    if (violations.length === 0) throw error;
    ignoreOwnError(error);
    return [];
  });
  return [...violations, ...withoutIgnored(withInputs(lifecycle.fields, found), step.props)];
}

/** The guard violations of a check. None if `maxRecipients` needs a request, because a later step reports them all. */
export function guardViolationsInCheck(
  lifecycle: AnyLifecycle,
  settings: Settings,
  step: ObjectStep,
): Finding[] {
  const isAsked = lifecycle.emailSentBy?.({ settings }, step)?.accountViolations !== undefined;
  if (isAsked && settings.value("maxRecipients") !== undefined) return [];
  return inputGuardViolations(lifecycle, { settings }, step);
}

/** The guard violations that are known without a request. */
export function inputGuardViolations(lifecycle: AnyLifecycle, at: DateContext, step: ObjectStep) {
  const { settings } = at;
  const email = lifecycle.emailSentBy?.(at, step);
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
