import { expect } from "chai";
import { bodies, type FieldRule, itHolds, requestFaults } from "./request-rule";

const { paging, campaign, sender, days } = bodies;

const letters = (count: number): string => "a".repeat(count);
/** One code point, two UTF-16 units. */
const faces = (count: number): string => "🙂".repeat(count);
const reportRoutes = ["/campaign/c/opens", "/campaign/c/unsubs"];

/** The rules of the endpoints beyond the limits table. */
const rules: readonly FieldRule[] = [
  {
    route: "POST /domains/search",
    body: paging,
    field: "status",
    inside: ["verified", "not_verified", "failed"],
    outside: ["Verified", "pending", ""],
  },
  {
    route: "POST /domains/search",
    body: paging,
    field: "sort_field",
    inside: ["created_at", "domain"],
    outside: ["status"],
  },
  {
    route: "POST /domains/search",
    body: paging,
    field: "sort_order",
    inside: ["asc", "desc"],
    outside: ["ASC", "DESC"],
  },
  {
    route: "POST /senders/search",
    body: paging,
    field: "sort_field",
    inside: ["sender_email", "sender_name", "created_date"],
    outside: ["createdDate"],
  },
  {
    route: "POST /senders/search",
    body: paging,
    field: "sort_order",
    inside: ["asc", "ASC", "desc", "DESC"],
    outside: ["Asc"],
  },
  ...["name", "subject"].map((field) => ({
    route: "POST /campaign",
    body: campaign,
    field,
    inside: ["News"],
    outside: [undefined],
  })),
  ...reportRoutes.flatMap((path) =>
    ["date_from", "date_to"].map((field) => ({
      route: `POST ${path}`,
      body: paging,
      field,
      inside: ["2028-02-29"],
      outside: ["2026-02-29", "2026-01-01 00:00:00", ""],
    })),
  ),
  {
    route: "PUT /campaign/c",
    body: {},
    field: "list_ids",
    inside: [[], Array(150).fill("list-1")],
    outside: [Array(151).fill("list-1"), "list-1", [1]],
  },
  ...["POST /campaign", "PUT /campaign/c"].map((route) => ({
    route,
    body: route === "POST /campaign" ? campaign : {},
    field: "scheduled_at",
    inside: ["2030-12-31 23:59:59", "2030-01-01 00:00:00"],
    outside: ["2030-12-31T23:59:59", "2030-13-01 00:00:00", "2030-01-01 24:00:00", "2030-01-01"],
  })),
  {
    route: "POST /campaign",
    body: campaign,
    field: "reply_email",
    inside: ["hello@acme.example"],
    outside: ["", "hello"],
  },
  {
    route: "PUT /campaign/c",
    body: {},
    field: "reply_email",
    inside: ["hello@acme.example", ""],
    outside: ["hello"],
  },
  {
    route: "POST /campaign",
    body: campaign,
    field: "sender",
    inside: [sender],
    outside: [
      { ...sender, sender_email: "news" },
      { sender_name: "Acme" },
      { sender_email: "news@acme.example" },
      { ...sender, id: "sender-1" },
      undefined,
    ],
  },
  {
    route: "PUT /campaign/c",
    body: {},
    field: "contacts_order",
    inside: ["first", "last"],
    outside: ["random"],
  },
  {
    route: "POST /contact/property",
    body: { name: "plan", type: "text" },
    field: "name",
    inside: [letters(3), letters(30), faces(3)],
    outside: [letters(2), letters(31), faces(2), undefined],
  },
  {
    route: "POST /contact/property",
    body: { name: "plan", type: "text" },
    field: "description",
    inside: [letters(3), letters(500)],
    outside: [letters(2), letters(501)],
  },
  {
    route: "POST /contact/property",
    body: { name: "plan" },
    field: "type",
    inside: ["text", "number", "date", "textarea"],
    outside: ["Text", "boolean", undefined],
  },
  ...["date_from", "date_to"].map((field) => ({
    route: "POST /inbox-tracking",
    body: days,
    field,
    inside: ["2028-02-29"],
    outside: ["2026-02-29", "2026-1-1", "01.01.2026", undefined],
  })),
  {
    route: "POST /inbox-tracking",
    body: days,
    field: "domain",
    inside: ["gmail", "yahoo", "outlook", "others"],
    outside: ["Gmail", "hotmail", ""],
  },
  {
    route: "POST /webhooks/toggle/w",
    body: {},
    field: "status",
    inside: ["0", "1"],
    outside: ["2", "", 1, 0, true, undefined],
  },
];

describe("contract requests", () => {
  itHolds(rules);

  it("a field that is not named passes in campaigns and senders only", () => {
    const refusing = [
      ["POST /domains/search", paging],
      ["POST /reply-emails/search", paging],
      ["POST /senders/search", paging],
      ["POST /campaign/c/opens", paging],
      ["POST /campaign/c/unsubs", paging],
      ["POST /domains/d/share", { recipients: ["dns@acme.example"] }],
      ["POST /inbox-tracking", days],
      ["POST /contact/property", { name: "plan", type: "text" }],
      ["POST /webhooks/toggle/w", { status: "1" }],
    ] as const;
    for (const [route, body] of refusing) {
      expect(requestFaults(route, body)).to.deep.equal([]);
      expect(requestFaults(route, { ...body, other: 1 }), route).to.have.lengthOf(1);
    }
    expect(requestFaults("POST /campaign", { ...campaign, other: 1 })).to.be.empty;
    expect(requestFaults("PUT /campaign/c", { other: 1, rules: { other: 1 } })).to.be.empty;
    expect(requestFaults("PUT /campaign/c", { pause_rule: { other: 1 } })).to.be.empty;
    expect(requestFaults("POST /senders", { ...sender, other: 1 })).to.be.empty;
  });

  it("POST /campaign wants one content and one target", () => {
    const { html, list_ids, ...rest } = campaign;
    expect(requestFaults("POST /campaign", { ...rest, list_ids })).not.to.be.empty;
    expect(requestFaults("POST /campaign", { ...rest, html })).not.to.be.empty;
    expect(requestFaults("POST /campaign", { ...campaign, html: "" })).not.to.be.empty;
    expect(requestFaults("POST /campaign", { ...campaign, list_ids: [] })).not.to.be.empty;
    const other = { plain_text: "Hello", segment_id: "seg_1" };
    expect(requestFaults("POST /campaign", { ...rest, ...other })).to.be.empty;
  });
});
