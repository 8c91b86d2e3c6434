import { readdirSync, readFileSync } from "node:fs";

/** What the processes took that this one started while it watched. */
export interface ProcessCost {
  /** Processor time of all of them that have ended, in milliseconds; absent where /proc is. */
  readonly cpuMs?: number;
  /** The largest that a provider process has been, in bytes; absent when none was seen. */
  readonly peakBytes?: number;
}

const watchEveryMs = 100;
/** USER_HZ, which Linux holds at 100 for what it shows to programs. */
const msPerTick = 10;

/** Watches all descendants of this process until the returned function is called. */
export function watchProcesses(isProvider: (commandLine: string) => boolean): () => ProcessCost {
  const startTicks = ticksOfChildren();
  if (startTicks === undefined) return () => ({});
  const foreign = new Set<number>();
  let peakBytes = 0;
  const look = () => {
    for (const pid of descendants(foreign)) {
      if (isProvider(commandLineOf(pid))) peakBytes = Math.max(peakBytes, peakBytesOf(pid));
    }
  };
  const timer = setInterval(look, watchEveryMs);
  return () => {
    clearInterval(timer);
    const cpuMs = ((ticksOfChildren() ?? startTicks) - startTicks) * msPerTick;
    return { cpuMs, ...(peakBytes === 0 ? {} : { peakBytes }) };
  };
}

/** Ends everything that this process has started and what that started, by their ids. */
export function endDescendants(): void {
  for (const pid of [...descendants(new Set())]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It ended by itself in the meantime.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** The processor time of the children that ended and of theirs, as the kernel sums it up. */
function ticksOfChildren(): number | undefined {
  const [, , , , , , , , , , , , , user, system] = fieldsOf("self");
  return user === undefined ? undefined : Number(user) + Number(system);
}

function* descendants(foreign: Set<number>): Generator<number> {
  const ours = new Set([process.pid]);
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  // Children have higher numbers than their parents, but for a wrap-around, which the next look sees.
  for (const pid of pids.map(Number).sort((a, b) => a - b)) {
    if (foreign.has(pid) || pid === process.pid) continue;
    const parent = Number(fieldsOf(String(pid))[1]);
    if (!ours.has(parent)) {
      foreign.add(pid);
      continue;
    }
    ours.add(pid);
    yield pid;
  }
}

/** The fields of /proc/PID/stat after the command's name, which may hold anything: state, parent and so on. */
function fieldsOf(pid: string): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function commandLineOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
}

function peakBytesOf(pid: number): number {
  const [, kilobytes = "0"] = /^VmHWM:\s*(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) * 1024;
}

/** A process may end between two looks. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
