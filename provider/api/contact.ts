import type { HttpClient } from "../client/call";
import { textField } from "../client/response";
import { incompleteResponse } from "../errors/error";
import { comparedAddress } from "../plain/domain";
import { isRecord } from "../plain/value";
import { call, firstRecord, requireSameId, routeOf } from "./call";

const textFields = [
  "email",
  "first_name",
  "firstname",
  "middle_name",
  "last_name",
  "phone",
  "dob",
  "company_name",
  "job_title",
  "department",
  "industry",
  "lead_source",
  "salary",
  "city",
  "state",
  "country",
  "postal_code",
  "user_ip",
  "list_id",
  "tags",
  "tracking_consent",
  "tracking_consent_date",
  "tracking_consent_source",
] as const;

/** GET /contacts/{id}; `id` may also be an email address. */
export async function getContact(client: HttpClient, id: string) {
  const row = firstRecord((await call(client, "getContact", { id })).data);
  if (!row || Object.keys(row).length === 0) throw incompleteResponse(routeOf("getContact"));
  // The service may return another spelling of an address, and an id that the contract doesn't define.
  const [given, asked] = id.includes("@")
    ? [comparedAddress(textField(row.email)), comparedAddress(id)]
    : [row.id, id];
  requireSameId("getContact", given, asked);
  const texts = textFields.map((field) => [field, textOrList(row[field])] as const);
  return {
    ...(Object.fromEntries(texts) as Record<(typeof textFields)[number], string>),
    custom_fields: isRecord(row.custom_fields) ? row.custom_fields : {},
  };
}

/** A text field of a contact. Joins an array, which the service may send although the contract defines a string. */
function textOrList(value: unknown): string {
  return Array.isArray(value) ? value.map(textField).join(",") : textField(value);
}
