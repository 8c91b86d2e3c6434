import { startEmulator } from "email-marketing-emulator";
import { median } from "./median";
import { seedFor, settingsOf } from "./program";
import { startProvider } from "./provider-process";

/** How long a provider process takes from its start to a reply, in milliseconds. */
export interface StartUp {
  readonly name: string;
  /** To the reply to its first check, which sends nothing; the median of the runs. */
  readonly firstCheckMs: number;
  /** From there to the reply to its first create. */
  readonly firstCreateMs: number;
}

const noop = "exports.handler = () => ({ create: async (p) => ({ id: p.name, outs: p }) });";
const ours = `exports.handler = () => require("pulumi-email-marketing/dynamic").Sender();`;

/** Starts both providers in turn, `runs` times each. */
export async function measureStartUp(runs: number): Promise<StartUp[]> {
  const emulator = await startEmulator({ seed: seedFor("senders", 0) });
  try {
    const measured = [
      { name: "no-op", text: noop, check: [] as number[], create: [] as number[] },
      { name: "provider", text: ours, check: [] as number[], create: [] as number[] },
    ];
    for (let run = 0; run < runs; run += 1) {
      for (const { text, check, create } of measured) {
        const props = {
          email: `s${run}@acme.example`,
          name: `Sender ${run}`,
          __provider: text,
        };
        const startedAt = performance.now();
        const provider = await startProvider(settingsOf(emulator));
        try {
          await provider.check(props);
          const checkedAt = performance.now();
          await provider.create(props);
          check.push(checkedAt - startedAt);
          create.push(performance.now() - checkedAt);
        } finally {
          await provider.end();
        }
      }
    }
    return measured.map(({ name, check, create }) => ({
      name,
      firstCheckMs: median(check),
      firstCreateMs: median(create),
    }));
  } finally {
    await emulator.close();
  }
}
