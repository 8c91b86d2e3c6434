/** Ends this process with the exit status of a command or of the signal that ends it, once all is closed. */
export function runToEnd(
  command: Promise<number>,
  closers: readonly (() => Promise<void>)[],
): void {
  statusOnceClosed(command, closers).then(
    (status) => process.exit(status),
    (error: Error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}

/** Returns the exit status, after it has closed what was opened, the last first. */
async function statusOnceClosed(
  command: Promise<number>,
  closers: readonly (() => Promise<void>)[],
): Promise<number> {
  try {
    return await Promise.race([command, interruption()]);
  } finally {
    for (const close of closers.toReversed()) await close();
  }
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
