import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../engine/command";

/** Requests made from one document against one interface. */
export interface Round {
  /** What is looked at, for people. */
  name: string;
  /** The document, by its name in `contract/`. */
  document: string;
  /** The interface's address. */
  url: string;
  /** The value of the header `Authorization`. */
  authorization: string;
  /** Which of the document's operations; all of them when absent. */
  filter?: readonly string[];
}

/** What a round is made with. */
export interface RoundOptions {
  /** The path of schemathesis. */
  executable: string;
  /** What every request follows from. */
  seed: number;
  /** How many requests are made up at most for each operation, beside those that its limits suggest. */
  maxExamples: number;
  /** An empty folder for whatever schemathesis writes. */
  scratch: string;
  /** Called with every line that schemathesis prints. */
  onLine: (line: string) => void;
}

/** What came of a round. */
export interface RoundResult {
  /** How many requests were made up. */
  generated: number;
  /** How many different ones of them failed a check. */
  failures: number;
  /** Whether schemathesis did all it was to do and found nothing. */
  isClean: boolean;
}

interface Report {
  readonly complete: boolean;
  readonly test_cases: { readonly generated: number; readonly unique_failures: number };
}

const contract = join(__dirname, "..", "..", "contract");
const config = join(__dirname, "schemathesis.toml");

/** Makes the requests of one round, and checks every reply. */
export async function runRound(round: Round, options: RoundOptions): Promise<RoundResult> {
  const { executable, scratch, onLine } = options;
  const reportFile = join(scratch, "report.json");
  const args = [
    ...["--no-color", "--config-file", config, "run", join(contract, round.document)],
    ...["--url", round.url, "--header", `Authorization: ${round.authorization}`],
    ...["--seed", String(options.seed), "--max-examples", String(options.maxExamples)],
    // Requests that earlier runs kept would come in beside those that the seed gives.
    ...["--generation-database", "none"],
    ...["--report", "json", "--report-json-path", reportFile],
    ...(round.filter ?? []),
  ];
  // Python's sets have another order in every process otherwise, and another order is another request.
  const env = { ...process.env, PYTHONHASHSEED: "0" };
  // What the round before reported must not pass for this one's.
  await rm(reportFile, { force: true });
  const result = await runCommand(executable, args, { cwd: scratch, env, onLine });
  const report = await readReport(reportFile);
  if (report === undefined) {
    throw new Error(
      `schemathesis ended with status ${result.exitCode} without a report, in the round "${round.name}".`,
    );
  }
  const { generated, unique_failures: failures } = report.test_cases;
  return { generated, failures, isClean: result.exitCode === 0 && report.complete };
}

async function readReport(file: string): Promise<Report | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Report;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
