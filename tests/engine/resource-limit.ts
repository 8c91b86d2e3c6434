import { faces, id, type Limited, letters, type Row, word } from "./limited-input";

const address = (length: number): string =>
  `${letters(length - "@acme.example".length)}@acme.example`;
const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `dns-${index}@example.com`);
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `l-${index}`);

const from1To150 = (input: string): Row => ({
  input,
  inside: [letters(1), letters(150), faces(150)],
  outside: [
    ["", `${input}: must be 1 to 150 characters long (got 0)`],
    [letters(151), `${input}: must be 1 to 150 characters long (got 151)`],
    [faces(151), `${input}: must be 1 to 150 characters long (got 151)`],
  ],
});
/** The limited inputs of resources: the specification's limits, and this package's own. */
export const resourceLimits: Readonly<Record<string, Limited>> = {
  CustomProperty: {
    needs: (n) => ({ name: `property-${n}`, type: "text" }),
    rows: [
      {
        input: "name",
        inside: [letters(3), faces(30)],
        outside: [
          [letters(2), "name: must be 3 to 30 characters long (got 2)"],
          [faces(2), "name: must be 3 to 30 characters long (got 2)"],
          [letters(31), "name: must be 3 to 30 characters long (got 31)"],
        ],
      },
      {
        input: "description",
        inside: [letters(3), faces(500)],
        outside: [
          [letters(2), "description: must be 3 to 500 characters long (got 2)"],
          [letters(501), "description: must be 3 to 500 characters long (got 501)"],
        ],
      },
      word(
        "type",
        ["text", "number", "date", "textarea"],
        'type: must be one of "text", "number", "date", "textarea"',
      ),
      id("existingId"),
      word("onDestroy", ["leave", "delete"], 'onDestroy: must be one of "leave", "delete"'),
      {
        input: "ignoreChecks",
        inside: [[], ["list-empty"]],
        outside: [[[""], "ignoreChecks[0]: must not be empty"]],
      },
    ],
  },
  Sender: {
    needs: (n) => ({ email: `sender-${n}@acme.example`, name: "Acme" }),
    rows: [
      {
        input: "email",
        inside: ["a@b.c", address(100)],
        outside: [
          ["@b.c", "email: must be 5 to 100 characters long (got 4)"],
          [address(101), "email: must be 5 to 100 characters long (got 101)"],
        ],
      },
      {
        input: "name",
        inside: ["A", letters(100), "Acme & Co. (News)"],
        outside: [
          ["", "name: must be 1 to 100 characters long (got 0)"],
          [letters(101), "name: must be 1 to 100 characters long (got 101)"],
          ...["a<b", "a>b", "a@b", 'a"b', "a\nb", "a\rb", "Ärzte", faces(1)].map(
            (name) =>
              [
                name,
                'name: must contain only printable ASCII characters, without <, >, @ and "',
              ] as const,
          ),
        ],
      },
      {
        input: "companyAddress",
        inside: [letters(3), faces(500)],
        outside: [
          [letters(2), "companyAddress: must be 3 to 500 characters long (got 2)"],
          [letters(501), "companyAddress: must be 3 to 500 characters long (got 501)"],
        ],
      },
      {
        input: "city",
        inside: [letters(3), letters(100)],
        outside: [
          [faces(2), "city: must be 3 to 100 characters long (got 2)"],
          [letters(101), "city: must be 3 to 100 characters long (got 101)"],
        ],
      },
      {
        input: "state",
        inside: [letters(3), letters(100)],
        outside: [
          [letters(2), "state: must be 3 to 100 characters long (got 2)"],
          [letters(101), "state: must be 3 to 100 characters long (got 101)"],
        ],
      },
      {
        input: "postalCode",
        inside: [letters(4), letters(15)],
        outside: [
          [letters(3), "postalCode: must be 4 to 15 characters long (got 3)"],
          [letters(16), "postalCode: must be 4 to 15 characters long (got 16)"],
        ],
      },
      { input: "country", inside: ["DE"], outside: [["", "country: must not be empty"]] },
    ],
  },
  WebhookActivation: {
    needs: (n) => ({ webhookId: `webhook-${n}` }),
    rows: [
      id("webhookId"),
      word("onDestroy", ["deactivate", "leave"], 'onDestroy: must be one of "deactivate", "leave"'),
    ],
  },
  Campaign: {
    needs: (n) => ({
      name: `Campaign ${n}`,
      subject: "News",
      sender: { email: "hello@acme.example", name: "Acme" },
      html: "<p>Hello</p>",
      listIds: ["list-1"],
    }),
    rows: [
      ...["name", "subject", "preheader", "permissionReminder"].map(from1To150),
      {
        input: "sender",
        inside: [{ email: "a@b.c", name: "A" }],
        outside: [
          [
            { email: "a@b", name: "A" },
            "sender.email: must be an email address, such as news@example.com",
          ],
          [{ email: "a@b.c", name: "" }, "sender.name: must not be empty"],
        ],
      },
      {
        input: "replyTo",
        inside: ["a@b.c"],
        outside: [["a@b", "replyTo: must be an email address, such as news@example.com"]],
      },
      {
        input: "html",
        inside: ["."],
        outside: [
          ["", "html: must not be empty"],
          [null, "missing required input: set html, plainText or both"],
        ],
      },
      { input: "plainText", inside: ["."], outside: [["", "plainText: must not be empty"]] },
      {
        input: "listIds",
        inside: [ids(1), ids(150)],
        outside: [
          [null, "missing required input: set listIds, segmentId or both"],
          [[], "listIds: must have 1 to 150 elements (got 0)"],
          [ids(151), "listIds: must have 1 to 150 elements (got 151)"],
        ],
      },
      id("segmentId"),
      id("existingId"),
      {
        input: "rules",
        inside: [{ limit: 1 }],
        outside: [[{ limit: 0 }, "rules.limit: must be a whole number, at least 1"]],
      },
      word("contactsOrder", ["first", "last"], 'contactsOrder: must be one of "first", "last"'),
    ],
  },
  CampaignSchedule: {
    needs: (n) => ({ campaignId: `campaign-${n}`, scheduledAt: "2096-01-01 09:00:00" }),
    rows: [
      id("campaignId"),
      {
        input: "scheduledAt",
        inside: ["2096-02-29 23:59:59"],
        outside: [
          [
            "2097-02-29 00:00:00",
            "scheduledAt: must be an existing time in the form YYYY-MM-DD HH:MM:SS, or an instant with its offset, such as 2027-03-01T09:00:00-05:00",
          ],
          [
            "2096-02-29 24:00:00",
            "scheduledAt: must be an existing time in the form YYYY-MM-DD HH:MM:SS, or an instant with its offset, such as 2027-03-01T09:00:00-05:00",
          ],
        ],
      },
    ],
  },
  DomainDnsShare: {
    needs: (n) => ({ domainId: `domain-${n}`, recipients: ["dns@example.com"] }),
    rows: [
      id("domainId"),
      {
        input: "recipients",
        inside: [addresses(1), addresses(10), [...addresses(10), "DNS-0@example.com"]],
        outside: [
          [[], "recipients: must have 1 to 10 different addresses (got 0)"],
          [addresses(11), "recipients: must have 1 to 10 different addresses (got 11)"],
        ],
      },
    ],
  },
  List: {
    needs: (n) => ({ name: `List ${n}` }),
    rows: [
      id("existingId"),
      {
        input: "name",
        inside: [letters(3), letters(100)],
        outside: [
          [letters(2), "name: must be 3 to 100 characters long (got 2)"],
          [letters(101), "name: must be 3 to 100 characters long (got 101)"],
          ["a/b", "name: must contain only letters, digits, _, -, . and spaces"],
        ],
      },
    ],
  },
};
