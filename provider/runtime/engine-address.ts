import { readFileSync } from "node:fs";

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

/** What tells an engine from an earlier one at the same address: its process and the start of that; Linux alone shows it. */
export function engineProcess(): string | undefined {
  // Each provider has a process group of its own, whose first process may be a shell. The engine has started that one.
  const group = statOf("self")?.group;
  const engine = group === undefined ? undefined : statOf(group)?.parent;
  const start = engine === undefined ? undefined : statOf(engine)?.start;
  return start === undefined ? undefined : `${engine} ${start}`;
}

/** What Linux tells of a process; undefined elsewhere, and of one that is gone. */
function statOf(pid: string) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The second field is a name, in brackets, which may hold anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: fields[1], group: fields[2], start: fields[19] };
}
