import { setTimeout as sleep } from "node:timers/promises";
import { type InvokeOptions, type InvokeOutputOptions, log, type Output } from "@pulumi/pulumi";
import type { Account } from "../account/account";
import {
  type FileVerificationRow,
  getFileVerification as getFileVerificationById,
} from "../api/file-verification";
import { redact } from "../client/redact";
import { EmailMarketingError } from "../errors/error";
import { id, listOf, members, text, whole } from "../input/check";
import { sought } from "../lifecycle/explain";
import { type DataSource, lookUp, lookUpOutput, NotYet } from "../program/data-source";
import type { InputsOf } from "../program/dynamic-resource";
import { interruptible } from "../program/interruption";
import { isPreview } from "../program/program";

/** How {@link getFileVerification} waits for the end of a verification. */
export interface FileVerificationWait {
  /** The longest wait, in whole seconds from 1 on; default 1800. */
  timeoutSeconds?: number;
  /** Further status words, without case, that mean finished: the contract shows none of the service's. */
  finished?: string[];
}

/** The arguments of {@link getFileVerification}. */
export interface GetFileVerificationArgs {
  /** The id of an uploaded file of addresses. */
  fileId: string;
  /** Given, even empty: waits until the verification is finished. By default the question is asked once. */
  wait?: FileVerificationWait;
}

/** How far the verification of a file has come. */
export interface FileVerification {
  /** The file's id. */
  fileId: string;
  /** The file's name. */
  fileName: string;
  /** The service's word for it, in lower case. */
  status: string;
  /**
   * Whether that word is known to mean finished: `completed`, `complete`, `finished`, `done`, `verified`, or one of
   * `wait.finished`. These words are a guess, since the contract shows none.
   */
  finished: boolean;
  /** How many addresses the file holds. */
  totalRecords: number;
  /** When the file was uploaded, ISO 8601, as the service sends it. */
  createdAt: string;
  /** How many addresses can be mailed. */
  deliverable: number;
  /** How many addresses can't be mailed. */
  invalid: number;
  /** How many addresses are doubtful. */
  risky: number;
}

const finishedWords = ["completed", "complete", "finished", "done", "verified"];
const failedWords = ["failed", "error", "cancelled"];
const defaultTimeoutSeconds = 1800;
const firstIntervalMs = 1000;
const longestIntervalMs = 30_000;
/** How far beyond the deadline the reply to the last question is waited for. */
const lastReplyMs = 2000;

const source: DataSource<GetFileVerificationArgs, FileVerification> = {
  name: "getFileVerification",
  inputs: {
    required: { fileId: id },
    optional: {
      wait: members<FileVerificationWait>({
        required: {},
        optional: { timeoutSeconds: whole(1), finished: listOf(text({ min: 1 })) },
      }),
    },
  },
  async look(account, args) {
    const { wait } = args;
    const { timeoutSeconds = defaultTimeoutSeconds } = wait ?? {};
    const first = await ask(account, args, wait && timeoutSeconds * 1000);
    if (wait === undefined || isOver(first)) return first;
    if (!isPreview()) return interruptible((signal) => awaitEnd(account, args, { first, signal }));
    return new NotYet(
      `file "${args.fileId}" is "${redact(first.status, [])}", and a preview asks once without waiting. ` +
        "Use getFileVerificationOutput, whose result is unknown until then.",
    );
  },
};

async function ask(
  { verification }: Account,
  { fileId, wait }: GetFileVerificationArgs,
  deadlineMs?: number,
): Promise<FileVerification> {
  const found = getFileVerificationById(verification, fileId, deadlineMs);
  return fromWire(await sought(found, `the service has no file "${fileId}".`), wait?.finished);
}

/** Whether the wait for a file is over; one that will never be finished is an error. */
function isOver({ fileId, status, finished }: FileVerification): boolean {
  if (finished || !failedWords.includes(status)) return finished;
  throw new EmailMarketingError(
    "conflict",
    `the verification of file "${fileId}" ended as "${redact(status, [])}". Upload the file anew, or, if that word means ` +
      "finished, name it in wait.finished.",
  );
}

interface Wait {
  readonly first: FileVerification;
  readonly signal: AbortSignal;
}

async function awaitEnd(
  account: Account,
  args: GetFileVerificationArgs,
  { first, signal }: Wait,
): Promise<FileVerification> {
  const { timeoutSeconds = defaultTimeoutSeconds } = args.wait ?? {};
  const startedAt = performance.now();
  const leftMs = () => startedAt + timeoutSeconds * 1000 - performance.now();
  tell(`${progressOf(first)}; waiting up to ${timeoutSeconds} s`);
  let latest = first;
  for (let intervalMs = firstIntervalMs; !isOver(latest); ) {
    if (leftMs() <= 0) throw tooLong(latest, timeoutSeconds);
    await sleep(Math.min(intervalMs, leftMs()), undefined, { signal });
    const known = latest;
    latest = await ask(account, args, Math.max(leftMs(), lastReplyMs)).catch((error: unknown) => {
      const isOutOfTime = leftMs() <= 0 && isPassing(error);
      throw isOutOfTime ? tooLong(known, timeoutSeconds, error) : error;
    });
    signal.throwIfAborted();
    tell(progressOf(latest), { isBrief: true });
    intervalMs = Math.min(intervalMs * 1.5, longestIntervalMs);
  }
  return latest;
}

/** Whether a later question might have been answered. */
function isPassing(error: unknown): error is EmailMarketingError {
  const passing = ["network", "rate-limit", "server", "timeout"];
  return error instanceof EmailMarketingError && passing.includes(error.code);
}

function tooLong(
  { fileId, status }: FileVerification,
  seconds: number,
  cause?: EmailMarketingError,
): EmailMarketingError {
  const last = cause === undefined ? "" : ` The last question failed: ${cause.message}`;
  return new EmailMarketingError(
    "timeout",
    `file "${fileId}" is still "${redact(status, [])}" after ${seconds} s. If that word means finished, name it in ` +
      `wait.finished; if not, raise wait.timeoutSeconds.${last}`,
    { cause },
  );
}

function progressOf({ fileId, status, totalRecords, ...counts }: FileVerification): string {
  const checked = counts.deliverable + counts.invalid + counts.risky;
  return `verification of file "${fileId}": ${redact(status, [])}, ${checked} of ${totalRecords} addresses`;
}

/** A brief line is shown in place of the one before it, and in no summary. */
function tell(sentence: string, { isBrief = false } = {}): void {
  void log.info(sentence, undefined, undefined, isBrief);
}

function fromWire(row: FileVerificationRow, further: readonly string[] = []): FileVerification {
  const status = row.status.trim().toLowerCase();
  const words = [...finishedWords, ...further.map((word) => word.trim().toLowerCase())];
  return {
    fileId: row.file_id,
    fileName: row.file_name,
    status,
    finished: words.includes(status),
    totalRecords: row.total_records,
    createdAt: row.created_at,
    deliverable: row.deliverable,
    invalid: row.invalid,
    risky: row.risky,
  };
}

/**
 * How far the verification of an uploaded file has come (GET /verifyFileStatus/{file_id} of the verification interface,
 * with its own key). With `wait` it is a gate: it gives an answer when the verification is finished, and fails on
 * `failed`, `error`, `cancelled` and at the deadline. A preview asks once: what is not finished then is unknown from
 * {@link getFileVerificationOutput}, and an error here.
 *
 * ```ts
 * import { getFileVerification } from "pulumi-email-marketing";
 *
 * export const done = getFileVerification({ fileId: "file-1" }).then(({ finished }) => finished);
 * ```
 */
export function getFileVerification(
  args: GetFileVerificationArgs,
  opts?: InvokeOptions,
): Promise<FileVerification> {
  return lookUp(source, args, opts);
}

/**
 * {@link getFileVerification} for arguments that are outputs; waits for `dependsOn`.
 *
 * ```ts
 * import { Campaign, getFileVerificationOutput } from "pulumi-email-marketing";
 *
 * const customers = getFileVerificationOutput({ fileId: "file-1", wait: { timeoutSeconds: 600 } });
 * new Campaign("spring", {
 *   // Known once the file is verified, so the campaign waits for it.
 *   name: customers.fileName,
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   plainText: "Hello. %%unsubscribe%%",
 *   listIds: ["list-1"],
 * }, { protect: true });
 * ```
 */
export function getFileVerificationOutput(
  args: InputsOf<GetFileVerificationArgs>,
  opts?: InvokeOutputOptions,
): Output<FileVerification> {
  return lookUpOutput(source, args, opts);
}
