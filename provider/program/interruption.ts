import { EmailMarketingError } from "../errors/error";

const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs a wait that ends at the first Ctrl-C, which the engine passes on to the program. Where nobody else listens, the
 * signal then does what it always does: it ends the process.
 */
export async function interruptible<Value>(
  wait: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => {
    // First, so that a second Ctrl-C ends the process at once.
    ignore();
    controller.abort();
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  const ignore = () => {
    for (const name of signals) process.off(name, stop);
  };
  for (const name of signals) process.on(name, stop);
  try {
    return await Promise.race([wait(controller.signal), aborted(controller.signal)]);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    throw new EmailMarketingError("timeout", "the wait was interrupted.");
  } finally {
    ignore();
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
