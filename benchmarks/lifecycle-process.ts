import type { dynamic } from "@pulumi/pulumi";
import { senderLifecycle } from "../provider/nouns/sender/resource";
import { dynamicProvider } from "../provider/provider-process/dynamic-provider";

/** As many steps at once as the engine takes by default on two cores. */
const atOnce = 8;

type Provider = Required<Pick<dynamic.ResourceProvider, "read">>;

/** Refreshes senders as the engine would, and gives the bytes that the process keeps for them. */
async function refresh(count: number): Promise<number> {
  const provider = dynamicProvider(senderLifecycle) as Provider;
  const read = async (n: number) => {
    const props = { email: `s${n}@acme.example`, name: `Sender ${n}` };
    const state = { ...props, status: "verified", adopted: false };
    const { id } = await provider.read(`sender-${n + 1}`, state);
    if (id !== `sender-${n + 1}`) throw new Error(`sender-${n + 1} was reported as deleted`);
  };
  // The first request loads what requests need, which is no part of what a sender takes.
  await read(0);
  const before = held();
  let next = 0;
  const worker = async () => {
    while (next < count) await read(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return held() - before;
}

function held(): number {
  if (!globalThis.gc) throw new Error("start this with --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

refresh(Number(process.argv[2])).then(
  (bytes) => console.log(String(bytes)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
