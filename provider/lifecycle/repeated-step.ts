import { currentUrn } from "../account/step";
import { isUnconfirmedWrite, reworded } from "../errors/error";
import { isSameInput } from "../input/asset";
import type { Properties } from "../plain/value";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle } from "./lifecycle";
import { copyOf, isInitFailure } from "./object-state";

/** A create, or an update of the object with an `id`. */
interface Step {
  readonly id?: string;
  readonly inputs: Properties;
}

/** A failed step that this process must not send again. */
interface FinalStep extends Step {
  readonly kind: string;
  readonly urn: string;
  readonly identity: string;
  readonly failure: () => Error;
}

let finalSteps: readonly FinalStep[] = [];

/** Forgets all failed steps, because a plugin that was started by hand serves several engine commands in succession. */
export function forgetFinalSteps(): void {
  finalSteps = [];
}

/**
 * Runs a step. If the engine repeats a step that must not be sent again, throws the same error again. The engine
 * repeats a failed step in the same process if an ErrorHook returns true. A dynamic provider gets no URN, so it
 * recognizes a step by the inputs.
 */
export async function unlessRepeated<Value>(
  lifecycle: AnyLifecycle,
  { identity }: Settings,
  step: Step,
  run: () => Promise<Value>,
): Promise<Value> {
  const { kind } = lifecycle;
  const urn = currentUrn();
  const before = finalSteps.find(
    (one) =>
      one.kind === kind &&
      one.urn === urn &&
      one.identity === identity &&
      one.id === step.id &&
      isSameInput(one.inputs, step.inputs),
  );
  if (before) throw before.failure();
  try {
    return await run();
  } catch (error) {
    const failure = finalFailure(lifecycle, step, error);
    if (failure) finalSteps = [...finalSteps, { ...step, kind, urn, identity, failure }];
    throw error;
  }
}

/**
 * A function that creates a new error each time for a step that must not be sent again. Undefined if the step may be
 * sent again.
 */
function finalFailure(
  { resendUnconfirmed, emailRole }: AnyLifecycle,
  { id }: Step,
  error: unknown,
): (() => Error) | undefined {
  // The state doesn't show whether the service sent the email with DNS records.
  if (emailRole === "dnsEmail" && isUnconfirmedWrite(error)) {
    return () => reworded(error, error.message);
  }
  const isCreate = id === undefined;
  if (!isCreate || resendUnconfirmed === "all" || !isInitFailure(error)) return undefined;
  const first = copyOf(error);
  return () => copyOf(first);
}
