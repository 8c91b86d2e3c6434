/** An update that the service has refused, and that leaves outputs in the state by which later steps go. */
export class RefusedUpdate extends Error {
  constructor(
    readonly reason: Error,
    readonly outputs: object,
  ) {
    super("refused", { cause: reason });
  }
}

/** Runs an update; `left` gives what its refusal leaves, and undefined where that is nothing. */
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
