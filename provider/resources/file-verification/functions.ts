import { setTimeout as sleep } from "node:timers/promises";
import {
  type FileVerificationRow,
  getFileVerification as getFileVerificationById,
} from "../../api/report";
import { EmailMarketingError } from "../../errors/error";
import { quoted, quotedId, redact } from "../../errors/redact";
import { id, listOf, members, text, type WholeNumber, wholeNumber } from "../../input/validation";
import { type DataSource, PendingResult } from "../../lifecycle/data-source";
import { withNotFoundSentence } from "../../lifecycle/failure";
import { camelCased } from "../../plain/value";

/** How {@link getFileVerification} waits for the end of a verification. */
export interface FileVerificationWait {
  /**
   * The longest wait, in whole seconds, at least 1.
   * @defaultValue 1800
   */
  timeoutSeconds?: WholeNumber;
  /** Further status words, without case, that mean finished: the contract shows none of the service's. */
  finished?: string[];
}

/** The arguments of {@link getFileVerification}. */
export interface GetFileVerificationArgs {
  /** The id of an uploaded file of addresses. */
  fileId: string;
  /**
   * If set, even to an empty object: waits until the verification is finished.
   * @defaultValue one question, without waiting
   */
  wait?: FileVerificationWait;
}

/** The result of {@link getFileVerification}: how far the verification of a file has come. */
export interface GetFileVerificationResult {
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
  /** How many addresses the file holds; absent where the service gives no number. */
  totalRecords?: WholeNumber;
  /** When the file was uploaded, ISO 8601, as the service sends it. */
  createdAt: string;
  /** How many addresses can be mailed; absent where the service gives no number. */
  deliverable?: WholeNumber;
  /** How many addresses can't be mailed; absent where the service gives no number. */
  invalid?: WholeNumber;
  /** How many addresses are doubtful; absent where the service gives no number. */
  risky?: WholeNumber;
}

const finishedWords = ["completed", "complete", "finished", "done", "verified"];
const failedWords = ["failed", "error", "cancelled"];
/** The minimum time limit of each request after the first one, even if the wait's timeout ends sooner. */
const lastResponseMs = 2000;

/** Reads the status of a verification once, or repeatedly until it is finished or has failed, or the timeout passes. */
export const fileVerificationSource: DataSource<
  GetFileVerificationArgs,
  GetFileVerificationResult
> = {
  name: "getFileVerification",
  inputs: {
    fileId: { required: true, check: id },
    wait: {
      check: members<FileVerificationWait>({
        timeoutSeconds: { check: wholeNumber },
        finished: { check: listOf(text({ min: 1 })) },
      }),
    },
  },
  async look({ verification }, { fileId, wait }, { isPreview, progress, interruptible }) {
    const { timeoutSeconds = 1800, finished } = wait ?? {};
    const readStatus = async (deadlineMs?: number) => {
      const found = getFileVerificationById(verification, fileId, deadlineMs);
      const sentence = `the service has no file ${quotedId(fileId)}. Use the id of a file that was uploaded for verification.`;
      return fromWire(await withNotFoundSentence(found, sentence), finished);
    };
    // A preview reads the status once without waiting, so the timeout of the wait doesn't limit that request.
    const isBounded = wait !== undefined && !isPreview;
    const first = await readStatus(isBounded ? timeoutSeconds * 1000 : undefined);
    if (wait === undefined) return first;
    throwIfFailed(first);
    if (first.finished) return first;
    if (isPreview) {
      const status = redact(first.status, []);
      return new PendingResult(
        `file ${quotedId(fileId)} is ${quoted(status)}, and a preview doesn't wait for it to finish.`,
        first,
      );
    }
    return interruptible(async (signal) => {
      const endsAt = performance.now() + timeoutSeconds * 1000;
      const leftMs = () => endsAt - performance.now();
      progress(`${progressLine(first)}; waiting up to ${timeoutSeconds} s`);
      let latest = first;
      for (let intervalMs = 1000; !latest.finished; ) {
        if (leftMs() <= 0) throw timeoutError(latest, timeoutSeconds);
        await sleep(Math.min(intervalMs, leftMs()), undefined, { signal });
        latest = await readStatus(Math.max(leftMs(), lastResponseMs)).catch((error: unknown) => {
          throw leftMs() <= 0 && isTemporary(error)
            ? timeoutError(latest, timeoutSeconds, error)
            : error;
        });
        // The user may have pressed Ctrl-C during the request.
        signal.throwIfAborted();
        progress(progressLine(latest), { isBrief: true });
        throwIfFailed(latest);
        intervalMs = Math.min(intervalMs * 1.5, 30_000);
      }
      return latest;
    });
  },
};

/** Throws if the verification failed and so never finishes, unless the arguments list the status as finished. */
function throwIfFailed({ fileId, status, finished }: GetFileVerificationResult): void {
  if (finished || !failedWords.includes(status)) return;
  throw new EmailMarketingError(
    "conflict",
    `the verification of file ${quotedId(fileId)} ended as ${quoted(redact(status, []))}. Upload the file again. If that status means ` +
      "finished, add it to wait.finished.",
  );
}

function isTemporary(error: unknown): error is EmailMarketingError {
  const passing = ["network", "rate-limit", "server", "timeout"];
  return error instanceof EmailMarketingError && passing.includes(error.code);
}

function timeoutError(
  { fileId, status }: GetFileVerificationResult,
  seconds: number,
  cause?: EmailMarketingError,
): EmailMarketingError {
  const last = cause === undefined ? "" : ` The last request failed: ${cause.message}`;
  return new EmailMarketingError(
    "timeout",
    `file ${quotedId(fileId)} is still ${quoted(redact(status, []))} after ${seconds} s. If that status means finished, add it to ` +
      `wait.finished; otherwise raise wait.timeoutSeconds.${last}`,
    { cause },
  );
}

function progressLine(result: GetFileVerificationResult): string {
  const { fileId, status, totalRecords, deliverable, invalid, risky } = result;
  const isKnown = [deliverable, invalid, risky].every((figure) => figure !== undefined);
  const checked = isKnown ? (deliverable ?? 0) + (invalid ?? 0) + (risky ?? 0) : undefined;
  const parts = [checked, totalRecords].map((figure) => figure ?? "an unknown number");
  return `verification of file ${quotedId(fileId)}: ${redact(status, [])}, ${parts.join(" of ")} addresses`;
}

function fromWire(row: FileVerificationRow, further: readonly string[] = []) {
  const status = row.status.trim().toLowerCase();
  const words = [...finishedWords, ...further.map((word) => word.trim().toLowerCase())];
  return { ...camelCased(row), status, finished: words.includes(status) };
}
