import { EmailMarketingError } from "../errors/error";
import { type Finding, labelled, withoutIgnored } from "../input/finding";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle } from "./lifecycle";
import type { Step } from "./properties";
import type { QuestionContext } from "./question";
import { judgeRecipients } from "./recipients";
import { judgeSendWindow } from "./send-window";

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
export function forbidsUnasked({ mails }: AnyLifecycle, settings: Settings, step: Step): Finding[] {
  if (settings.value("sending") === "allow" || !mails?.(settings, step)?.isSent) return [];
  const place = settings.origin("sending")?.place ?? settings.place("sending");
  const problem = `the setting sending is "refuse" (${place}), and this change would send email. To allow email in this stack, set it to "allow".`;
  return [{ path: "", problem }];
}

/** Fails for what a setting forbids. */
export function requireAllowed(found: readonly Finding[], subject?: string): void {
  if (found.length === 0) return;
  const forbidden = found.map(labelled).join(" ");
  const sentence = subject === undefined ? forbidden : `${subject}: ${forbidden}`;
  throw new EmailMarketingError("validation", sentence);
}
