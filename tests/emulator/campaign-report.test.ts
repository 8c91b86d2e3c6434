import { expect } from "chai";
import type { Seed } from "../../emulator/index";
import { errorList, useEmulator } from "./caller";

/** An account in New York, whose time is five hours behind UTC. */
const seed: Seed = {
  account: { timezone: "America/New_York" },
  lists: [
    { id: "l1", name: "Customers" },
    { id: "l2", name: "Friends" },
  ],
  contacts: [
    {
      id: "ada",
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Example",
      list_id: "l1,l2",
      tags: "vip, beta",
    },
    { id: "grace", email: "grace@example.com", firstname: "Grace" },
    { id: "alan", email: "alan@example.com", tracking_consent: "denied" },
  ],
  campaigns: [
    { id: "c", name: "News", subject: "What is new", created_at: "2026-01-01T03:00:00Z" },
    { id: "untracked", name: "Quiet", track_opens: false },
  ],
  opens: [
    { campaign_id: "c", contact_id: "ada", at: "2026-01-10T12:00:00Z" },
    { campaign_id: "c", contact_id: "grace", at: "2026-01-12T04:59:59Z" },
    { campaign_id: "c", contact_id: "ada", at: "2026-01-12T05:00:00Z" },
    { campaign_id: "c", contact_id: "ada", at: "2026-01-11T12:00:00Z" },
    { campaign_id: "c", contact_id: "alan", at: "2026-01-11T12:00:00Z" },
    { campaign_id: "untracked", contact_id: "ada", at: "2026-01-13T12:00:00Z" },
  ],
  unsubscribes: [
    { campaign_id: "c", contact_id: "grace", at: "2026-01-13T12:00:00Z", reason: "Too many" },
    { campaign_id: "c", contact_id: "alan", at: "2026-01-14T12:00:00Z" },
  ],
};

const ada = {
  contact_id: "ada",
  email: "ada@example.com",
  first_name: "Ada",
  last_name: "Example",
  tags: ["vip", "beta"],
  lists: "l1,l2",
  list_name: "Customers,Friends",
};
const grace = {
  contact_id: "grace",
  email: "grace@example.com",
  first_name: "Grace",
  last_name: "",
  tags: [],
  lists: "no lists",
  list_name: "no lists",
};

describe("the emulator's listCampaignOpens", function () {
  const { emulator, post } = useEmulator(this, { seed });
  const opens = (query: object) => post("/campaign/c/opens", { page: 1, limit: 100, ...query });
  const times = async (query: object) => {
    const { body } = await opens(query);
    const { data, total } = body as { data: Record<string, string>[]; total: number };
    return [total, ...data.map((row) => `${row.contact_id} ${row.created_date}`)];
  };

  it("returns each tracked contact's latest open, the newest first, in the account's time zone", async () => {
    expect(await opens({})).to.deep.equal({
      status: 200,
      body: {
        campaign: {
          name: "News",
          subject_line: "What is new",
          created_date: "2025-12-31 22:00:00",
        },
        data: [
          { ...ada, created_date: "2026-01-12 00:00:00" },
          { ...grace, created_date: "2026-01-11 23:59:59" },
        ],
        total: 2,
      },
    });
  });

  it("filters by first and last day, both inclusive, in the account's time zone", async () => {
    const both = [2, "grace 2026-01-11 23:59:59", "ada 2026-01-11 07:00:00"];
    expect(await times({ date_from: "2026-01-12" })).to.deep.equal([1, "ada 2026-01-12 00:00:00"]);
    expect(await times({ date_to: "2026-01-11" })).to.deep.equal(both);
    expect(await times({ date_from: "2026-01-11", date_to: "2026-01-11" })).to.deep.equal(both);
    expect(await times({ date_from: "2026-01-13" })).to.deep.equal([0]);
  });

  it("refuses a request if the last day is before the first day", async () => {
    expect(await opens({ date_from: "2026-01-12", date_to: "2026-01-11" })).to.deep.equal(
      errorList("date_to", "date_to must be on or after date_from"),
    );
  });

  it("returns one page of rows, with the total of all pages, if the limit is less than the total", async () => {
    expect(await times({ limit: 1 })).to.deep.equal([2, "ada 2026-01-12 00:00:00"]);
    expect(await times({ limit: 1, page: 2 })).to.deep.equal([2, "grace 2026-01-11 23:59:59"]);
    expect(await times({ limit: 1, page: 3 })).to.deep.equal([2]);
  });

  it("returns no opens if open tracking is off for the campaign", async () => {
    const { body } = await post("/campaign/untracked/opens", { page: 1, limit: 1 });
    expect(body).to.deep.include({ data: [], total: 0 });
  });

  it("returns a contact's changed lists in the next response", async () => {
    await opens({});
    emulator().patch("contacts", "ada", { list_id: "" });
    expect(((await opens({})).body as { data: object[] }).data[0]).to.deep.equal({
      ...ada,
      lists: "no lists",
      list_name: "no lists",
      created_date: "2026-01-12 00:00:00",
    });
  });
});

describe("the emulator's listCampaignUnsubscribes", function () {
  const { post } = useEmulator(this, { seed });

  it("returns time and reason of an unsubscribe even if the contact denied tracking", async () => {
    const { body } = await post("/campaign/c/unsubs", { page: 1, limit: 10 });
    expect(body).to.deep.include({
      data: [
        {
          ...grace,
          contact_id: "alan",
          email: "alan@example.com",
          first_name: "",
          created_date: "2026-01-14 07:00:00",
          reason: "",
        },
        { ...grace, created_date: "2026-01-13 07:00:00", reason: "Too many" },
      ],
      total: 2,
    });
  });

  it("filters by the day of the unsubscribe", async () => {
    const days = { date_from: "2026-01-13", date_to: "2026-01-13" };
    const { body } = await post("/campaign/c/unsubs", { page: 1, limit: 10, ...days });
    expect(body).to.deep.include({ total: 1 });
  });
});
