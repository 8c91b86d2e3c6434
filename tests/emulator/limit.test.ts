import { expect } from "chai";
import { exampleAccount } from "../../emulator/account/example";
import { useEmulator } from "./caller";

const paging = { page: 1, limit: 10 };
const sender = { sender_email: "news@acme.example", sender_name: "Acme" };
const campaign = {
  name: "News",
  subject: "News",
  sender,
  html: "<p>Hello</p>",
  list_ids: ["list-1"],
};
const letters = (count: number): string => "a".repeat(count);
/** One code point, two UTF-16 units. */
const faces = (count: number): string => "🙂".repeat(count);
const address = (length: number): string =>
  `${letters(length - "@acme.example".length)}@acme.example`;
const addresses = (count: number): string[] => Array<string>(count).fill("dns@example.com");

interface Limit {
  readonly request: string;
  readonly body: object;
  readonly field: string;
  readonly inside: readonly unknown[];
  readonly outside: readonly unknown[];
}

const searches = ["/domains/search", "/reply-emails/search", "/senders/search"];
const reports = ["/campaign/campaign-1/opens", "/campaign/campaign-1/unsubs"];

/** The shortest address is on the shortest domain. */
const seed = {
  ...exampleAccount,
  domains: [...(exampleAccount.domains ?? []), { domain: "b.c" }],
};

/** The specification's limits, each at both edges. */
const limits: readonly Limit[] = [
  ...searches.flatMap((path) => [
    {
      request: `POST ${path}`,
      body: paging,
      field: "limit",
      inside: [10, 100],
      outside: [9, 101, "10", 10.5],
    },
    {
      request: `POST ${path}`,
      body: paging,
      field: "search",
      inside: ["", letters(255), faces(255)],
      outside: [letters(256), faces(256)],
    },
  ]),
  ...reports.map((path) => ({
    request: `POST ${path}`,
    body: paging,
    field: "limit",
    inside: [1, 100],
    outside: [0, 101],
  })),
  ...[...searches, ...reports].map((path) => ({
    request: `POST ${path}`,
    body: paging,
    field: "page",
    inside: [1, 1_000_000],
    outside: [0, -1, "1", null],
  })),
  {
    request: "POST /domains/domain-1/share",
    body: {},
    field: "recipients",
    inside: [addresses(1), addresses(10)],
    outside: [[], addresses(11), ["nobody"], "dns@example.com"],
  },
  ...["name", "subject", "email_preheader", "permission_reminder"].flatMap((field) => [
    {
      request: "POST /campaign",
      body: campaign,
      field,
      inside: [letters(1), letters(150), faces(150)],
      outside: ["", letters(151), faces(151)],
    },
    {
      request: "PUT /campaign/campaign-2",
      body: {},
      field,
      inside: [letters(1), letters(150), faces(150)],
      outside: ["", letters(151), faces(151)],
    },
  ]),
  {
    request: "POST /senders",
    body: sender,
    field: "sender_email",
    inside: ["a@b.c", address(100)],
    outside: ["a@bc", address(101), "acme.example"],
  },
  {
    request: "POST /senders",
    body: sender,
    field: "sender_name",
    inside: [letters(100), "Acme & Co. (News)"],
    outside: [letters(101), "a<b", "a>b", "a@b", 'a"b', "a\nb", "a\rb", "Ärzte", faces(1)],
  },
  {
    request: "POST /senders",
    body: sender,
    field: "company_address",
    inside: [letters(3), letters(500)],
    outside: [letters(2), letters(501)],
  },
  ...["city", "state"].map((field) => ({
    request: "POST /senders",
    body: sender,
    field,
    inside: [letters(3), letters(100)],
    outside: [letters(2), letters(101)],
  })),
  {
    request: "POST /senders",
    body: sender,
    field: "postal_code",
    inside: [letters(4), letters(15)],
    outside: [letters(3), letters(16)],
  },
  {
    request: "POST /contact/property",
    body: { name: "other", type: "text" },
    field: "name",
    inside: [letters(3), faces(30)],
    outside: [letters(2), faces(31)],
  },
  {
    request: "POST /contact/property",
    body: { name: "other", type: "text" },
    field: "type",
    inside: ["text", "number", "date", "textarea"],
    outside: ["Text", "boolean"],
  },
];

describe("the specification's limits", function () {
  const { emulator, call } = useEmulator(this, { seed });

  for (const { request, body, field, inside, outside } of limits) {
    const [method = "", path = ""] = request.split(" ");

    it(`are kept by ${request} for ${field}`, async () => {
      for (const value of inside) {
        const { status } = await call(method, path, { ...body, [field]: value });
        expect(status, `${JSON.stringify(value).slice(0, 30)} is inside`).to.be.oneOf([200, 201]);
        emulator().reset();
      }
      for (const value of outside) {
        const answer = await call(method, path, { ...body, [field]: value });
        const { errors, error } = answer.body as { errors?: { field: string }[]; error?: object };
        expect(answer.status, `${JSON.stringify(value).slice(0, 30)} is outside`).to.equal(400);
        expect(errors?.[0] ?? error).to.include({ field });
      }
    });
  }
});
