import { expect } from "chai";
import type { Seed } from "../../emulator/index";
import { errorList, useEmulator } from "./caller";

/** Twenty-five senders whose addresses, names and dates sort in different orders. */
const seed: Seed = {
  senders: [
    ...Array.from({ length: 25 }, (_, at) => ({
      id: `s${at}`,
      sender_email: `sender${String(at).padStart(2, "0")}@b.example`,
      sender_name: `Name ${String(99 - at)}`,
      createdDate: `2025-01-01 00:00:${String(at).padStart(2, "0")}`,
    })),
    { id: "off", sender_email: "off@b.example", sender_name: "Off", status: "pending" },
  ],
};

const news = { sender_email: "news@acme.example", sender_name: "Acme News" };

describe("the emulator's addSender", function () {
  const { emulator, post } = useEmulator(this);

  it("adds a sender with the status verified, in lower case", async () => {
    expect(await post("/senders", news)).to.deep.equal({
      status: 201,
      body: { id: "sender-2", ...news, status: "verified" },
    });
  });

  it("takes omitted address fields from the account's profile", async () => {
    await post("/senders", { ...news, city: "Hamburg", postal_code: "20095" });
    expect(emulator().snapshot().senders.at(-1)).to.deep.equal({
      id: "sender-2",
      ...news,
      createdDate: "2026-01-01 01:00:00",
      status: "verified",
      company_address: "1 Example Street",
      city: "Hamburg",
      state: "Berlin",
      postal_code: "20095",
      country: "DE",
    });
  });

  it("ignores fields that the contract doesn't have", async () => {
    await post("/senders", { ...news, status: "pending", note: "x" });
    const added = emulator().snapshot().senders.at(-1);
    expect(added).to.include({ id: "sender-2", status: "verified" }).and.not.have.property("note");
  });

  it("accepts an address whose domain differs from the account's only in case", async () => {
    const added = await post("/senders", { ...news, sender_email: "news@ACME.example" });
    expect(added.status).to.equal(201);
  });

  for (const domain of ["new.example", "wrong.example", "other.example", "sub.acme.example"]) {
    it(`refuses an address at ${domain}, which isn't a verified domain of the account`, async () => {
      expect(await post("/senders", { ...news, sender_email: `news@${domain}` })).to.deep.equal(
        errorList("sender_email", "The domain of the sender must be added and verified"),
      );
    });
  }

  it("accepts an address only if the address's domain is currently verified", async () => {
    const onNew = { ...news, sender_email: "news@new.example" };
    emulator().patch("domains", "domain-2", { status: "verified" });
    expect((await post("/senders", onNew)).status).to.equal(201);
    emulator().patch("domains", "domain-2", { status: "failed" });
    expect((await post("/senders", onNew)).status).to.equal(400);
  });

  it("adds a second sender if the same request is repeated", async () => {
    await post("/senders", news);
    await post("/senders", news);
    const { senders } = emulator().snapshot();
    expect(senders.map(({ id }) => id)).to.deep.equal(["sender-1", "sender-2", "sender-3"]);
  });
});

describe("the emulator's searchSenders", function () {
  const { emulator, post } = useEmulator(this, { seed });
  const search = async (query: object) => {
    const { body } = await post("/senders/search", { page: 1, limit: 10, ...query });
    const { count, data } = body as { count: number; data: { id: string }[] };
    return { count, ids: data.map(({ id }) => id).join(" ") };
  };

  it("returns full pages and a shorter last page, each with the total of all pages", async () => {
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

  it("sorts by address, name or date, with the sort order in upper or lower case", async () => {
    const first = async (query: object) => (await search(query)).ids.split(" ")[0];
    expect(await first({ sort_field: "sender_email", sort_order: "asc" })).to.equal("s0");
    expect(await first({ sort_field: "sender_email", sort_order: "DESC" })).to.equal("s24");
    expect(await first({ sort_field: "sender_name", sort_order: "ASC" })).to.equal("s24");
    expect(await first({ sort_field: "sender_name", sort_order: "desc" })).to.equal("s0");
    expect(await first({ sort_field: "created_date", sort_order: "ASC" })).to.equal("s0");
  });

  it("filters by part of the address or of the name, ignoring case", async () => {
    expect(await search({ search: "SENDER07@" })).to.deep.equal({ count: 1, ids: "s7" });
    expect(await search({ search: "name 80" })).to.deep.equal({ count: 1, ids: "s19" });
  });

  it("returns only verified senders, with the status `Verified`", async () => {
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

  it("returns a sender on two pages, and omits no sender, if the fault is `duplicate-rows`", async () => {
    emulator().faults([{ path: "/senders/search", times: 3, kind: "duplicate-rows" }]);
    expect((await search({ page: 1 })).ids).to.equal("s24 s23 s22 s21 s20 s19 s18 s17 s16 s15");
    expect((await search({ page: 2 })).ids).to.equal("s15 s14 s13 s12 s11 s10 s9 s8 s7 s6");
    expect((await search({ page: 3 })).ids).to.equal("s5 s4 s3 s2 s1 s0");
  });

  it("omits a sender between two pages if the fault is `moved-rows`", async () => {
    emulator().faults([{ path: "/senders/search", times: 2, kind: "moved-rows" }]);
    expect((await search({ page: 1 })).ids).to.equal("s24 s23 s22 s21 s20 s19 s18 s17 s16 s15");
    expect(await search({ page: 2 })).to.deep.equal({
      count: 25,
      ids: "s13 s12 s11 s10 s9 s8 s7 s6 s5 s4",
    });
  });
});
