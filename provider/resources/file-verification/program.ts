import { lookUp, lookUpOutput } from "../../program/look-up";
import { fileVerificationSource } from "./functions";

export type {
  FileVerificationWait,
  GetFileVerificationArgs,
  GetFileVerificationResult,
} from "./functions";

/**
 * How far the verification of an uploaded file has come (GET /verifyFileStatus/{file_id} of the verification API,
 * with its own key). With `wait` it is a gate: it gives an answer when the verification is finished, and fails on
 * `failed`, `error`, `cancelled` and at the deadline. A preview asks once, and doesn't wait.
 *
 * ```ts
 * import { Campaign, getFileVerification, getFileVerificationOutput } from "pulumi-email-marketing";
 *
 * export const done = getFileVerification({ fileId: "file-1" }).then(({ finished }) => finished);
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
 *
 * ## With dynamic resources
 *
 * In a preview, what is not finished yet is unknown from {@link getFileVerificationOutput}, and an error from
 * `getFileVerification`.
 *
 * ## With the plugin
 *
 * In a preview, the result is what is known so far: `finished` is false where the update will wait.
 */
export const getFileVerification = lookUp(fileVerificationSource);

/** {@link getFileVerification} for arguments that are outputs; waits for `dependsOn`. */
export const getFileVerificationOutput = lookUpOutput(fileVerificationSource);
