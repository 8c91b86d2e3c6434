import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect } from "chai";
import { isPart, type Part, part, readMerged, resolve } from "../../contract/document";

const document = readMerged();
const schemas = part(part(document, "components"), "schemas");

/** The name of a schema's type. For an array, the type of its items with `[]`. */
function typeOf(schema: unknown): string {
  if (!isPart(schema)) return "nothing";
  const reference = schema.$ref;
  if (typeof reference === "string") {
    const resolved = resolve(document, reference);
    return resolved.type === "object" ? reference.replace(/^.*\//, "") : typeOf(resolved);
  }
  return schema.type === "array" ? `${typeOf(schema.items)}[]` : String(schema.type);
}

function fieldsOf(schema: Part): Record<string, string> {
  const fields = Object.entries(part(schema, "properties"));
  return Object.fromEntries(fields.map(([name, field]) => [name, typeOf(field)]));
}

/** Fields that all have the same type, by name. */
const of = (type: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(" ").map((name) => [name, type]));

const percentages = of("number", "inbox_percentage missed_percentage spam_percentage");

/** The fields of each response according to the specification's tables. */
const responses = {
  Domain: { ...of("string", "id domain status created_at"), open_tracking: "boolean" },
  DomainPage: { data: "Domain[]", count: "number" },
  DnsShareResponse: { message: "string", recipients: "string[]" },
  ContactResponse: { data: "Contact" },
  CampaignPlacement: {
    ...of("string", "campaign_id campaign_name campaign_subject"),
    ...percentages,
  },
  ProviderPlacement: { name: "string", ...percentages },
  Placement: percentages,
  InboxPlacement: {
    campaigns: "CampaignPlacement[]",
    providers: "ProviderPlacement[]",
    summary: "Placement",
  },
  FileVerification: {
    ...of("string", "file_id file_name status created_at"),
    ...of("number", "total_records deliverable invalid risky"),
  },
  EngagementCampaign: of("string", "name subject_line created_date"),
  OpensRow: {
    ...of("string", "contact_id email first_name last_name lists list_name created_date"),
    tags: "string[]",
  },
  OpensPage: { campaign: "EngagementCampaign", data: "OpensRow[]", total: "number" },
  UnsubscribesPage: { campaign: "EngagementCampaign", data: "UnsubscribesRow[]", total: "number" },
  ReplyEmail: of("string", "id reply_email status"),
  ReplyEmailPage: { count: "number", data: "ReplyEmail[]" },
  Sender: of("string", "id sender_email sender_name createdDate status"),
  SenderPage: { count: "number", data: "Sender[]" },
  SenderAdded: of("string", "id sender_email sender_name status"),
  List: {
    ...of("string", "id name list_status list_type"),
    ...of("number", "contact_count open_percentage"),
  },
  ListResponse: { count: "number", data: "List" },
  Created: { id: "string" },
  Message: { message: "string" },
  ErrorList: { errors: "FieldError[]" },
  ErrorObject: { error: "FieldError" },
  FieldError: { field: "string", message: "string" },
  ErrorText: { error: "string" },
};

/** All fields of a contact that are strings, which are all except the custom fields. */
const contactStrings =
  "email first_name firstname middle_name last_name phone dob company_name job_title department " +
  "industry lead_source salary city state country postal_code user_ip list_id tags " +
  "tracking_consent tracking_consent_date tracking_consent_source";

describe("the contract's response schema", () => {
  for (const [name, fields] of Object.entries(responses)) {
    it(`${name} has exactly the specified fields, and requires each field`, () => {
      const schema = part(schemas, name);
      expect(fieldsOf(schema)).to.deep.equal(fields);
      expect(schema.required).to.have.members(Object.keys(fields));
      expect(schema.additionalProperties).to.equal(false);
    });
  }

  it("Contact has only optional fields, which are strings except custom_fields", () => {
    const contact = part(schemas, "Contact");
    expect(fieldsOf(contact)).to.deep.equal({
      ...of("string", contactStrings),
      custom_fields: "object",
    });
    expect(contact).not.to.have.property("required");
  });

  it("UnsubscribesRow has the required fields of OpensRow, and an optional reason", () => {
    const row = part(schemas, "UnsubscribesRow");
    expect(fieldsOf(row)).to.deep.equal({ ...responses.OpensRow, reason: "string" });
    expect(row.required).to.have.members(Object.keys(responses.OpensRow));
  });
});

describe("the contract's schema of the time", () => {
  const ajv = addFormats(new Ajv2020({ strict: false }));
  for (const [name, field, taken, refused] of [
    [
      "Domain",
      "created_at",
      ["2026-01-15T09:30:00Z", "2026-01-15T09:30:00.000Z", "2026-01-15T09:30:00+00:00"],
      ["2026-01-15T09:30:00+02:00", "2026-01-15 09:30:00"],
    ],
    ["Sender", "createdDate", ["2026-01-15 09:30:00"], ["2026-01-15T09:30:00Z"]],
    ["OpensRow", "created_date", ["2026-01-15 09:30:00"], ["2026-01-15T09:30:00Z"]],
    ["EngagementCampaign", "created_date", ["2026-01-15 09:30:00"], ["2026-01-15T09:30:00Z"]],
    ["FileVerification", "created_at", ["2026-01-15T09:30:00+02:00"], ["2026-01-15 09:30:00"]],
  ] as const) {
    it(`${name}.${field} accepts only times such as ${taken[0]}`, () => {
      const { $ref, ...own } = part(part(part(schemas, name), "properties"), field);
      const schema = typeof $ref === "string" ? resolve(document, $ref) : own;
      expect([...taken, ...refused].filter((date) => ajv.validate(schema, date))).to.deep.equal(
        taken,
      );
    });
  }
});
