import { expect } from "chai";
import { useEmulator } from "./caller";

/** A request of a client, and the members of the response that the client uses. */
type Row = readonly [
  client: string,
  operation: string,
  body: object | undefined,
  status: number,
  needs: readonly string[],
];

const firstPage = { limit: 100, page: 1 };
const byName = { ...firstPage, sort_field: "name", sort_order: "asc" };
const everyList = { ...byName, list_type: 1, search_name: "" };
const everyWebhook = { ...byName, search: "" };
const everyProperty = { ...firstPage, search: "" };
const custom = { ...firstPage, type: "custom" };
const property = { name: "Plan B", type: "text" };
const date_to = "2026-12-31";
const everyCampaign = {
  ...{ ...byName, date_from: "2020-01-01", date_to },
  ...{ search: "", sender_email: "", status: "" },
};
const sender = { sender_email: "hello@acme.example", sender_name: "Acme" };
const mail = { name: "Spring", subject: "Spring", html: "<p>Hi</p>", list_ids: ["list-1"], sender };
const figures = ["sent", "delivered", "opens", "clicks", "unsubscribe", "open_percentage"].map(
  (name) => `data.0.report_summary.${name}`,
);

/*
 * Requests of public clients of the service, one of each form. docs/dev/clients.md lists the clients. The emulator
 * responds with 501 to requests that it doesn't serve, and never pretends success.
 */
const rows: readonly Row[] = [
  ["WordPress plugin", "GET /client/plan", undefined, 200, ["data.email", "data.total_contacts"]],
  ["WordPress plugin", "POST /lists/search", everyList, 200, ["data.0.id", "data.0.name"]],
  ["form connectors", "POST /lists/search", firstPage, 200, ["list_count", "data"]],
  ["a connector library", "POST /lists/search", { search: "x", ...firstPage }, 400, ["errors"]],
  ["WordPress plugin", "POST /list", { name: "Readers", list_type: 1 }, 201, ["id"]],
  ["Odoo connector B", "PATCH /list/list-2", { name: "Everybody" }, 200, ["message"]],
  ["WordPress plugin", "POST /contact/property/search", everyProperty, 200, ["data.0.field_value"]],
  ["a connector library", "POST /contact/property/search", custom, 200, ["data.0.is_default"]],
  ["WordPress plugin", "POST /contact/property", { ...property, description: "" }, 201, ["id"]],
  ["MailOptin", "POST /campaign", { ...mail, scheduled_at: "2027-01-01 09:00:00" }, 201, ["id"]],
  ["a CRM's mailer", "POST /campaign", { ...mail, is_publish: false }, 201, ["id"]],
  ["Odoo connector B", "PUT /campaign/campaign-2", { subject: "New", sender }, 200, ["message"]],
  ["campaign list to CSV", "POST /campaign/list", everyCampaign, 200, figures],
  ["Odoo connector B", "POST /campaign/list", { date_to, ...firstPage }, 200, figures],
  [
    "a service of webhooks",
    "POST /webhooks/search",
    everyWebhook,
    200,
    ["data.0.event.0", "total"],
  ],
  ["a service of webhooks", "GET /webhooks/detail/webhook-1", undefined, 200, ["webhook.status"]],
  ["Odoo connector B", "DELETE /list/list-2", undefined, 501, ["errors.0.message"]],
  ["a CRM's mailer", "POST /campaign/save", mail, 501, ["errors.0.message"]],
  ["Odoo connector B", "POST /campaign/schedule/campaign-2", {}, 501, ["errors.0.message"]],
  ["form connectors", "POST /contacts/upsert", { email: "a@b.example" }, 501, ["errors"]],
];

describe("an emulator", function () {
  const { call } = useEmulator(this);

  for (const [client, operation, body, status, needs] of rows) {
    it(`responds to ${operation} with status ${status} and all fields that the client "${client}" reads`, async () => {
      const [method = "", path = ""] = operation.split(" ");
      const response = await call(method, path, body);
      expect(response.status, JSON.stringify(response.body)).to.equal(status);
      for (const member of needs) expect(response.body).to.have.nested.property(member);
    });
  }
});
