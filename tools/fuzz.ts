import { randomInt } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultKeys, type Emulator, startEmulator } from "email-marketing-emulator";
import { runCommand } from "./engine/command";
import { runToEnd } from "./engine/interruption";
import { pythonEnvironment } from "./language/python-environment";

/** The minimum number of generated requests. With fewer, the run fails. */
const minRequests = 2_000;

const folder = join(__dirname, "fuzz");
const contract = join(__dirname, "..", "contract");
const closers: (() => Promise<void>)[] = [];

/** The report of schemathesis about a run. */
interface Report {
  readonly complete: boolean;
  readonly test_cases: { readonly generated: number };
}

/**
 * Runs schemathesis, which generates requests from the contract, sends them and checks the responses. Returns the exit
 * status.
 */
async function fuzz(): Promise<number> {
  const options = { seed: { type: "string", default: String(randomInt(1, 1_000_000)) } } as const;
  const { seed } = parseArgs({ options }).values;
  const bin = await pythonEnvironment(join(folder, "requirements.txt"));
  const emulator = await startEmulator();
  closers.push(() => emulator.close());
  let generated = 0;
  let failed = 0;
  for (const round of roundsOf(emulator)) {
    emulator.reset();
    const scratch = await mkdtemp(join(tmpdir(), "email-marketing-fuzz-"));
    closers.push(() => rm(scratch, { recursive: true, force: true }));
    const report = join(scratch, "report.json");
    const args = [
      ...["--no-color", "--config-file", join(folder, "schemathesis.toml"), "run", ...round],
      ...["--seed", seed, "--max-examples", "100"],
      // Without this option, schemathesis would add requests that earlier runs stored.
      ...["--generation-database", "none", "--report", "json", "--report-json-path", report],
    ];
    // Without a fixed hash seed, the order of Python's sets, and so the requests, would differ in each process.
    const env = { ...process.env, PYTHONHASHSEED: "0" };
    const onLine = (line: string) => console.log(line);
    const { exitCode } = await runCommand(join(bin, "schemathesis"), args, {
      cwd: scratch,
      env,
      onLine,
    });
    const { complete, test_cases: cases } = JSON.parse(await readFile(report, "utf8")) as Report;
    generated += cases.generated;
    if (exitCode !== 0 || !complete) failed += 1;
  }
  console.log(`\n${generated} requests generated, ${failed} of 3 rounds failed.`);
  console.log(`To repeat them: npm run prove -- fuzz --seed ${seed}`);
  if (generated < minRequests) {
    console.log(`Too few: at least ${minRequests} must be generated.`);
    return 1;
  }
  return failed === 0 ? 0 : 1;
}

/**
 * The arguments of each round: document, address and key. A run of schemathesis takes one document and one key, so each
 * combination has its own round.
 */
function roundsOf({ baseUrl, verifyUrl }: Emulator): readonly (readonly string[])[] {
  const at = (url: string, key: string) => ["--url", url, "--header", `Authorization: ${key}`];
  const main = at(baseUrl, defaultKeys.apiKey);
  const verification = at(verifyUrl, `Bearer ${defaultKeys.verifyKey}`);
  const tag = "Email verification";
  return [
    [join(contract, "openapi.yaml"), ...main, "--exclude-tag", tag],
    [join(contract, "openapi.yaml"), ...verification, "--include-tag", tag],
    [join(contract, "extended.yaml"), ...main],
  ];
}

runToEnd(fuzz(), closers);
