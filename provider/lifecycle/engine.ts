import { connect } from "node:net";

/** Where the engine listens that has started this process. */
export interface EngineAddress {
  readonly host: string;
  readonly port: number;
}

/** A look takes no longer: what has not refused by then is there, and busy. */
const longestLookMs = 1000;

/** The address that the engine gives to a dynamic provider as its last argument; undefined in any other process. */
export function engineAddress(given: readonly string[]): EngineAddress | undefined {
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(given.at(-1) ?? "") ?? [];
  return host === undefined || port === undefined ? undefined : { host, port: Number(port) };
}

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
