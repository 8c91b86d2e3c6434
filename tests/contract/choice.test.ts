import { expect } from "chai";
import { type Emulator, startEmulator } from "../../emulator/index";

interface Row {
  readonly says: string;
  readonly route: string;
  readonly body?: unknown;
  readonly status: number;
  /** What the reply says of the fault: its shape with the field, or the whole body. */
  readonly answer: unknown;
}

const campaign = {
  name: "News",
  subject: "News",
  sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
  html: "<p>Hello</p>",
  list_ids: ["list-1"],
};
const backwards = { date_from: "2026-01-02", date_to: "2026-01-01" };
const search = { page: 1, limit: 10 };

/** What the documents mark as chosen, and how it shows on the wire. */
const choices: readonly Row[] = [
  {
    says: "a list that does not exist is a fault of list_ids",
    route: "POST /campaign",
    body: { ...campaign, list_ids: ["nowhere"] },
    status: 400,
    answer: "error-list list_ids",
  },
  {
    says: "a segment that does not exist is a fault of segment_id",
    route: "POST /campaign",
    body: { ...campaign, segment_id: "nowhere" },
    status: 400,
    answer: "error-list segment_id",
  },
  {
    says: "a sender on a domain that is not verified is a fault of sender_email",
    route: "POST /campaign",
    body: { ...campaign, sender: { sender_email: "hello@new.example", sender_name: "Acme" } },
    status: 400,
    answer: "error-list sender_email",
  },
  {
    says: "an update that takes the only target away is a fault of it",
    route: "PUT /campaign/campaign-1",
    body: { list_ids: [] },
    status: 400,
    answer: "error-object list_ids",
  },
  {
    says: "the date of a campaign that is not paused is a fault of scheduled_at",
    route: "PUT /campaign/campaign-1",
    body: { scheduled_at: "2030-01-01 09:00:00" },
    status: 400,
    answer: "error-object scheduled_at",
  },
  {
    says: "an empty update changes nothing",
    route: "PUT /campaign/campaign-2",
    body: {},
    status: 200,
    answer: "message",
  },
  {
    says: "a property of the same name is a fault of name",
    route: "POST /contact/property",
    body: { name: "plan", type: "text" },
    status: 400,
    answer: "error-object name",
  },
  {
    says: "opens of days that run backwards are refused",
    route: "POST /campaign/campaign-1/opens",
    body: { ...search, ...backwards },
    status: 400,
    answer: "error-list date_to",
  },
  {
    says: "inbox placement of days that run backwards is refused",
    route: "POST /inbox-tracking",
    body: backwards,
    status: 400,
    answer: "error-list date_to",
  },
  {
    says: "inbox placement of an unknown campaign is not found",
    route: "POST /inbox-tracking",
    body: { date_from: "2026-01-01", date_to: "2026-01-01", campaign_id: "nowhere" },
    status: 404,
    answer: "error-list id",
  },
  {
    says: "a sender on an unverified domain is a fault of sender_email",
    route: "POST /senders",
    body: { sender_email: "hello@new.example", sender_name: "Acme" },
    status: 400,
    answer: "error-list sender_email",
  },
  {
    says: "an unknown status is told in the specification's words",
    route: "POST /webhooks/toggle/webhook-1",
    body: { status: "2" },
    status: 400,
    answer: { error: "Invalid status" },
  },
  {
    says: "a list that exists is a fault of name",
    route: "POST /list",
    body: { name: "Customers", list_type: 1 },
    status: 400,
    answer: "error-list name",
  },
];

/** The shape of an error body, and the field that it names. */
function shapeOf(body: unknown): string {
  const { errors, error, message } = body as {
    readonly errors?: readonly [{ readonly field: string }];
    readonly error?: string | { readonly field: string };
    readonly message?: string;
  };
  if (errors !== undefined) return `error-list ${errors[0].field}`.trim();
  if (typeof error === "object") return `error-object ${error.field}`.trim();
  if (error !== undefined) return "error-text";
  return message === undefined ? "none" : "message";
}

describe("contract choices in the emulator", () => {
  let emulator: Emulator;

  beforeEach(async () => {
    emulator = await startEmulator({ apiKey: "k" });
  });

  afterEach(() => emulator.close());

  function send(route: string, body: string, type = "application/json"): Promise<Response> {
    const [method = "", path = ""] = route.split(" ");
    const headers = { authorization: "k", "content-type": type };
    return fetch(`${emulator.baseUrl}${path}`, { method, headers, body });
  }

  for (const { says, route, body, status, answer } of choices) {
    it(`${route}: ${says}`, async () => {
      const reply = await send(route, JSON.stringify(body));
      const got: unknown = await reply.json();
      expect(reply.status, JSON.stringify(got)).to.equal(status);
      expect(typeof answer === "string" ? shapeOf(got) : got).to.deep.equal(answer);
    });
  }

  it("what is locked while a campaign is sent is refused with an error object", async () => {
    emulator.patch("campaigns", "campaign-2", { status: "Processing" });
    for (const locked of [{ list_ids: ["list-1"] }, { segment_id: "segment-2" }, { rules: {} }]) {
      const reply = await send("PUT /campaign/campaign-2", JSON.stringify(locked));
      expect(reply.status).to.equal(400);
      expect(shapeOf(await reply.json())).to.equal(`error-object ${Object.keys(locked)[0]}`);
    }
    const name = await send("PUT /campaign/campaign-2", JSON.stringify({ name: "Other" }));
    expect(name.status).to.equal(200);
  });

  it("the 101st property is a fault of name", async () => {
    const create = (index: number): Promise<Response> =>
      send("POST /contact/property", JSON.stringify({ name: `property ${index}`, type: "text" }));
    // The example account holds one.
    for (let index = 2; index <= 100; index += 1)
      expect((await create(index)).status).to.equal(201);
    const reply = await create(101);
    expect(reply.status).to.equal(400);
    expect(shapeOf(await reply.json())).to.equal("error-object name");
  });

  it("a body that is not JSON is refused in the operation's own shape, without a field", async () => {
    const shapes = {
      "POST /senders": "error-list",
      "PUT /campaign/campaign-2": "error-object",
      "POST /webhooks/toggle/webhook-1": "error-text",
    };
    for (const [route, shape] of Object.entries(shapes)) {
      for (const reply of [await send(route, "{"), await send(route, "{}", "text/plain")]) {
        expect(reply.status).to.equal(400);
        expect(shapeOf(await reply.json())).to.equal(shape);
      }
    }
  });

  it("searches of senders and reply-to addresses ignore case", async () => {
    for (const [route, term] of [
      ["POST /senders/search", "ACME"],
      ["POST /reply-emails/search", "SUPPORT"],
    ] as const) {
      const reply = await send(route, JSON.stringify({ ...search, search: term }));
      expect(await reply.json()).to.include({ count: 1 });
    }
  });
});
