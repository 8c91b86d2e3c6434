/** A write that the service has refused, or not confirmed, and that leaves outputs in the state by which later steps go. */
export class RefusedUpdate extends Error {
  constructor(
    readonly reason: Error,
    readonly outputs: object,
  ) {
    super("refused", { cause: reason });
  }
}

/** Why a write failed, and the outputs that it leaves. */
export function leftBy(
  error: unknown,
): Pick<RefusedUpdate, "outputs"> & { readonly reason: unknown } {
  return error instanceof RefusedUpdate ? error : { reason: error, outputs: {} };
}

/** Runs a write; `left` gives what its refusal leaves, and undefined where that is nothing. */
export async function leavingOutputs<Value>(
  update: () => Promise<Value>,
  left: (error: unknown) => object | undefined,
): Promise<Value> {
  try {
    return await update();
  } catch (error) {
    const outputs = left(error);
    throw outputs === undefined || !(error instanceof Error)
      ? error
      : new RefusedUpdate(error, outputs);
  }
}
