import type { Finding } from "../input/finding";
import type { Settings } from "../settings/settings";
import { requireAllowed } from "./guard";
import type { AnyLifecycle } from "./lifecycle";

type Properties = Readonly<Record<string, unknown>>;

/** A step from what the state has to what is declared. */
interface Step {
  /** Undefined for a new object. */
  readonly old?: Properties | undefined;
  readonly props: Properties;
}

/** Why no step of these settings may have the service mail somebody; nothing for a step that mails nobody. */
export function refusedMail({ mails }: AnyLifecycle, settings: Settings, step: Step): Finding[] {
  if (settings.value("sending") === "allow" || !mails?.(settings, step)) return [];
  const place = settings.origin("sending")?.place ?? settings.place("sending");
  const problem = `the setting sending is "refuse" (${place}), and this would have the service send email. Set it to "allow" where email may be sent.`;
  return [{ path: "", problem }];
}

/** Fails for a step that has the service mail somebody where the settings forbid it. */
export function requireMailAllowed(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { subject, ...step }: Step & { readonly subject?: string },
): void {
  requireAllowed(refusedMail(lifecycle, settings, step), step.props, subject);
}
