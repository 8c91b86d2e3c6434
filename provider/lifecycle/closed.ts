import type { Properties } from "../input/plain";
import type { Settings } from "../settings/settings";
import { withMovedInputs } from "./extra-fields";
import { requireAllowed } from "./forbids";
import { changesOf, judgeChange } from "./judge";
import type { AnyLifecycle } from "./lifecycle";

/** Whether a resource says that changes of a closed object are only recorded. */
export function recordsClosed({ closed }: AnyLifecycle, { ignoreChecks }: Properties): boolean {
  return (
    closed !== undefined && Array.isArray(ignoreChecks) && ignoreChecks.includes(closed.ignoredBy)
  );
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
