import { EmailMarketingError } from "../errors/error";
import type { Settings } from "../settings/settings";

const marked = new WeakSet<object>();

/** Marks what reads or lists objects, where only the extended operations serve it. */
export function extended<Step extends object>(step: Step): Step {
  marked.add(step);
  return step;
}

/** Whether the operations of these settings serve it. */
export function isServed(step: object, settings: Settings): boolean {
  return settings.isExtended || !marked.has(step);
}

/** Fails where only the extended operations read what is asked for. */
export function requireExtended({ isExtended }: Settings, what: string): void {
  if (isExtended) return;
  throw new EmailMarketingError(
    "config",
    `requires emailmarketing:operations "extended", because the specified API has no operation that reads ${what}. Run: pulumi config set emailmarketing:operations extended`,
  );
}

/** How objects of this kind are read; undefined where no operation of these settings reads them: the state is believed. */
export function readerOf<Read extends object>(
  { read }: { readonly read?: Read },
  settings: Settings,
): Read | undefined {
  return read && isServed(read, settings) ? read : undefined;
}
