/** A field of a request body, with values that the contract accepts and values that it refuses. */
export interface FieldRule {
  readonly route: string;
  /** A body that is valid if the field has an accepted value. */
  readonly body: object;
  readonly field: string;
  readonly inside: readonly unknown[];
  /** `undefined` is a body without the field. */
  readonly outside: readonly unknown[];
}

/** Creates a rule, so that a table has one rule per line. */
export function rule(
  route: string,
  body: object,
  field: string,
  inside: readonly unknown[],
  outside: readonly unknown[],
): FieldRule {
  return { route, body, field, inside, outside };
}

const sender = { sender_email: "news@acme.example", sender_name: "Acme" };

/** The smallest bodies that the contract accepts. */
export const bodies = {
  paging: { page: 1, limit: 10 },
  campaign: {
    name: "News",
    subject: "News",
    sender,
    html: "<p>Hello</p>",
    list_ids: ["list-1"],
  },
  sender,
  days: { date_from: "2026-01-01", date_to: "2026-01-31" },
};

/** A text of this many letters. */
export const letters = (count: number): string => "a".repeat(count);

/** A text of this many characters. Each is one code point that consists of two UTF-16 units. */
export const faces = (count: number): string => "🙂".repeat(count);

/** An address of this length, in a domain of the example account. */
const address = (length: number): string =>
  `${letters(length - "@acme.example".length)}@acme.example`;

const addresses = (count: number): string[] => Array(count).fill("dns@acme.example");

/** Texts of the minimum and maximum length of a field, and texts that are one character too short or too long. */
function lengths(fewest: number, most: number): [inside: string[], outside: string[]] {
  const texts = (...counts: number[]) =>
    counts.flatMap((count) => (count === 0 ? [""] : [letters(count), faces(count)]));
  return [texts(fewest, most), texts(fewest - 1, most + 1)];
}

const searches = [
  ...["POST /domains/search", "POST /reply-emails/search", "POST /senders/search"],
  "POST /campaign/list",
];
const reports = ["POST /campaign/campaign-1/opens", "POST /campaign/campaign-1/unsubs"];
const { paging, campaign } = bodies;
const property = { name: "other", type: "text" };

/** The limits of the contract, with values at both edges. The ids are those of the example account. */
export const limits: readonly FieldRule[] = [
  ...searches.flatMap((route) => [
    rule(route, paging, "limit", [10, 100], [9, 101, "10", 10.5, undefined]),
    rule(route, paging, "search", ["", letters(255), faces(255)], [letters(256), faces(256), 1]),
  ]),
  ...reports.map((route) => rule(route, paging, "limit", [1, 100], [0, 101, undefined])),
  ...[...searches, ...reports].map((route) =>
    rule(route, paging, "page", [1, 1_000_000], [0, -1, 1.5, "1", null, undefined]),
  ),
  rule(
    "POST /domains/domain-1/share",
    {},
    "recipients",
    [addresses(1), addresses(10)],
    [addresses(0), addresses(11), ["nobody"], "dns@acme.example", undefined],
  ),
  ...["name", "subject", "email_preheader", "permission_reminder"].flatMap((field) => [
    rule("POST /campaign", campaign, field, ...lengths(1, 150)),
    rule("PUT /campaign/campaign-2", {}, field, ...lengths(1, 150)),
  ]),
  rule(
    "POST /senders",
    sender,
    "sender_email",
    ["a@b.c", address(100)],
    ["a@b", "a@bc", "news", "acme.example", address(101), undefined],
  ),
  rule(
    "POST /senders",
    sender,
    "sender_name",
    ["a", letters(100), "Acme & Co. (UK) 'News' [1]; 50% off!", " ~"],
    [
      ...["", letters(101), "a<", "a>", "a@", 'a"', "a\n", "a\r", "a\u2028", "café", faces(1)],
      undefined,
    ],
  ),
  rule("POST /senders", sender, "company_address", ...lengths(3, 500)),
  rule("POST /senders", sender, "city", ...lengths(3, 100)),
  rule("POST /senders", sender, "state", ...lengths(3, 100)),
  rule("POST /senders", sender, "postal_code", ...lengths(4, 15)),
  rule("POST /contact/property", property, "name", ...lengths(3, 30)),
  rule("POST /contact/property", property, "description", ...lengths(3, 500)),
  rule(
    "POST /list",
    { list_type: 1 },
    "name",
    [letters(3), letters(100)],
    [letters(2), letters(101)],
  ),
  rule(
    "POST /contact/property",
    property,
    "type",
    ["text", "number", "date", "textarea"],
    ["Text", "boolean", undefined],
  ),
];
