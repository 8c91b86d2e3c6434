import { expect } from "chai";
import type { Seed } from "../../emulator/index";
import { useEmulator } from "./caller";

const seed: Seed = {
  domains: [
    { id: "d1", domain: "b.example", status: "verified", created_at: "2025-01-03T00:00:00Z" },
    { id: "d2", domain: "A.example", status: "failed", created_at: "2025-01-02T00:00:00Z" },
    { id: "d3", domain: "c.example", status: "not_verified", created_at: "2025-01-01T00:00:00Z" },
    { id: "d4", domain: "d.example", status: "verified", created_at: "2025-01-03T00:00:00Z" },
  ],
};

describe("the emulator's searchDomains", function () {
  const { found } = useEmulator(this, { seed });
  const ids = async (query: object) => (await found("/domains/search", query)).map(({ id }) => id);

  it("returns the newest domain first, and the last added domain first if two have the same date", async () => {
    expect(await ids({})).to.deep.equal(["d4", "d1", "d2", "d3"]);
  });

  it("sorts by date or by name ignoring case, ascending or descending", async () => {
    expect(await ids({ sort_order: "asc" })).to.deep.equal(["d3", "d2", "d1", "d4"]);
    expect(await ids({ sort_field: "domain", sort_order: "asc" })).to.deep.equal([
      "d2",
      "d1",
      "d3",
      "d4",
    ]);
    expect(await ids({ sort_field: "domain" })).to.deep.equal(["d4", "d3", "d1", "d2"]);
  });

  it("filters by status, and by part of the name ignoring case", async () => {
    expect(await ids({ search: "a.EX" })).to.deep.equal(["d2"]);
    expect(await ids({ status: "verified" })).to.deep.equal(["d4", "d1"]);
    expect(await ids({ search: "nowhere" })).to.deep.equal([]);
  });
});

describe("the emulator's shareDomainDns", function () {
  const { emulator, post } = useEmulator(this);

  it("records one email for every request, even if the domain is the same", async () => {
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
