import { expect } from "chai";
import { useEmulator } from "./caller";

describe("toggleWebhook", function () {
  const { emulator, post } = useEmulator(this);
  const statuses = () =>
    emulator()
      .snapshot()
      .webhooks.map(({ status }) => status);

  it("activates with 1 and deactivates with 0, and may be repeated", async () => {
    const activated = { status: 200, body: { message: "Webhook activated successfully" } };
    const deactivated = { status: 200, body: { message: "Webhook deactivated successfully" } };
    expect(statuses()).to.deep.equal(["inactive", "active"]);
    expect(await post("/webhooks/toggle/webhook-1", { status: "1" })).to.deep.equal(activated);
    expect(await post("/webhooks/toggle/webhook-1", { status: "1" })).to.deep.equal(activated);
    expect(statuses()).to.deep.equal(["active", "active"]);
    expect(await post("/webhooks/toggle/webhook-2", { status: "0" })).to.deep.equal(deactivated);
    expect(statuses()).to.deep.equal(["active", "inactive"]);
  });
});

describe("getContact", function () {
  const { call } = useEmulator(this);

  it("finds a contact by id and by address without case", async () => {
    const byId = await call("GET", "/contacts/contact-1");
    expect(byId).to.deep.equal({
      status: 200,
      body: {
        data: {
          email: "ada@example.com",
          first_name: "Ada",
          firstname: "Ada",
          middle_name: "",
          last_name: "Example",
          phone: "",
          dob: "",
          company_name: "",
          job_title: "",
          department: "",
          industry: "",
          lead_source: "",
          salary: "",
          city: "Berlin",
          state: "",
          country: "",
          postal_code: "",
          user_ip: "",
          list_id: "list-1",
          tags: "vip,beta",
          tracking_consent: "granted",
          tracking_consent_date: "2025-12-01 10:00:00",
          tracking_consent_source: "web form",
          custom_fields: { plan: "pro" },
        },
      },
    });
    expect(await call("GET", "/contacts/ADA%40example.com")).to.deep.equal(byId);
  });
});

describe("getList", function () {
  const { call } = useEmulator(this, {
    seed: { lists: [{ id: "a/b ü?%", name: "Odd", contact_count: 3, open_percentage: 12.5 }] },
  });

  it("decodes a percent-encoded id once", async () => {
    expect(await call("GET", `/list/${encodeURIComponent("a/b ü?%")}`)).to.deep.equal({
      status: 200,
      body: {
        count: 1,
        data: {
          id: "a/b ü?%",
          name: "Odd",
          contact_count: 3,
          list_status: "active",
          list_type: "1",
          open_percentage: 12.5,
        },
      },
    });
  });
});

describe("shareDomainDns", function () {
  const { emulator, post } = useEmulator(this);

  it("records each mail that it sends, again when repeated", async () => {
    const recipients = ["dns@example.com", "it@example.com"];
    const sent = await post("/domains/domain-2/share", { recipients });
    expect(sent).to.deep.equal({
      status: 200,
      body: { message: "The DNS records of new.example were sent", recipients },
    });
    emulator().advance(1000);
    await post("/domains/domain-2/share", { recipients: ["dns@example.com"] });
    expect(emulator().snapshot().mails).to.deep.equal([
      { kind: "domain-share", of: "domain-2", recipients, at: "2026-01-01T00:00:00.000Z" },
      {
        kind: "domain-share",
        of: "domain-2",
        recipients: ["dns@example.com"],
        at: "2026-01-01T00:00:01.000Z",
      },
    ]);
  });
});

describe("getFileVerification", function () {
  const { emulator, verify } = useEmulator(this);
  const counts = async () => {
    const { body } = await verify("/verifyFileStatus/file-2");
    const { status, deliverable, invalid, risky } = body as Record<string, unknown>;
    return [status, deliverable, invalid, risky];
  };

  it("tells what the work on a file came to", async () => {
    expect(await verify("/verifyFileStatus/file-1")).to.deep.equal({
      status: 200,
      body: {
        file_id: "file-1",
        file_name: "customers.csv",
        status: "completed",
        total_records: 1000,
        created_at: "2025-12-15T09:30:00Z",
        deliverable: 950,
        invalid: 30,
        risky: 20,
      },
    });
  });

  it("makes progress with the emulator's clock", async () => {
    expect(await counts()).to.deep.equal(["processing", 0, 0, 0]);
    emulator().advance(30_000);
    expect(await counts()).to.deep.equal(["processing", 90, 0, 10]);
    emulator().advance(29_999);
    expect(await counts()).to.deep.equal(["processing", 179, 0, 19]);
    emulator().advance(1);
    expect(await counts()).to.deep.equal(["completed", 180, 0, 20]);
  });
});

describe("getInboxPlacement", function () {
  const day = (date: string, provider: "gmail" | "yahoo", counts: [number, number, number]) => ({
    campaign_id: date.endsWith("1") ? "c1" : "c2",
    date,
    provider,
    inbox: counts[0],
    missed: counts[1],
    spam: counts[2],
  });
  const { post } = useEmulator(this, {
    seed: {
      campaigns: [
        { id: "c1", name: "One", subject: "First" },
        { id: "c2", name: "Two", subject: "Second" },
      ],
      inbox_placements: [
        day("2026-01-01", "yahoo", [1, 1, 1]),
        day("2026-01-01", "gmail", [8, 1, 1]),
        day("2026-01-02", "gmail", [10, 0, 0]),
      ],
    },
  });
  const january = { date_from: "2026-01-01", date_to: "2026-01-02" };

  it("gives percentages to two decimals by campaign, by provider and of all", async () => {
    expect(await post("/inbox-tracking", january)).to.deep.equal({
      status: 200,
      body: {
        campaigns: [
          {
            campaign_id: "c1",
            campaign_name: "One",
            campaign_subject: "First",
            inbox_percentage: 69.23,
            missed_percentage: 15.38,
            spam_percentage: 15.38,
          },
          {
            campaign_id: "c2",
            campaign_name: "Two",
            campaign_subject: "Second",
            inbox_percentage: 100,
            missed_percentage: 0,
            spam_percentage: 0,
          },
        ],
        providers: [
          { name: "gmail", inbox_percentage: 90, missed_percentage: 5, spam_percentage: 5 },
          {
            name: "yahoo",
            inbox_percentage: 33.33,
            missed_percentage: 33.33,
            spam_percentage: 33.33,
          },
        ],
        summary: { inbox_percentage: 82.61, missed_percentage: 8.7, spam_percentage: 8.7 },
      },
    });
  });

  it("keeps to the days, the campaign and the provider that are asked for", async () => {
    const summary = async (query: object) => {
      const { body } = await post("/inbox-tracking", { ...january, ...query });
      return (body as { summary: { inbox_percentage: number } }).summary.inbox_percentage;
    };
    expect(await summary({ date_from: "2026-01-02" })).to.equal(100);
    expect(await summary({ date_to: "2026-01-01" })).to.equal(69.23);
    expect(await summary({ campaign_id: "c2" })).to.equal(100);
    expect(await summary({ domain: "yahoo" })).to.equal(33.33);
    expect(await summary({ domain: "outlook" })).to.equal(0);
  });

  it("refuses an end before the beginning, and days that do not exist", async () => {
    const field = async (query: object) => {
      const { status, body } = await post("/inbox-tracking", { ...january, ...query });
      return [status, (body as { errors: { field: string }[] }).errors[0]?.field];
    };
    expect(await field({ date_to: "2025-12-31" })).to.deep.equal([400, "date_to"]);
    expect(await field({ date_from: "2026-02-30" })).to.deep.equal([400, "date_from"]);
  });
});
