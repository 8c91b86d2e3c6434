import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { accountFromSeed } from "./account/seed";
import type { EmulatorOptions } from "./control/parts";
import { defaultKeys } from "./http/api-key";
import { type Emulator, startEmulator } from "./server";

// Resolve by the package's own name, which works from the sources and from dist.
const { version } = require("email-marketing-emulator/package.json") as {
  readonly version: string;
};

const program = new Command("email-marketing-emulator")
  .description("Runs the email marketing service on localhost until Ctrl-C.")
  .version(version)
  .option("--port <number>", "port to listen on; 0 picks a free one", portNumber, 0)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .option("--api-key <key>", "key of the main API", defaultKeys.apiKey)
  .option("--verify-key <key>", "key of the verification API", defaultKeys.verifyKey)
  .option(
    "--seed <file>",
    "JSON file with what the account starts with (default: an example account)",
    seedIn,
  )
  .option(
    "--file <file>",
    "JSON file that keeps the account across restarts; once it exists, the seed is ignored",
  )
  .option("--clock <time>", '"real", or an ISO 8601 time at which the account\'s clock stands')
  .option(
    "--smtp <address>",
    "mail each campaign to its contacts on its date, such as smtp://127.0.0.1:1025",
  )
  .option("--smtp-host <host>", "the host of --smtp if it is not this machine")
  .option(
    "--rate-limit <limit>",
    'requests per second, or JSON such as {"perSecond":10,"burst":20}',
    rateLimit,
  );

async function main(): Promise<void> {
  const options = program.parse().opts<EmulatorOptions>();
  const emulator = await startEmulator(options);
  console.log(settings(emulator, options).join("\n"));
  console.error(`To look at the account, open ${new URL("/", emulator.baseUrl).href}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      emulator.close().catch(fail);
    });
  }
}

/** The settings that a program needs. Only default keys are included, because other keys may be secret. */
function settings({ baseUrl, verifyUrl }: Emulator, options: EmulatorOptions): string[] {
  const { apiKey, verifyKey } = defaultKeys;
  return [
    `EMAIL_MARKETING_BASE_URL=${baseUrl}`,
    `EMAIL_MARKETING_VERIFY_URL=${verifyUrl}`,
    ...(options.apiKey === apiKey ? [`EMAIL_MARKETING_API_KEY=${apiKey}`] : []),
    ...(options.verifyKey === verifyKey ? [`EMAIL_MARKETING_VERIFY_KEY=${verifyKey}`] : []),
  ];
}

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("Must be a whole number from 0 to 65535.");
}

/** Checks the seed while Commander parses the options, because Commander's error then names the file. */
function seedIn(file: string): unknown {
  try {
    const seed: unknown = JSON.parse(readFileSync(file, "utf8"));
    accountFromSeed(seed, new Date());
    return seed;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function rateLimit(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('Must be a number, or JSON such as {"perSecond":10}.');
  }
}

function fail(error: Error): void {
  console.error(`email-marketing-emulator: ${error.message}`);
  process.exitCode = 1;
}

main().catch(fail);
