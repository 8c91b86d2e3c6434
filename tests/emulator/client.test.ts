import { expect } from "chai";
import { useEmulator } from "./caller";

/** What a client sends, and the members of the reply that it goes on with. */
type Row = readonly [
  client: string,
  operation: string,
  body: object | undefined,
  status: number,
  needs: readonly string[],
];

const everyList = {
  limit: 100,
  list_type: 1,
  page: 1,
  search_name: "",
  sort_field: "name",
  sort_order: "asc",
};
const dates = { date_from: "2020-01-01", date_to: "2026-12-31" };
const sender = { sender_email: "hello@acme.example", sender_name: "Acme" };
const mail = { name: "Spring", subject: "Spring", html: "<p>Hi</p>", list_ids: ["list-1"], sender };
const figures = ["sent", "delivered", "opens", "clicks", "unsubscribe"];
const report = figures.map((name) => `data.0.report_summary.${name}`);
const rates = ["open", "spam_complaints"].map((it) => `data.0.report_summary.${it}_percentage`);

/*
 * The requests of public clients of the service, by the form of each. docs/dev/clients.md says which they are. What the
 * emulator doesn't serve is answered with 501, never with a plausible success.
 */
const rows: readonly Row[] = [
  ["WordPress plugin", "GET /client/plan", undefined, 200, ["data.email", "data.plan"]],
  ["Odoo connector A", "GET /client/plan", undefined, 200, ["data.total_contacts"]],
  ["WordPress plugin", "POST /lists/search", everyList, 200, ["data.0.id", "data.0.name"]],
  ["form connectors", "POST /lists/search", { limit: 100, page: 1 }, 200, ["list_count", "data"]],
  [
    "a connector library",
    "POST /lists/search",
    { search: "x", limit: 10, page: 1 },
    400,
    ["errors"],
  ],
  ["WordPress plugin", "POST /list", { name: "Readers", list_type: 1 }, 201, ["id"]],
  ["Odoo connector B", "PATCH /list/list-2", { name: "Everybody" }, 200, ["message"]],
  ["Odoo connector B", "DELETE /list/list-2", undefined, 501, ["errors.0.message"]],
  [
    "WordPress plugin",
    "POST /contact/property/search",
    { limit: 100, page: 1, search: "" },
    200,
    ["data.0.field_name", "data.0.field_value"],
  ],
  [
    "a connector library",
    "POST /contact/property/search",
    { limit: 100, page: 1 },
    200,
    ["data.0.id"],
  ],
  [
    "a connector library",
    "POST /contact/property/search",
    { limit: 100, page: 1, type: "custom" },
    200,
    ["data.0.is_default"],
  ],
  [
    "WordPress plugin",
    "POST /contact/property",
    { name: "Plan B", description: "", type: "text" },
    201,
    ["id"],
  ],
  ["Odoo connector A", "POST /contact/property", { name: "Size", type: "number" }, 201, ["id"]],
  [
    "WordPress plugin",
    "POST /contact/property",
    { name: "P", type: "text" },
    400,
    ["error.message"],
  ],
  ["a connector library", "PATCH /contact/property/property-1", { name: "Tier" }, 200, ["message"]],
  ["a connector library", "DELETE /contact/property/property-1", undefined, 200, ["message"]],
  [
    "MailOptin",
    "POST /campaign",
    {
      ...mail,
      viewin_browser: false,
      mailing_preference: false,
      scheduled_at: "2027-01-01 09:00:00",
    },
    201,
    ["id"],
  ],
  ["Odoo connector B", "POST /campaign", { ...mail, viewin_browser: true }, 201, ["id"]],
  ["a recruiter's mailing", "POST /campaign", mail, 201, ["id"]],
  [
    "a CRM's mailer",
    "POST /campaign",
    { ...mail, plain_text: "Hi", permission_reminder: "You know us", is_publish: false },
    201,
    ["id"],
  ],
  ["MailOptin", "POST /campaign", { ...mail, list_ids: ["list-9"] }, 400, ["errors.0.message"]],
  ["Odoo connector B", "PUT /campaign/campaign-2", { subject: "New", sender }, 200, ["message"]],
  [
    "campaign list to CSV",
    "POST /campaign/list",
    {
      ...dates,
      limit: 100,
      page: 1,
      search: "",
      sender_email: "",
      sort_field: "name",
      sort_order: "asc",
      status: "",
    },
    200,
    [...report, ...rates, "data.0.recepiant.lists"],
  ],
  ["a CRM's mailer", "POST /campaign/list", { ...dates, limit: 100, page: 1 }, 200, ["data.0.id"]],
  [
    "Odoo connector B",
    "POST /campaign/list",
    { date_to: "2026-12-31", limit: 100, page: 1 },
    200,
    [...report, ...rates],
  ],
  [
    "a CRM's mailer",
    "POST /campaign/campaign-1/opens",
    { page: 1, limit: 100 },
    200,
    ["total", "data"],
  ],
  ["a CRM's mailer", "POST /campaign/campaign-1/unsubs", { page: 1, limit: 100 }, 200, ["total"]],
  ["a CRM's mailer", "POST /inbox-tracking", dates, 200, ["campaigns.0.inbox_percentage"]],
  ["a CRM's mailer", "POST /campaign/save", mail, 501, ["errors.0.message"]],
  ["Odoo connector B", "POST /campaign/schedule/campaign-2", {}, 501, ["errors.0.message"]],
  ["Odoo connector B", "POST /campaign/testmail/campaign-2", {}, 501, ["errors.0.message"]],
  ["a CRM's mailer", "POST /campaign/campaign-1/clicks", { page: 1, limit: 100 }, 501, ["errors"]],
  ["a CRM's mailer", "POST /campaign/domain/report/campaign-1", {}, 501, ["errors"]],
  [
    "a service of webhooks",
    "POST /webhooks/search",
    { limit: 100, page: 1, search: "", sort_field: "name", sort_order: "asc" },
    200,
    ["data.0.id", "data.0.url", "data.0.status", "data.0.event.0", "total"],
  ],
  ["a service of webhooks", "GET /webhooks/detail/webhook-1", undefined, 200, ["webhook.status"]],
  ["a service of webhooks", "POST /webhooks/toggle/webhook-1", { status: "1" }, 200, ["message"]],
  ["a service of webhooks", "POST /webhooks/toggle/webhook-9", { status: "1" }, 404, ["error"]],
  ["a service of webhooks", "PUT /webhooks/webhook-1", {}, 501, ["errors.0.message"]],
  ["form connectors", "POST /contacts/upsert", { email: "a@b.example" }, 501, ["errors"]],
  ["form connectors", "POST /tags/search", { limit: 10, page: 1 }, 501, ["errors"]],
  ["WordPress plugin", "POST /webform/search", { limit: 10, page: 1 }, 501, ["errors"]],
];

describe("an emulator that public clients use", function () {
  const { call } = useEmulator(this);

  for (const [client, operation, body, status, needs] of rows) {
    it(`answers ${operation} of ${client} with ${status}`, async () => {
      const [method = "", path = ""] = operation.split(" ");
      const reply = await call(method, path, body);
      expect(reply.status, JSON.stringify(reply.body)).to.equal(status);
      for (const member of needs) expect(reply.body).to.have.nested.property(member);
    });
  }
});
