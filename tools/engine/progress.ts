const everyMs = 30_000;

/**
 * Prints the name, expected time and elapsed time of a long task to standard error, so that standard output contains
 * only results.
 */
export async function withProgress<T>(
  doing: string,
  expected: string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const say = (how: string) =>
    console.error(`${doing}: ${how}${formatDuration(performance.now() - startedAt)}`);
  console.error(`${doing} (${expected}) ...`);
  const timer = setInterval(() => say(""), everyMs);
  try {
    const result = await work();
    say("done in ");
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Formats a duration: `0.4 s`, `12 s`, `4 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) {
    return `${(ms / 1_000).toFixed(1)} s`;
  }
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
