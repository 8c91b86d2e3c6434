import { EmailMarketingError } from "../errors/error";
import type { Settings } from "../settings/settings";

/** A step of a lifecycle that only the extended operations serve. */
export interface Extended<Step> {
  readonly extended: Step;
}

/** A step, if the operations of these settings serve it. */
export function servedBy<Step extends (...given: never[]) => unknown>(
  { isExtended }: Pick<Settings, "isExtended">,
  step: Step | Extended<Step> | undefined,
): Step | undefined {
  if (step === undefined || typeof step === "function") return step;
  return isExtended ? step.extended : undefined;
}

/** Fails where only the extended operations read what is asked for. */
export function requireExtended({ isExtended }: Settings, what: string): void {
  if (isExtended) return;
  throw new EmailMarketingError(
    "config",
    `requires emailmarketing:operations "extended", because the specified API has no operation that reads ${what}. Run: pulumi config set emailmarketing:operations extended`,
  );
}
