import { bodies, type FieldRule, itHolds } from "./request-rule";

const { paging, campaign, sender } = bodies;

const letters = (count: number): string => "a".repeat(count);
/** Addresses of the given length. */
const address = (length: number): string => `${letters(length - 4)}@b.c`;
const addresses = (count: number): string[] => Array(count).fill("dns@acme.example");
/** One code point, two UTF-16 units. */
const faces = (count: number): string => "🙂".repeat(count);

const searchRoutes = [
  "/domains/search",
  "/reply-emails/search",
  "/senders/search",
  "/campaign/list",
];
const reportRoutes = ["/campaign/c/opens", "/campaign/c/unsubs"];

/** The specification's limits table, row by row. */
const limits: readonly FieldRule[] = [
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
    outside: [0, 101, undefined],
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
  {
    route: "POST /senders",
    body: sender,
    field: "sender_email",
    inside: [address(5), `${letters(60)}@${letters(35)}.com`],
    outside: ["a@b", "news", `${letters(60)}@${letters(36)}.com`, undefined],
  },
  {
    route: "POST /senders",
    body: sender,
    field: "sender_name",
    inside: ["a", letters(100), "Acme & Co. (UK) 'News' [1]; 50% off!", " ~"],
    outside: ["", letters(101), "a<", "a>", "a@", 'a"', "a\n", "a\r", "a\u2028", "café", undefined],
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
];

describe("contract limits", () => {
  itHolds(limits);
});
