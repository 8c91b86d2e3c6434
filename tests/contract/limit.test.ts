import { expect } from "chai";
import { validateExchange } from "../support/exchange";

const paging = { page: 1, limit: 10 };
const campaign = {
  name: "News",
  subject: "News",
  sender: { sender_email: "news@acme.example", sender_name: "Acme" },
  html: "<p>Hello</p>",
  list_ids: ["list_1"],
};
const sender = { sender_email: "news@acme.example", sender_name: "Acme" };
const days = { date_from: "2026-01-01", date_to: "2026-01-31" };

const letters = (count: number): string => "a".repeat(count);
/** Addresses of the given length. */
const address = (length: number): string => `${letters(length - 4)}@b.c`;
const addresses = (count: number): string[] => Array(count).fill("dns@acme.example");
/** One code point, two UTF-16 units. */
const faces = (count: number): string => "🙂".repeat(count);

interface Limit {
  readonly route: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly inside: readonly unknown[];
  readonly outside: readonly unknown[];
}

const searchRoutes = ["/domains/search", "/reply-emails/search", "/senders/search"];
const reportRoutes = ["/campaign/c/opens", "/campaign/c/unsubs"];

/** The specification's limits table, row by row, and the rules of its endpoints. */
const limits: readonly Limit[] = [
  ...searchRoutes.map((path) => ({
    route: `POST ${path}`,
    body: paging,
    field: "limit",
    inside: [10, 100],
    outside: [9, 101, "10", undefined],
  })),
  ...reportRoutes.map((path) => ({
    route: `POST ${path}`,
    body: paging,
    field: "limit",
    inside: [1, 100],
    outside: [0, 101],
  })),
  ...[...searchRoutes, ...reportRoutes].map((path) => ({
    route: `POST ${path}`,
    body: paging,
    field: "page",
    inside: [1, 1_000_000],
    outside: [0, -1, 1.5, "1", undefined],
  })),
  ...searchRoutes.map((path) => ({
    route: `POST ${path}`,
    body: paging,
    field: "search",
    inside: ["", letters(255), faces(255)],
    outside: [letters(256), faces(256), 1],
  })),
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
  {
    route: "POST /domains/d/share",
    body: {},
    field: "recipients",
    inside: [addresses(1), addresses(10)],
    outside: [addresses(0), addresses(11), ["nobody"], undefined],
  },
  ...["POST /campaign", "PUT /campaign/c"].flatMap((route) =>
    ["name", "subject", "email_preheader", "permission_reminder"].map((field) => ({
      route,
      body: route === "POST /campaign" ? campaign : {},
      field,
      inside: ["a", letters(150), faces(150)],
      outside: ["", letters(151), faces(151)],
    })),
  ),
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
    outside: [{ ...sender, sender_email: "news" }, { sender_name: "Acme" }, undefined],
  },
  {
    route: "PUT /campaign/c",
    body: {},
    field: "contacts_order",
    inside: ["first", "last"],
    outside: ["random"],
  },
  {
    route: "POST /senders",
    body: sender,
    field: "sender_email",
    inside: [address(5), address(64)],
    outside: ["a@b", "news", `${letters(60)}@${letters(36)}.com`, undefined],
  },
  {
    route: "POST /senders",
    body: sender,
    field: "sender_name",
    inside: ["a", letters(100), "Acme & Co. (UK) 'News' [1]; 50% off!", " ~"],
    outside: [letters(101), "a<", "a>", "a@", 'a"', "a\n", "a\r", "a\u2028", "café", undefined],
  },
  {
    route: "POST /senders",
    body: sender,
    field: "company_address",
    inside: [letters(3), letters(500)],
    outside: [letters(2), letters(501)],
  },
  ...["city", "state"].map((field) => ({
    route: "POST /senders",
    body: sender,
    field,
    inside: [letters(3), letters(100), faces(100)],
    outside: [letters(2), letters(101)],
  })),
  {
    route: "POST /senders",
    body: sender,
    field: "postal_code",
    inside: [letters(4), letters(15)],
    outside: [letters(3), letters(16)],
  },
  {
    route: "POST /contact/property",
    body: { name: "plan", type: "text" },
    field: "name",
    inside: [letters(3), letters(30), faces(3)],
    outside: [letters(2), letters(31), faces(2), undefined],
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

/** The faults of a request alone. */
function requestFaults(route: string, requestBody: unknown): string[] {
  const [method = "", path = ""] = route.split(" ");
  return validateExchange({ method, path, requestBody, status: 400 })
    .filter(({ on }) => on === "request")
    .map(({ message }) => message);
}

const shown = (value: unknown): string => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 50 ? `${text.slice(0, 30)}... (${text.length})` : text;
};

describe("contract limits", () => {
  for (const { route, body, field, inside, outside } of limits) {
    it(`${route} takes ${field} as ${inside.map(shown).join(", ")}`, () => {
      expect(inside.flatMap((value) => requestFaults(route, { ...body, [field]: value }))).to.be
        .empty;
    });

    it(`${route} refuses ${field} as ${outside.map(shown).join(", ")}`, () => {
      const passed = outside.filter((value) => {
        const { [field]: _, ...rest } = body;
        return (
          requestFaults(route, value === undefined ? rest : { ...rest, [field]: value }).length ===
          0
        );
      });
      expect(passed).to.deep.equal([]);
    });
  }

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
