const text = { type: "string" };
const flag = { type: "boolean" };
const count = { type: "integer", minimum: 0 };
const percentage = { type: "number", minimum: 0, maximum: 100 };
const moment = { type: "string", format: "date-time" };
const day = { type: "string", format: "date" };
const id = { type: "string", minLength: 1 };

interface Fields {
  readonly [field: string]: object;
}

function rows(required: readonly string[], properties: Fields, open = false) {
  return {
    type: "array",
    items: { type: "object", required, properties, additionalProperties: open },
  };
}

const address = {
  company_address: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
};
const event = { campaign_id: id, contact_id: id, at: moment };

/** JSON Schema of a seed. Contacts and campaigns may carry more of the wire's fields. */
export const seedSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    account: {
      type: "object",
      properties: { timezone: text, ...address },
      additionalProperties: false,
    },
    sequence: { type: "object", additionalProperties: count },
    domains: rows(["domain"], {
      id,
      domain: text,
      status: { enum: ["verified", "not_verified", "failed"] },
      open_tracking: flag,
      created_at: moment,
    }),
    senders: rows(["sender_email", "sender_name"], {
      id,
      sender_email: text,
      sender_name: text,
      createdDate: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$" },
      status: text,
      ...address,
    }),
    reply_emails: rows(["reply_email"], { id, reply_email: text, status: text }),
    lists: rows(["name"], {
      id,
      name: text,
      contact_count: count,
      list_status: text,
      list_type: text,
      open_percentage: percentage,
    }),
    segments: rows(["name"], { id, name: text }),
    contacts: rows(
      ["email"],
      {
        id,
        email: text,
        list_id: text,
        tags: text,
        tracking_consent: text,
        custom_fields: { type: "object" },
      },
      true,
    ),
    properties: rows(["name"], {
      id,
      name: text,
      description: text,
      type: text,
      key: text,
      used_in_form: flag,
    }),
    campaigns: rows(
      ["name"],
      {
        id,
        name: text,
        subject: text,
        status: { enum: ["Draft", "Scheduled", "Processing", "Paused", "Finished", "Aborted"] },
        created_at: moment,
        sent_at: moment,
        track_opens: flag,
      },
      true,
    ),
    opens: rows(["campaign_id", "contact_id"], event),
    unsubscribes: rows(["campaign_id", "contact_id"], { ...event, reason: text }),
    inbox_placements: rows(["campaign_id", "provider"], {
      campaign_id: id,
      date: day,
      provider: { enum: ["gmail", "yahoo", "outlook", "others"] },
      inbox: count,
      missed: count,
      spam: count,
    }),
    webhooks: rows([], { id, name: text, url: text, status: { enum: ["active", "inactive"] } }),
    file_verifications: rows(["file_id"], {
      file_id: id,
      file_name: text,
      total_records: count,
      created_at: moment,
      deliverable: count,
      invalid: count,
      risky: count,
      processing_seconds: { type: "number", minimum: 0 },
      finished_status: text,
    }),
    mails: rows(["kind", "of"], {
      kind: { enum: ["domain-share", "campaign"] },
      of: id,
      recipients: { type: "array", items: text },
      at: moment,
    }),
  },
};
