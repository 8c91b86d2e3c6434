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
