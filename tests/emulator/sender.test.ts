import { expect } from "chai";
import { shapeA, useEmulator } from "./caller";

const news = { sender_email: "news@acme.example", sender_name: "Acme News" };

describe("addSender", function () {
  const { emulator, post } = useEmulator(this);

  it("adds a sender that is verified at once, in lower case", async () => {
    expect(await post("/senders", news)).to.deep.equal({
      status: 201,
      body: { id: "sender-2", ...news, status: "verified" },
    });
  });

  it("takes address fields that are left out from the account's profile", async () => {
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

  it("takes a domain in any case", async () => {
    const added = await post("/senders", { ...news, sender_email: "news@ACME.example" });
    expect(added.status).to.equal(201);
  });

  for (const domain of ["new.example", "wrong.example", "other.example", "sub.acme.example"]) {
    it(`refuses ${domain}, which is not a verified domain of the account`, async () => {
      expect(await post("/senders", { ...news, sender_email: `news@${domain}` })).to.deep.equal(
        shapeA("sender_email", "The domain of the sender must be added and verified"),
      );
    });
  }

  it("takes a domain as soon as it is verified, and no longer when it is not", async () => {
    const onNew = { ...news, sender_email: "news@new.example" };
    emulator().patch("domains", "domain-2", { status: "verified" });
    expect((await post("/senders", onNew)).status).to.equal(201);
    emulator().patch("domains", "domain-2", { status: "failed" });
    expect((await post("/senders", onNew)).status).to.equal(400);
  });

  it("adds the same sender twice, so that doubled requests can be seen", async () => {
    await post("/senders", news);
    await post("/senders", news);
    expect(
      emulator()
        .snapshot()
        .senders.map(({ id }) => id),
    ).to.deep.equal(["sender-1", "sender-2", "sender-3"]);
  });

  it("gives every one of fifty concurrent requests its own id", async () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ ...news, sender_name: `News ${at}` }));
    await Promise.all(many.map((sender) => post("/senders", sender)));
    expect(
      new Set(
        emulator()
          .snapshot()
          .senders.map(({ id }) => id),
      ).size,
    ).to.equal(51);
  });
});
