import type { Client } from "../client/call";
import { incompleteResponse } from "../errors/request-error";
import { isRecord } from "../plain/value";
import { call, routeOf } from "./call";
import { countsOf, requireSameId, textsIn } from "./collection";
import type { components } from "./wire";

type Sent = components["schemas"]["FileVerification"];

export type FileVerificationRow = Omit<Sent, Count> & Partial<Pick<Sent, Count>>;

type Count = "total_records" | "deliverable" | "invalid" | "risky";

/** GET /verifyFileStatus/{file_id} on the verification API; `deadlineMs` is the end of a wait for the result. */
export async function getFileVerification(
  verification: Client,
  file_id: string,
  deadlineMs?: number,
): Promise<FileVerificationRow> {
  const response = await call(verification, "getFileVerification", {
    id: file_id,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  // In the contract, the fields are at the top level. Other endpoints return fields in `data`.
  const row = isRecord(response.data) && response.status === undefined ? response.data : response;
  const texts = textsIn(row, "file_id", "file_name", "status", "created_at");
  if (texts.status === "") throw incompleteResponse(routeOf("getFileVerification"));
  requireSameId("getFileVerification", texts.file_id, file_id);
  const counts = countsOf(row, "total_records", "deliverable", "invalid", "risky");
  return { ...texts, file_id: texts.file_id || file_id, ...counts };
}
