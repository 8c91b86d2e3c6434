let isPrepared = false;

/**
 * Lets a provider whose engine was killed finish its steps. Nobody reads its standard error any more; the SDK prints
 * every uncaught error there, so the first warning would fail, and the report of that failure, and so on for ever, at
 * full load and with no turn for the steps.
 */
export function outliveEngine(): void {
  if (isPrepared) return;
  isPrepared = true;
  process.stderr.on("error", () => undefined);
}
