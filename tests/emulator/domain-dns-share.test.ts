import { expect } from "chai";
import { useEmulator } from "./caller";

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
