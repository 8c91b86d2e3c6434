import { memoize } from "../../provider/plain/async";
import { pack } from "../../tools/package/pack";

/** Packs both packages once for all suites of this process, and returns the paths of the archives. */
export const packedOnce = memoize(pack);
