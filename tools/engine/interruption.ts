/**
 * Runs the closers after the command ends or a signal arrives, then exits with the matching status. Prints errors
 * without their stacks.
 */
export function runToEnd(
  command: Promise<unknown>,
  closers: readonly (() => Promise<void>)[] = [],
): void {
  statusOnceClosed(command, closers).then(
    (status) => process.exit(typeof status === "number" ? status : 0),
    (error: Error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}

/** Waits for the command or a signal, then calls the closers, last opened first. Returns the exit status. */
async function statusOnceClosed(
  command: Promise<unknown>,
  closers: readonly (() => Promise<void>)[],
): Promise<unknown> {
  try {
    return await Promise.race([command, interruption()]);
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/**
 * Resolves at the first signal that would end this process, with the exit status for that signal. The signals stay
 * caught, so that a second Ctrl-C doesn't interrupt the closers.
 */
export function interruption(): Promise<number> {
  // Ctrl-C also reaches child processes, which end by themselves.
  return new Promise((resolve) => {
    process.on("SIGHUP", () => resolve(129));
    process.on("SIGINT", () => resolve(130));
    process.on("SIGTERM", () => resolve(143));
  });
}
