import type { Operation } from "../operation/operation";
import { missing, ok } from "../operation/reply";

/** GET /verifyFileStatus/{file_id} of the verification API: counts grow with the clock. */
export const getFileVerification: Operation = {
  reads: true,
  handle({ id }, store) {
    const file = store.account.file_verifications.find(({ file_id }) => file_id === id);
    if (file === undefined) return missing();
    const elapsedMs = Math.max(0, store.now().getTime() - Date.parse(file.created_at));
    const totalMs = file.processing_seconds * 1000;
    const isFinished = elapsedMs >= totalMs;
    const soFar = (count: number) =>
      isFinished ? count : Math.floor((count * elapsedMs) / totalMs);
    return ok({
      file_id: file.file_id,
      file_name: file.file_name,
      status: isFinished ? file.finished_status : "processing",
      total_records: file.total_records,
      created_at: file.created_at,
      deliverable: soFar(file.deliverable),
      invalid: soFar(file.invalid),
      risky: soFar(file.risky),
    });
  },
};
