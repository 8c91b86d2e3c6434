import { expect } from "chai";
import { type BodyFields, create, set } from "../../provider/api/call";
import { campaigns, updateCampaign } from "../../provider/api/campaign";
import {
  addSender,
  createList,
  domains,
  getContact,
  getList,
  getWebhook,
  lists,
  properties,
  replyTos,
  senders,
  shareDomainDns,
  webhooks,
} from "../../provider/api/collections";
import { getFileVerification, readEngagement, trackInbox } from "../../provider/api/report";
import type { Call, HttpClient } from "../../provider/client/call";
import type { FoundRows } from "../../provider/client/pagination";
import { EmailMarketingError } from "../../provider/errors/error";
import { failure, rejection } from "../support/rejection";

/** A client that returns this response to every call, and records the calls. */
function responding(response: Record<string, unknown>): { client: HttpClient; calls: Call[] } {
  const calls: Call[] = [];
  const send = async (call: Call) => {
    calls.push(call);
    return response;
  };
  return { client: { send, deadline: () => 0 }, calls };
}

interface Endpoint {
  readonly call: (client: HttpClient) => Promise<unknown>;
  /** Method, path and policy. */
  readonly sends: string;
  readonly body?: object;
  readonly response: Record<string, unknown>;
  /** The expected result; absent if the tests of a resource check it. */
  readonly gives?: unknown;
  /** The expected number of requests. A search without a total reads on until a page has no new row. */
  readonly asks?: number;
}

const rowsOf = async <Row>(found: Promise<FoundRows<Row>>) => (await found).rows;

const idOf = async (created: Promise<{ readonly id: string }>) => (await created).id;

const page = { page: 1, limit: 100 };
const none = { data: [], count: 0 };
const campaign = { name: "May", subject_line: "Spring", created_date: "2025-05-01 10:00:00" };
const opened = {
  ...{ contact_id: "c1", email: "ada@example.com", first_name: "Ada", last_name: "" },
  ...{ lists: "no lists", list_name: "no lists", created_date: "2025-05-02 10:00:00" },
};
const sender = { sender_email: "news@acme.example", sender_name: "News" };
const percentages = { missed_percentage: 4, spam_percentage: 5.5 };

const endpoints: Record<string, Endpoint> = {
  searchDomains: {
    call: (client) => rowsOf(domains.read(client, { search: "acme", status: "verified" })),
    sends: "POST /domains/search read",
    body: { ...page, search: "acme", status: "verified" },
    response: {
      count: "1",
      data: { "0": { id: 7, domain: "acme.example", status: "verified", open_tracking: "true" } },
    },
    gives: [
      {
        ...{ id: "7", domain: "acme.example", status: "verified" },
        ...{ open_tracking: true, created_at: "" },
      },
    ],
  },
  shareDomainDns: {
    call: (client) => shareDomainDns(client, "d/1", ["a@b.co"]),
    sends: "POST /domains/d%2F1/share at-most-once, acknowledged",
    body: { recipients: ["a@b.co"] },
    response: {},
    gives: { message: "", recipients: ["a@b.co"] },
  },
  searchSenders: {
    call: (client) => rowsOf(senders.read(client, { search: "news", sort_order: "asc" })),
    sends: "POST /senders/search read",
    body: { ...page, search: "news", sort_order: "asc" },
    response: { count: 1, data: [{ id: 1, sender_email: "news@acme.example" }] },
    gives: [
      { id: "1", sender_email: "news@acme.example", sender_name: "", createdDate: "", status: "" },
    ],
  },
  addSender: {
    call: (client) => addSender(client, sender),
    sends: "POST /senders at-most-once",
    body: sender,
    response: { id: 12, status: "verified" },
    gives: { id: "12", ...sender, createdDate: "", status: "verified" },
  },
  searchReplyEmails: {
    call: (client) => rowsOf(replyTos.read(client)),
    sends: "POST /reply-emails/search read",
    asks: 2,
    body: page,
    response: { data: [{ id: "r1", reply_email: "help@acme.example", status: "Verified" }] },
  },
  searchLists: {
    call: (client) => rowsOf(lists.read(client, { search: "cust" })),
    sends: "POST /lists/search read",
    body: { ...page, list_type: 1, sort_field: "name", sort_order: "asc", search_name: "cust" },
    response: {
      list_count: "1",
      data: [{ id: "l1", name: "Customers", contact_count: "12", open_percentage: "41.5%" }],
    },
    gives: [
      {
        ...{ id: "l1", name: "Customers", contact_count: 12, open_percentage: 41.5 },
        ...{ list_status: "", list_type: "" },
      },
    ],
  },
  listCampaigns: {
    call: async (client) => (await campaigns.pages(client, { search: "win" })(1, 100)).rows,
    sends: "POST /campaign/list read",
    body: { ...page, search: "win" },
    response: {
      data: [
        {
          ...{ id: 7, name: "Winter", status: "Finished", html: "<p>Hello</p>", reply_email: null },
          created_date: { date: "2025-12-10 08:00:00.000000", timezone: "UTC" },
          scheduled_date: { date: "2025-12-11 09:00:00" },
          recepiant: { lists: "Customers", lists_contact_count: "12" },
          report_summary: { sent: "12", opens: 3, opens_percentage: "25.0" },
        },
        { id: "c2", name: "Draft", status: "Draft", html: "", scheduled_date: null, sender: [] },
      ],
    },
    gives: [
      {
        ...{ id: "7", name: "Winter", subject: "", status: "finished" },
        htmlHash: "d0a26d23e9d8e0538fd47e7bc502d26cf6c320e8daaec7c8521d4769530f5900",
        ...{ replyTo: "", senderEmail: "", senderName: "" },
        createdDate: "2025-12-10 08:00:00.000000",
        scheduledDate: "2025-12-11 09:00:00",
        ...{ lists: "Customers", contacts: 12, report: { sent: 12, opens: 3 } },
      },
      {
        ...{ id: "c2", name: "Draft", subject: "", status: "draft" },
        ...{ replyTo: "", senderEmail: "", senderName: "", createdDate: "", lists: "" },
        report: {},
      },
    ],
  },
  getList: {
    call: (client) => getList(client, "l 1"),
    sends: "GET /list/l%201 read",
    response: { count: 1, data: { id: "l 1", name: "Customers", contact_count: 3 } },
  },
  createList: {
    call: (client) => createList(client, "Customers"),
    sends: "POST /list at-most-once",
    body: { name: "Customers", list_type: 1 },
    response: { id: "l9" },
    gives: "l9",
  },
  toggleWebhook: {
    call: (client) => set(client, "toggleWebhook", { id: "w1", body: { status: "0" } }),
    sends: "POST /webhooks/toggle/w1 idempotent, acknowledged",
    body: { status: "0" },
    response: { message: "off" },
  },
  searchWebhooks: {
    call: async (client) => {
      const { rows } = await webhooks.read(client, { search: "open" });
      return rows.map(({ status, active }) => [status, active]);
    },
    sends: "POST /webhooks/search read",
    body: { ...page, search: "open", sort_field: "name", sort_order: "asc" },
    response: {
      data: [0, "1", "ACTIVE", "inActive", "paused"].map((status, n) => ({ id: `w${n}`, status })),
      total: 5,
    },
    gives: [
      ...[["0", false] as const, ["1", true] as const, ["ACTIVE", true] as const],
      ...[["inActive", false] as const, ["paused", undefined] as const],
    ],
  },
  ...Object.fromEntries(
    ["webhook", "data"].map((member) => [
      `getWebhook if the response has the field ${member}`,
      {
        call: async (client: HttpClient) => (await getWebhook(client, "w 1")).active,
        sends: "GET /webhooks/detail/w%201 read",
        response: { [member]: { id: "w 1", status: "Active" } },
        gives: true,
      },
    ]),
  ),
  renameList: {
    call: (client) => set(client, "renameList", { id: "l1", body: { name: "Clients" } }),
    sends: "PATCH /list/l1 idempotent, acknowledged",
    body: { name: "Clients" },
    response: {},
  },
  createContactProperty: {
    call: (client) => idOf(create(client, "createContactProperty", { name: "plan", type: "text" })),
    sends: "POST /contact/property at-most-once",
    body: { name: "plan", type: "text" },
    response: { data: { id: 5 } },
    gives: "5",
  },
  searchContactProperties: {
    call: (client) => rowsOf(properties.read(client, { search: "plan" })),
    sends: "POST /contact/property/search read",
    body: { ...page, type: "custom", search: "plan" },
    response: none,
  },
  updateContactProperty: {
    call: (client) => set(client, "updateContactProperty", { id: "5", body: { name: "tier" } }),
    sends: "PATCH /contact/property/5 idempotent, acknowledged",
    body: { name: "tier" },
    response: {},
  },
  deleteContactProperty: {
    call: (client) => set(client, "deleteContactProperty", { id: "5" }),
    sends: "DELETE /contact/property/5 idempotent, acknowledged",
    response: {},
  },
  createCampaign: {
    call: (client) =>
      idOf(create(client, "createCampaign", { name: "May", subject: "Spring", sender })),
    sends: "POST /campaign at-most-once",
    body: { name: "May", subject: "Spring", sender },
    response: { id: "c1" },
    gives: "c1",
  },
  updateCampaign: {
    call: (client) => updateCampaign(client, "c1", { reply_email: "" }),
    sends: "PUT /campaign/c1 idempotent, acknowledged",
    body: { reply_email: "" },
    response: {},
  },
  getContact: {
    call: async (client) => {
      const { email, tags, phone, custom_fields } = await getContact(client, "ada@example.com");
      return { email, tags, phone, custom_fields };
    },
    sends: "GET /contacts/ada%40example.com read",
    response: { data: [{ email: "ada@example.com", tags: ["a", "b"], phone: 49 }] },
    gives: { email: "ada@example.com", tags: "a,b", phone: "49", custom_fields: {} },
  },
  listCampaignOpens: {
    call: (client) => readEngagement(client, "listCampaignOpens", "c1", { page: 1, limit: 100 }),
    sends: "POST /campaign/c1/opens read",
    body: page,
    response: { campaign, total: "1", data: [{ ...opened, tags: ["vip"] }] },
    gives: { campaign, total: 1, rows: [{ ...opened, tags: ["vip"], id: "c1" }] },
  },
  listCampaignUnsubscribes: {
    call: (client) =>
      readEngagement(client, "listCampaignUnsubscribes", "c1", {
        page: 2,
        limit: 10,
        date_from: "2025-05-01",
      }),
    sends: "POST /campaign/c1/unsubs read",
    body: { page: 2, limit: 10, date_from: "2025-05-01" },
    response: { campaign, total: 1, data: [{ ...opened, tags: "a, b" }] },
    gives: { campaign, total: 1, rows: [{ ...opened, id: "c1", tags: ["a", "b"] }] },
  },
  trackInbox: {
    call: (client) => trackInbox(client, { date_from: "2025-05-01", date_to: "2025-05-31" }),
    sends: "POST /inbox-tracking read",
    body: { date_from: "2025-05-01", date_to: "2025-05-31" },
    response: {
      campaigns: [],
      providers: [],
      summary: { inbox_percentage: "90.5", ...percentages },
    },
    gives: { campaigns: [], providers: [], summary: { inbox_percentage: 90.5, ...percentages } },
  },
  getFileVerification: {
    call: (client) => getFileVerification(client, "f1"),
    sends: "GET /verifyFileStatus/f1 read",
    response: { file_id: "f1", status: "completed", total_records: "3", deliverable: 2 },
    gives: {
      ...{ file_id: "f1", file_name: "", status: "completed", created_at: "" },
      ...{ total_records: 3, deliverable: 2 },
    },
  },
};

/** Calls an endpoint with a client that returns this response. */
function asked(name: string, response: Record<string, unknown>): Promise<unknown> {
  return endpoints[name]?.call(responding(response).client) ?? expect.fail(`no endpoint ${name}`);
}

for (const [name, { call, sends, body, response, gives, asks = 1 }] of Object.entries(endpoints)) {
  const [operation, ...condition] = name.split(" ");
  describe(`the client function ${operation}`, () => {
    const request = sends.replace(/ [a-z-]+(?:, acknowledged)?$/, "");
    const result = gives === undefined ? "" : " and returns the expected value";
    it(["sends the expected", request, `request${result}`, ...condition].join(" "), async () => {
      const { client, calls } = responding(response);
      const read = await call(client);
      if (gives !== undefined) expect(read).to.deep.equal(gives);
      expect(calls).to.have.length(asks);
      const [sent] = calls;
      const acknowledged = sent?.mayBeEmpty === true ? ", acknowledged" : "";
      expect(`${sent?.method} ${sent?.path} ${sent?.policy}${acknowledged}`).to.equal(sends);
      expect(sent?.body).to.deep.equal(body);
    });
  });
}

const searches = [
  "searchDomains",
  "searchSenders",
  "searchReplyEmails",
  "searchLists",
  "searchContactProperties",
  "listCampaignOpens",
  "listCampaignUnsubscribes",
];

/** Removes the total from a response, under any of its names. */
function withoutTotal(response: Record<string, unknown> = {}): Record<string, unknown> {
  const names = ["count", "list_count", "contact_count", "total"];
  return Object.fromEntries(Object.entries(response).filter(([name]) => !names.includes(name)));
}

describe("a search response", () => {
  for (const name of searches) {
    it(`with total 1 is refused if data isn't a list of valid objects (${name})`, async () => {
      const rest = withoutTotal(endpoints[name]?.response);
      for (const data of [undefined, null, "none", [1], [{}], { rows: [] }]) {
        const message = await rejection(asked(name, { ...rest, data, total: 1 }));
        expect(message, JSON.stringify(data)).to.match(
          /^the reply to POST \S+ is missing required fields\./,
        );
      }
    });

    it(`without a list of objects is accepted only if the total is 0 (${name})`, async () => {
      const rest = withoutTotal(endpoints[name]?.response);
      for (const data of [undefined, null, "", [], {}]) {
        const found = await asked(name, { ...rest, data, total: 0 });
        expect(JSON.stringify(found), JSON.stringify(data)).to.match(/^\[\]$|"rows":\[\]/);
      }
      for (const data of [undefined, null, ""]) {
        expect(await rejection(asked(name, { ...rest, data }))).to.match(
          /^the reply to POST \S+ has neither rows nor a total, /,
        );
      }
    });
  }
});

describe("a create request", () => {
  for (const name of ["addSender", "createList", "createContactProperty", "createCampaign"]) {
    it(`fails as unconfirmed if the response has no id (${name})`, async () => {
      for (const response of [{ status: "verified" }, { id: "" }, { id: null }, { data: [] }]) {
        const error = await failure(asked(name, response));
        expect(error).to.be.instanceOf(EmailMarketingError);
        expect(error).to.include({ code: "unexpected-reply", sent: "maybe" });
      }
    });
  }
});

describe("the response to a read of one object", () => {
  for (const [name, response] of [
    ["getList", { data: {} }],
    ["getList", { data: "l1" }],
    ["getContact", { data: {} }],
    ["getContact", {}],
    ["getFileVerification", { file_id: "f1" }],
    ["trackInbox", { campaigns: [], providers: [] }],
    ["trackInbox", { campaigns: "none", providers: [], summary: {} }],
  ] as const) {
    it(`is refused by ${name} if the body is ${JSON.stringify(response)}`, async () => {
      expect(await rejection(asked(name, response))).to.match(
        /^the reply to \S+ \S+ is missing required fields\./,
      );
    });
  }
});

describe("a read by id", () => {
  const contact = { first_name: "Ada" };
  const other =
    /^the reply to GET \/[\w/]+\/\{(file_)?id\} is about another object: its id is not the requested one, so it was not used\./;

  for (const [route, read, response] of [
    ["GET /list/{id}", (client) => getList(client, "7"), (id) => ({ data: { id, name: "L" } })],
    [
      "GET /webhooks/detail/{id}",
      (client) => getWebhook(client, "7"),
      (id) => ({ webhook: { id } }),
    ],
    [
      "GET /contacts/{id}",
      (client) => getContact(client, "7"),
      (id) => ({ data: { id, ...contact } }),
    ],
    [
      "GET /contacts/{id} with an email address",
      (client) => getContact(client, "7@acme.example"),
      (id) => ({ data: { ...contact, email: `${id}@Acme.example` } }),
    ],
    [
      "GET /verifyFileStatus/{file_id}",
      (client) => getFileVerification(client, "7"),
      (file_id) => ({ file_id, status: "completed" }),
    ],
  ] as readonly (readonly [string, Endpoint["call"], (id: unknown) => Record<string, unknown>])[]) {
    it(`fails if the response's id differs from the requested id (${route})`, async () => {
      await read(responding(response("7")).client);
      if (!route.includes("address")) await read(responding(response(7)).client);
      for (const id of ["8", "07", "7 ", "77"]) {
        const error = await failure(read(responding(response(id)).client));
        expect(error.message, id).to.match(other).and.not.include("7");
        expect(error).to.include({ code: "unexpected-reply", sent: "no" });
      }
    });
  }
});

describe("the error of a refused campaign update", () => {
  const refused = (said: string, change: BodyFields) => {
    const refusal = new EmailMarketingError("validation", "it says no.", { details: [said] });
    const client: HttpClient = { send: () => Promise.reject(refusal), deadline: () => 0 };
    return rejection(updateCampaign(client, "c1", change));
  };

  for (const [said, sentence] of [
    [
      "Campaign is in sending status",
      /^it says no\. Pause the campaign first, in the service's web/,
    ],
    ["name: too long", /^it says no\.$/],
  ] as const) {
    it(`${said.includes("status") ? "advises" : "doesn't advise"} to pause the campaign if the service replies "${said}"`, async () => {
      expect(await refused(said, {})).to.match(sentence);
    });
  }

  it("says that the service moves only the date of a paused campaign if the update has a date, and names the lists otherwise", async () => {
    const said = "Campaign is in sending status";
    expect(await refused(said, { scheduled_at: "2098-03-01 09:00:00" })).to.match(
      /The service changes the date of a scheduled campaign only while it is paused\.$/,
    );
    expect(await refused(said, { list_ids: ["l1"] })).to.match(
      /The lists, segment and rules of a campaign that is being sent can't be changed\.$/,
    );
  });
});
