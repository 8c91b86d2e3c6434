import type { Client } from "../client/call";
import { isRecord } from "../client/decode";
import { path } from "../client/path";
import { incompleteReply } from "../errors/request-error";
import { numberOf, textOf } from "./decode";
import type { components } from "./wire";

/** How far the verification of a file has come, as the service sends it. */
export type FileVerificationRow = components["schemas"]["FileVerification"];

/** GET /verifyFileStatus/{file_id}, on the verification interface; a wait bounds it by its own deadline. */
export async function getFileVerification(
  verification: Client,
  file_id: string,
  deadlineMs?: number,
): Promise<FileVerificationRow> {
  const reply = await verification.send({
    method: "GET",
    path: path`/verifyFileStatus/${{ file_id }}`,
    policy: "read",
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  const row = isRecord(reply.data) && reply.status === undefined ? reply.data : reply;
  const status = textOf(row.status);
  if (status === "") throw incompleteReply("GET /verifyFileStatus/{file_id}");
  return {
    file_id: textOf(row.file_id) || file_id,
    file_name: textOf(row.file_name),
    status,
    total_records: numberOf(row.total_records),
    created_at: textOf(row.created_at),
    deliverable: numberOf(row.deliverable),
    invalid: numberOf(row.invalid),
    risky: numberOf(row.risky),
  };
}
