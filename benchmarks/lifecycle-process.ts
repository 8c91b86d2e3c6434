import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider } from "../provider/provider-process/dynamic-provider";
import { senderLifecycle } from "../provider/resources/sender/lifecycle";

/** What a process of its own shall do with the lifecycle of senders, without the engine. */
export interface LifecycleTask {
  readonly what: "create" | "refresh";
  readonly count: number;
}

/** What it took, as the process prints it. */
export interface LifecycleOutcome {
  readonly wallMs: number;
  /** What the process holds more than before, after a garbage collection. */
  readonly heldBytes: number;
  /** Time of one judgement of inputs, and of one comparison with the state. */
  readonly checkMicroseconds: number;
  readonly diffMicroseconds: number;
}

/** As many steps at once as the engine takes by default on two cores. */
const atOnce = 8;

type Provider = Required<Pick<dynamic.ResourceProvider, "check" | "diff" | "create" | "read">>;

async function run({ what, count }: LifecycleTask): Promise<LifecycleOutcome> {
  const provider = dynamicProvider(senderLifecycle) as Provider;
  const propsOf = (n: number) => ({ email: `s${n}@acme.example`, name: `Sender ${n}` });
  const stateOf = (n: number) => ({ ...propsOf(n), status: "verified", adopted: false });
  const step = async (n: number): Promise<unknown> => {
    if (what === "create") return provider.create(propsOf(n));
    const { id } = await provider.read(`sender-${n + 1}`, stateOf(n));
    if (id !== `sender-${n + 1}`) throw new Error(`sender-${n + 1} was taken for gone`);
    return id;
  };
  const each = async (work: (n: number) => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    for (let n = 0; n < count; n += 1) await work(n);
    return ((performance.now() - startedAt) / count) * 1000;
  };
  const checkMicroseconds = await each((n) => provider.check({}, propsOf(n)));
  const diffMicroseconds = await each((n) => provider.diff(`sender-${n}`, stateOf(n), propsOf(n)));
  // The first request loads what requests need, and so is no part of what a sender takes.
  await provider.read("sender-1", stateOf(0));
  const before = held();
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) await step(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const wallMs = performance.now() - startedAt;
  return { wallMs, heldBytes: held() - before, checkMicroseconds, diffMicroseconds };
}

function held(): number {
  if (!globalThis.gc) throw new Error("start this with --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

run(JSON.parse(process.argv[2] ?? "{}") as LifecycleTask).then(
  (outcome) => console.log(JSON.stringify(outcome)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
