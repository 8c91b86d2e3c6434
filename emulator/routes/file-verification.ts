import { requireFound } from "../operation/error";
import { reading } from "../operation/operation";

/** GET /verifyFileStatus/{file_id} of the verification API: counts grow with the clock. */
export const getFileVerification = reading(({ id }, { account, now }) => {
  const file = requireFound(account.file_verifications.find(({ file_id }) => file_id === id));
  const elapsedMs = Math.max(0, now().getTime() - Date.parse(file.created_at));
  const totalMs = file.processing_seconds * 1000;
  const isFinished = elapsedMs >= totalMs;
  const soFar = (count: number) => (isFinished ? count : Math.floor((count * elapsedMs) / totalMs));
  const { file_id, file_name, total_records, created_at, deliverable, invalid, risky } = file;
  return {
    ...{ file_id, file_name, total_records, created_at },
    status: isFinished ? file.finished_status : "processing",
    deliverable: soFar(deliverable),
    invalid: soFar(invalid),
    risky: soFar(risky),
  };
});
