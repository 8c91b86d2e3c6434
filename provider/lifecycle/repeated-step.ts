import { currentUrn } from "../account/step";
import { isUnconfirmedWrite } from "../errors/error";
import { isSameInput } from "../input/asset";
import type { Properties } from "../plain/value";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle } from "./lifecycle";
import { copyError, isInitFailure } from "./object-state";

/** A failed step that this process must not send again. */
interface FinalStep {
  readonly key: string;
  readonly inputs: Properties;
  readonly failure: Error;
}

let finalSteps: readonly FinalStep[] = [];

/** Forgets all failed steps, because a plugin that was started by hand serves several engine commands in succession. */
export function forgetFinalSteps(): void {
  finalSteps = [];
}

/**
 * Runs a create, or an update of the object with this id. If an ErrorHook repeats a step that must not be sent again,
 * throws the first error.
 */
export async function unlessRepeated<Value>(
  lifecycle: AnyLifecycle,
  { identity }: Settings,
  { id, inputs }: { readonly id?: string; readonly inputs: Properties },
  run: () => Promise<Value>,
): Promise<Value> {
  const key = JSON.stringify([lifecycle.kind, currentUrn(), identity, id]);
  // A dynamic provider gets no URN, so the inputs must be the same, too.
  const before = finalSteps.find((one) => one.key === key && isSameInput(one.inputs, inputs));
  if (before) throw copyError(before.failure);
  return run().catch((error: unknown) => {
    if (isFinal(lifecycle, id, error)) {
      finalSteps = [...finalSteps, { key, inputs, failure: copyError(error) }];
    }
    throw error;
  });
}

function isFinal(
  { resendUnconfirmed, emailRole }: AnyLifecycle,
  id: string | undefined,
  error: unknown,
): error is Error {
  // The state doesn't show whether the service sent the email with DNS records.
  if (emailRole === "dnsEmail" && isUnconfirmedWrite(error)) return true;
  return id === undefined && resendUnconfirmed !== "all" && isInitFailure(error);
}
