/** Where the engine listens that has started this process. */
export interface EngineAddress {
  readonly host: string;
  readonly port: number;
}

/** The address that the engine gives to a provider as its last argument; undefined in any other process. */
export function engineAddress(given: readonly string[]): EngineAddress | undefined {
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(given.at(-1) ?? "") ?? [];
  return host === undefined || port === undefined ? undefined : { host, port: Number(port) };
}
