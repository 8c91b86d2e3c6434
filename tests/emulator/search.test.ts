import { expect } from "chai";
import type { Seed } from "../../emulator/index";
import { useEmulator } from "./caller";

/** Twenty-five senders whose addresses, names and dates sort in different orders. */
const seed: Seed = {
  domains: [
    { id: "d1", domain: "b.example", status: "verified", created_at: "2025-01-03T00:00:00Z" },
    { id: "d2", domain: "A.example", status: "failed", created_at: "2025-01-02T00:00:00Z" },
    { id: "d3", domain: "c.example", status: "not_verified", created_at: "2025-01-01T00:00:00Z" },
    { id: "d4", domain: "d.example", status: "verified", created_at: "2025-01-03T00:00:00Z" },
  ],
  senders: [
    ...Array.from({ length: 25 }, (_, at) => ({
      id: `s${at}`,
      sender_email: `sender${String(at).padStart(2, "0")}@b.example`,
      sender_name: `Name ${String(99 - at)}`,
      createdDate: `2025-01-01 00:00:${String(at).padStart(2, "0")}`,
    })),
    { id: "off", sender_email: "off@b.example", sender_name: "Off", status: "pending" },
  ],
  reply_emails: [
    { id: "r1", reply_email: "One@b.example" },
    { id: "r2", reply_email: "two@b.example", status: "inactive" },
    { id: "r3", reply_email: "three@b.example" },
  ],
  lists: [
    { id: "l1", name: "beta" },
    { id: "l2", name: "Alpha", contact_count: 7 },
  ],
  contacts: [{ email: "ada@example.com", list_id: "l2,l1" }],
};

describe("searchDomains", function () {
  const { post } = useEmulator(this, { seed });
  const ids = async (query: object) => {
    const { body } = await post("/domains/search", { page: 1, limit: 10, ...query });
    return (body as { data: { id: string }[] }).data.map(({ id }) => id);
  };

  it("gives the newest first, of equal dates the one added last", async () => {
    expect(await ids({})).to.deep.equal(["d4", "d1", "d2", "d3"]);
  });

  it("sorts by date or name in either order, names without case", async () => {
    expect(await ids({ sort_order: "asc" })).to.deep.equal(["d3", "d2", "d1", "d4"]);
    expect(await ids({ sort_field: "domain", sort_order: "asc" })).to.deep.equal([
      "d2",
      "d1",
      "d3",
      "d4",
    ]);
    expect(await ids({ sort_field: "domain" })).to.deep.equal(["d4", "d3", "d1", "d2"]);
  });

  it("finds a part of the name without case, and a status", async () => {
    expect(await ids({ search: "a.EX" })).to.deep.equal(["d2"]);
    expect(await ids({ status: "verified" })).to.deep.equal(["d4", "d1"]);
    expect(await ids({ search: "nowhere" })).to.deep.equal([]);
  });

  it("gives the fields of a domain and the number of all that match", async () => {
    expect(
      await post("/domains/search", { page: 1, limit: 10, search: "c.example" }),
    ).to.deep.equal({
      status: 200,
      body: {
        data: [
          {
            id: "d3",
            domain: "c.example",
            status: "not_verified",
            open_tracking: false,
            created_at: "2025-01-01T00:00:00Z",
          },
        ],
        count: 1,
      },
    });
  });
});

describe("searchSenders", function () {
  const { emulator, post } = useEmulator(this, { seed });
  const search = async (query: object) => {
    const { body } = await post("/senders/search", { page: 1, limit: 10, ...query });
    const { count, data } = body as { count: number; data: { id: string }[] };
    return { count, ids: data.map(({ id }) => id).join(" ") };
  };

  it("pages to a short page, the count being that of all pages", async () => {
    expect(await search({ page: 1 })).to.deep.equal({
      count: 25,
      ids: "s24 s23 s22 s21 s20 s19 s18 s17 s16 s15",
    });
    expect(await search({ page: 2 })).to.deep.equal({
      count: 25,
      ids: "s14 s13 s12 s11 s10 s9 s8 s7 s6 s5",
    });
    expect(await search({ page: 3 })).to.deep.equal({ count: 25, ids: "s4 s3 s2 s1 s0" });
    expect(await search({ page: 4 })).to.deep.equal({ count: 25, ids: "" });
  });

  it("sorts by address, name or date with the order in either case", async () => {
    const first = async (query: object) => (await search(query)).ids.split(" ")[0];
    expect(await first({ sort_field: "sender_email", sort_order: "asc" })).to.equal("s0");
    expect(await first({ sort_field: "sender_email", sort_order: "DESC" })).to.equal("s24");
    expect(await first({ sort_field: "sender_name", sort_order: "ASC" })).to.equal("s24");
    expect(await first({ sort_field: "sender_name", sort_order: "desc" })).to.equal("s0");
    expect(await first({ sort_field: "created_date", sort_order: "ASC" })).to.equal("s0");
  });

  it("finds a part of the address or of the name", async () => {
    expect(await search({ search: "SENDER07@" })).to.deep.equal({ count: 1, ids: "s7" });
    expect(await search({ search: "name 80" })).to.deep.equal({ count: 1, ids: "s19" });
  });

  it("gives verified senders only, and spells their status `Verified`", async () => {
    expect(await search({ search: "off@" })).to.deep.equal({ count: 0, ids: "" });
    const { body } = await post("/senders/search", { page: 1, limit: 10, search: "sender03" });
    expect(body).to.deep.equal({
      count: 1,
      data: [
        {
          id: "s3",
          sender_email: "sender03@b.example",
          sender_name: "Name 96",
          createdDate: "2025-01-01 00:00:03",
          status: "Verified",
        },
      ],
    });
  });

  it("repeats a row over pages under the fault `duplicate-rows`, and loses none", async () => {
    emulator().faults([{ path: "/senders/search", times: 3, kind: "duplicate-rows" }]);
    expect((await search({ page: 1 })).ids).to.equal("s24 s23 s22 s21 s20 s19 s18 s17 s16 s15");
    expect((await search({ page: 2 })).ids).to.equal("s15 s14 s13 s12 s11 s10 s9 s8 s7 s6");
    expect((await search({ page: 3 })).ids).to.equal("s5 s4 s3 s2 s1 s0");
  });

  it("skips a row between pages under the fault `moved-rows`", async () => {
    emulator().faults([{ path: "/senders/search", times: 2, kind: "moved-rows" }]);
    expect((await search({ page: 1 })).ids).to.equal("s24 s23 s22 s21 s20 s19 s18 s17 s16 s15");
    expect(await search({ page: 2 })).to.deep.equal({
      count: 25,
      ids: "s13 s12 s11 s10 s9 s8 s7 s6 s5 s4",
    });
  });
});

describe("searchReplyEmails", function () {
  const { post } = useEmulator(this, { seed });

  it("gives active addresses in the order they were added", async () => {
    expect((await post("/reply-emails/search", { page: 1, limit: 10 })).body).to.deep.equal({
      count: 2,
      data: [
        { id: "r1", reply_email: "One@b.example", status: "Verified" },
        { id: "r3", reply_email: "three@b.example", status: "Verified" },
      ],
    });
  });

  it("finds a part of the address without case", async () => {
    const { body } = await post("/reply-emails/search", { page: 1, limit: 10, search: "oNE" });
    expect(body).to.deep.equal({
      count: 1,
      data: [{ id: "r1", reply_email: "One@b.example", status: "Verified" }],
    });
  });
});

describe("searchLists", function () {
  const { post } = useEmulator(this, { seed });

  it("gives the lists by name with their count of contacts", async () => {
    const query = { page: 1, limit: 1, list_type: 1, sort_field: "name", sort_order: "asc" };
    expect((await post("/lists/search", query)).body).to.deep.equal({
      list_count: 2,
      data: [
        {
          id: "l2",
          name: "Alpha",
          contact_count: 7,
          list_status: "active",
          list_type: "1",
          open_percentage: 0,
        },
      ],
    });
  });

  it("finds a part of the name under `search_name`, and counts the contacts of the list", async () => {
    const { body } = await post("/lists/search", { page: 1, limit: 10, search_name: "BET" });
    expect(body).to.deep.include({ list_count: 1 });
    expect((body as { data: object[] }).data[0]).to.deep.include({ id: "l1", contact_count: 1 });
  });
});
