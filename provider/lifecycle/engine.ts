import { connect } from "node:net";
import type { EngineAddress } from "../runtime/engine-address";

/** A look takes no longer: what has not refused by then is there, and busy. */
const longestLookMs = 1000;

/**
 * Whether nothing listens at the engine's address any more. The process that started this one tells nothing: it is a
 * shell, which outlives the engine. Only a refused connection counts, since an engine that is busy or stopped accepts late.
 */
export function isEngineGone({ host, port }: EngineAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isGone: boolean) => {
      socket.destroy();
      resolve(isGone);
    };
    socket.once("connect", () => end(false));
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code === "ECONNREFUSED"));
    socket.setTimeout(longestLookMs, () => end(false));
  });
}
