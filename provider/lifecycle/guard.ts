import type { Account } from "../account/account";
import type { DateContext } from "../account/service-time";
import { EmailMarketingError, ignoreOwnError } from "../errors/error";
import { type Finding, finding, withoutIgnored, withTag } from "../input/finding";
import { withInputs } from "../input/validation";
import type { Settings } from "../settings/settings";
import { guardNames, type SettingName } from "../settings/table";
import type { AnyLifecycle } from "./lifecycle";
import { type CheckedStep, guardedStep, type ObjectStep } from "./preflight-check";

/**
 * The guard violations of a step. Creates and updates check them again, because an update may run without a preview.
 */
export async function guardViolations(
  lifecycle: AnyLifecycle,
  account: Account,
  step: ObjectStep,
  guarded: CheckedStep = guardedStep(account, step),
): Promise<Finding[]> {
  const violations = withoutIgnored(inputGuardViolations(lifecycle, account, step), step.props);
  const { accountViolations } = lifecycle.emailSentBy?.(account, step) ?? {};
  if (!accountViolations) return violations;
  try {
    const found = withInputs(lifecycle.fields, await accountViolations(guarded));
    return [...violations, ...withoutIgnored(found, step.props)];
  } catch (error) {
    // Violations that are known without a request count even if the account can't be read.
    if (violations.length === 0) throw error;
    ignoreOwnError(error);
    return violations;
  }
}

/**
 * The guard violations that the engine's check reports. Empty if `maxRecipients` needs a request, because a later step
 * sends that request and reports all violations at once.
 */
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
export function inputGuardViolations(
  lifecycle: AnyLifecycle,
  at: DateContext,
  step: ObjectStep,
): Finding[] {
  const { settings } = at;
  const email = lifecycle.emailSentBy?.(at, step);
  const unguarded = email?.extraFields?.length ? judgeUnguarded(email.extraFields, settings) : [];
  const found = [...unguarded, ...(email?.inputViolations ?? [])];
  const violations = email?.isSent ? [...sendingViolations(settings), ...found] : found;
  return withInputs(lifecycle.fields, violations);
}

export function sendingViolations(settings: Settings): Finding[] {
  if (settings.value("sending") === "allow") return [];
  const problem = `the setting sending is "refuse" (${placeOf(settings, "sending")}), and this change would send email. To allow email in this stack, set it to "allow".`;
  return [{ path: "", problem }];
}

/** Findings about extra fields with which a step could bypass a guard. */
function judgeUnguarded(names: readonly string[], settings: Settings): Finding[] {
  const guards = guardNames.filter((name) =>
    name === "sending" ? settings.value(name) === "refuse" : settings.value(name) !== undefined,
  );
  if (guards.length === 0) return [];
  const places = guards.map((name) => placeOf(settings, name));
  const problem = `${names.join(" and ")}: this change sends fields whose meaning the provider doesn't know, so they could get around ${places.join(", ")}. If none of them sets a date or recipients, add "extra-fields-unguarded" to ignoreChecks.`;
  const parts = new Set(names.map((name) => name.split(".").slice(0, 2).join(".")));
  const [part, another] = [...parts];
  const input = another === undefined ? `${part}.*` : "extraFields";
  return [finding("error", "extra-fields-unguarded", problem, { input })];
}

function placeOf(settings: Settings, name: SettingName): string {
  return settings.origin(name)?.place ?? settings.place(name);
}

export function requireAllowed(found: readonly Finding[], label?: string): void {
  if (found.length === 0) return;
  const violations = found.map(withTag).join(" ");
  const sentence = label === undefined ? violations : `${label}: ${violations}`;
  throw new EmailMarketingError("validation", sentence);
}
