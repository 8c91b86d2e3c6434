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
    ["", `${input}: is empty`],
    [letters(151), `${input}: has 151 characters, allowed are 1 to 150`],
    [faces(151), `${input}: has 151 characters, allowed are 1 to 150`],
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
          [letters(2), "name: has 2 characters, allowed are 3 to 30"],
          [faces(2), "name: has 2 characters, allowed are 3 to 30"],
          [letters(31), "name: has 31 characters, allowed are 3 to 30"],
        ],
      },
      {
        input: "description",
        inside: [letters(3), faces(500)],
        outside: [
          [letters(2), "description: has 2 characters, allowed are 3 to 500"],
          [letters(501), "description: has 501 characters, allowed are 3 to 500"],
        ],
      },
      word(
        "type",
        ["text", "number", "date", "textarea"],
        'type: is none of "text", "number", "date", "textarea"',
      ),
      id("existingId"),
      word("onDestroy", ["leave", "delete"], 'onDestroy: is none of "leave", "delete"'),
      {
        input: "ignoreChecks",
        inside: [[], ["a"]],
        outside: [[[""], "ignoreChecks[0]: is empty"]],
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
          ["@b.c", "email: has 4 characters, allowed are 5 to 100"],
          [address(101), "email: has 101 characters, allowed are 5 to 100"],
        ],
      },
      {
        input: "name",
        inside: ["A", letters(100), "Acme & Co. (News)"],
        outside: [
          ["", "name: is empty"],
          [letters(101), "name: has 101 characters, allowed are 1 to 100"],
          ...["a<b", "a>b", "a@b", 'a"b', "a\nb", "a\rb", "Ärzte", faces(1)].map(
            (name) =>
              [
                name,
                'name: may hold plain ASCII only, without <, >, @, " and line breaks',
              ] as const,
          ),
        ],
      },
      {
        input: "companyAddress",
        inside: [letters(3), faces(500)],
        outside: [
          [letters(2), "companyAddress: has 2 characters, allowed are 3 to 500"],
          [letters(501), "companyAddress: has 501 characters, allowed are 3 to 500"],
        ],
      },
      {
        input: "city",
        inside: [letters(3), letters(100)],
        outside: [
          [faces(2), "city: has 2 characters, allowed are 3 to 100"],
          [letters(101), "city: has 101 characters, allowed are 3 to 100"],
        ],
      },
      {
        input: "state",
        inside: [letters(3), letters(100)],
        outside: [
          [letters(2), "state: has 2 characters, allowed are 3 to 100"],
          [letters(101), "state: has 101 characters, allowed are 3 to 100"],
        ],
      },
      {
        input: "postalCode",
        inside: [letters(4), letters(15)],
        outside: [
          [letters(3), "postalCode: has 3 characters, allowed are 4 to 15"],
          [letters(16), "postalCode: has 16 characters, allowed are 4 to 15"],
        ],
      },
      { input: "country", inside: ["DE"], outside: [["", "country: is empty"]] },
    ],
  },
  WebhookActivation: {
    needs: (n) => ({ webhookId: `webhook-${n}` }),
    rows: [
      id("webhookId"),
      word("onDestroy", ["deactivate", "leave"], 'onDestroy: is none of "deactivate", "leave"'),
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
          [{ email: "a@b", name: "A" }, "sender.email: is not an email address"],
          [{ email: "a@b.c", name: "" }, "sender.name: is empty"],
        ],
      },
      {
        input: "replyTo",
        inside: ["a@b.c"],
        outside: [["a@b", "replyTo: is not an email address"]],
      },
      {
        input: "html",
        inside: ["."],
        outside: [
          ["", "html: is empty"],
          [null, "has no content: give html or plainText"],
        ],
      },
      { input: "plainText", inside: ["."], outside: [["", "plainText: is empty"]] },
      {
        input: "listIds",
        inside: [ids(1), ids(150)],
        outside: [
          [null, "has nobody to go to: give listIds or segmentId"],
          [[], "listIds: has 0 elements, allowed are 1 to 150"],
          [ids(151), "listIds: has 151 elements, allowed are 1 to 150"],
        ],
      },
      id("segmentId"),
      id("existingId"),
      {
        input: "rules",
        inside: [{ limit: 1 }],
        outside: [[{ limit: 0 }, "rules.limit: is not a whole number from 1 on"]],
      },
      word("contactsOrder", ["first", "last"], 'contactsOrder: is none of "first", "last"'),
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
            "scheduledAt: is not a time that exists, written YYYY-MM-DD HH:MM:SS",
          ],
          [
            "2096-02-29 24:00:00",
            "scheduledAt: is not a time that exists, written YYYY-MM-DD HH:MM:SS",
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
          [[], "recipients: holds 0 addresses, allowed are 1 to 10"],
          [addresses(11), "recipients: holds 11 addresses, allowed are 1 to 10"],
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
          [letters(2), "name: has 2 characters, allowed are 3 to 100"],
          [letters(101), "name: has 101 characters, allowed are 3 to 100"],
          ["a/b", "name: may hold letters, digits, _, -, . and spaces only"],
        ],
      },
    ],
  },
};
