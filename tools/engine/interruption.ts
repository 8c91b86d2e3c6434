/** Runs a command to its end, or to the signal that ends it; then closes what it has opened, the last first. */
export function runToEnd(
  command: Promise<number>,
  closers: readonly (() => Promise<void>)[],
): void {
  Promise.race([command, interruption()])
    .finally(async () => {
      for (const close of closers.toReversed()) await close();
    })
    .then(
      (status) => process.exit(status),
      (error: Error) => {
        console.error(error.message);
        process.exit(1);
      },
    );
}

/**
 * The exit status that goes with the signal that ends this process; pending until one comes. Ctrl-C reaches child processes,
 * too, which then end by themselves; twice must not cut our tidying short.
 */
export function interruption(): Promise<number> {
  return new Promise((resolve) => {
    process.on("SIGHUP", () => resolve(129));
    process.on("SIGINT", () => resolve(130));
    process.on("SIGTERM", () => resolve(143));
  });
}
