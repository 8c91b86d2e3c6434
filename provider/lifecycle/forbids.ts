import { EmailMarketingError } from "../errors/error";
import { type Finding, finding, labelled, withoutIgnored } from "../input/finding";
import type { Properties } from "../input/plain";
import type { Settings } from "../settings/settings";
import { guardNames } from "../settings/table";
import { extraFieldsSent, withMovedInputs } from "./extra-fields";
import { changesOf, judgeChange } from "./judge";
import type { AnyLifecycle } from "./lifecycle";
import type { QuestionContext } from "./question";
import { judgeRecipients } from "./recipients";
import { judgeSendWindow } from "./send-window";
import type { Step } from "./state";

/**
 * What the settings forbid of a step, whatever `preflight` says. The steps ask, for every kind: the preview of a new object,
 * the diff of a change, and each create and update before it sends anything, since it may run without a preview.
 */
export async function forbids(
  lifecycle: AnyLifecycle,
  step: Step,
  context: QuestionContext,
): Promise<Finding[]> {
  const { account } = context;
  const { settings } = account;
  const { props } = step;
  const refused = withoutIgnored(forbidsUnasked(lifecycle, settings, step), props);
  if (refused.length > 0) return refused;
  const { at, audience: audienceIn } = lifecycle.mails?.(settings, step) ?? {};
  const outside = at === undefined ? [] : judgeSendWindow(at, settings);
  // The audience needs requests, and what needs none must not turn on them.
  if (outside.length > 0) return outside;
  if (!audienceIn || settings.value("maxRecipients") === undefined) return [];
  const audience = await audienceIn(context);
  return audience === "later"
    ? []
    : withoutIgnored(await judgeRecipients(audience, account), props);
}

/** As much of that as shows without asking anybody: the check says it beside all else that is wrong. */
export function forbidsUnasked(lifecycle: AnyLifecycle, settings: Settings, step: Step): Finding[] {
  const unguarded = judgeUnguarded(lifecycle, settings, step);
  if (settings.value("sending") === "allow" || !lifecycle.mails?.(settings, step)?.isSent) {
    return unguarded;
  }
  const place = settings.origin("sending")?.place ?? settings.place("sending");
  const problem = `the setting sending is "refuse" (${place}), and this change would send email. To allow email in this stack, set it to "allow".`;
  return [...unguarded, { path: "", problem }];
}

/** Extra fields of a mail, of which no setting knows what they mean: one may be a date, or name recipients. */
function judgeUnguarded({ mailPart }: AnyLifecycle, settings: Settings, step: Step): Finding[] {
  const guards = guardNames.filter((name) =>
    name === "sending" ? settings.value(name) === "refuse" : settings.value(name) !== undefined,
  );
  if (mailPart !== "content" || guards.length === 0) return [];
  const names = extraFieldsSent(step);
  if (names.length === 0) return [];
  const places = guards.map((name) => settings.origin(name)?.place ?? settings.place(name));
  const problem = `${names.join(" and ")}: this change sends fields whose meaning the provider doesn't know, so they could get around ${places.join(", ")}. If none of them sets a date or recipients, add "extra-fields-unguarded" to ignoreChecks.`;
  return [finding("error", "extra-fields-unguarded", problem)];
}

/** Fails for what a setting forbids. */
export function requireAllowed(found: readonly Finding[], subject?: string): void {
  if (found.length === 0) return;
  const forbidden = found.map(labelled).join(" ");
  const sentence = subject === undefined ? forbidden : `${subject}: ${forbidden}`;
  throw new EmailMarketingError("validation", sentence);
}

/** Whether a resource says that changes of a campaign that was sent are only recorded. */
export function recordsClosed({ mailPart }: AnyLifecycle, { ignoreChecks }: Properties): boolean {
  const isClosed = finding("error", "campaign-closed", "");
  return mailPart === "content" && withoutIgnored([isClosed], { ignoreChecks }).length === 0;
}

/**
 * Fails for a change that no operation makes, where the engine's check has let it pass for an object that may be closed: only
 * the state, or a reading, shows whether it is.
 */
export function requireChangeable(
  lifecycle: AnyLifecycle,
  settings: Settings,
  old: Properties,
  props: Properties,
  subject?: string,
): void {
  if (!recordsClosed(lifecycle, props)) return;
  const changes = changesOf(lifecycle, settings, old);
  requireAllowed(judgeChange(changes, old, withMovedInputs(lifecycle.fields, old, props)), subject);
}
