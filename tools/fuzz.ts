import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultKeys, type Emulator, startEmulator } from "email-marketing-emulator";
import { runToEnd } from "./engine/interruption";
import { formatDuration, standardErrorProgress } from "./engine/progress";
import { environmentFolder, findSchemathesis, schemathesisVersion } from "./fuzz/environment";
import { type Round, runRound } from "./fuzz/round";

/** Fewer requests in all are too few to say anything. */
const leastRequests = 2_000;
const maxExamples = 100;

const closers: (() => Promise<void>)[] = [];

/** Runs all rounds against emulators that start alike; gives the exit status. */
async function fuzz(seed: number): Promise<number> {
  const startedAt = performance.now();
  const executable = await findSchemathesis(environmentFolder(), standardErrorProgress());
  const emulator = await startEmulator();
  closers.push(() => emulator.close());
  const scratch = await mkdtemp(join(tmpdir(), "email-marketing-fuzz-"));
  closers.push(() => rm(scratch, { recursive: true, force: true }));
  console.log(`Schemathesis ${schemathesisVersion}, seed ${seed}: ${executable}`);

  const total = { generated: 0, failures: 0, unclean: 0 };
  for (const round of roundsOf(emulator)) {
    console.log(`\n${round.name}, from contract/${round.document}`);
    emulator.reset();
    const onLine = (line: string) => console.log(`    | ${line}`);
    const options = { executable, seed, maxExamples, scratch, onLine };
    const result = await runRound(round, options);
    total.generated += result.generated;
    total.failures += result.failures;
    total.unclean += result.isClean ? 0 : 1;
  }
  const elapsed = formatDuration(performance.now() - startedAt);
  console.log(
    `\n${total.generated} requests generated, ${total.failures} distinct failures, in ${elapsed}. ` +
      `To repeat them: npm run prove -- fuzz --seed ${seed}`,
  );
  if (total.generated < leastRequests) {
    console.log(`Too few: at least ${leastRequests} must be generated.`);
    return 1;
  }
  return total.unclean === 0 ? 0 : 1;
}

/** Each interface with its own key, since schemathesis takes one key for a run. */
function roundsOf({ baseUrl, verifyUrl }: Emulator): readonly Round[] {
  const main = { url: baseUrl, authorization: defaultKeys.apiKey };
  const verification = { url: verifyUrl, authorization: `Bearer ${defaultKeys.verifyKey}` };
  const tag = "Email verification";
  return [
    {
      name: "The main API",
      document: "openapi.yaml",
      ...main,
      filter: ["--exclude-tag", tag],
    },
    {
      name: "The verification API",
      document: "openapi.yaml",
      ...verification,
      filter: ["--include-tag", tag],
    },
    { name: "The further operations", document: "extended.yaml", ...main },
  ];
}

function seedOf(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { seed: { type: "string" } } });
  const seed = values.seed === undefined ? randomInt(1, 1_000_000) : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new Error("--seed: must be a whole number of 0 or more.");
  }
  return seed;
}

// In a promise, so that a wrong argument is reported like every other error.
runToEnd(
  Promise.resolve(process.argv.slice(2)).then((args) => fuzz(seedOf(args))),
  closers,
);
