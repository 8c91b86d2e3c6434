import { createEngineWatch, type EngineWatch, isEngineGone } from "../engine/watch";
import { engineAddress } from "../runtime/engine-address";
import { once } from "../runtime/once";

/** How often a process looks for its engine while it writes nothing. */
const lookEveryMs = 2000;

/**
 * Prepares this process for the end of its engine, which a kill leaves running; gives the watch that its writes pass, or
 * undefined where no engine's address is known.
 */
export const watchEngine = once((): EngineWatch | undefined => {
  // Nobody reads the standard error of a process whose engine was killed. The SDK prints every uncaught error there, so the
  // first warning would fail, and the report of that failure, and so on for ever, with no turn for the write under way.
  process.stderr.on("error", () => undefined);
  const address = engineAddress(process.argv.slice(2));
  if (!address) return undefined;
  const watch = createEngineWatch({
    isEngineGone: () => isEngineGone(address),
    end: () => process.exit(),
  });
  // One that waits, or has nothing to do, would stay for ever: the SDK's server keeps it running.
  setInterval(() => void watch.look(), lookEveryMs).unref();
  return watch;
});
