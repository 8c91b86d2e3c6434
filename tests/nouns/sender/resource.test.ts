import { expect } from "chai";
import { senderLifecycle } from "../../../provider/nouns/sender/resource";
import { useResource } from "../../support/driven-resource";
import { useSkippedWaits } from "../../support/skipping-clock";

describe("senderLifecycle", function () {
  useSkippedWaits(this);
  const { emulator, resource, requests } = useResource(this, senderLifecycle);

  it("believes nothing read before a write whose outcome is not known", async () => {
    // Too short for the look after 7 s, and the searches lag behind at those before it.
    const { create, createFailure } = resource(5);
    await create({ email: "first@acme.example", name: "Acme" });
    await create({ email: "second@acme.example", name: "Acme" });
    emulator().faults([
      { method: "POST", path: "/senders", times: 1, kind: "reset-after" },
      { path: "/senders/search", times: 3, kind: "stale", ms: 10_000 },
    ]);
    const { message } = await createFailure({ email: "third@acme.example", name: "Acme" });
    expect(message).to.match(/^Sender "third@acme.example": the connection to .* was closed/);
    requests();
    const { outs } = await create({ email: "third@acme.example", name: "Acme" });
    expect(outs.adopted).to.equal(true);
    expect(requests().map(({ at }) => at)).to.deep.equal(["POST /senders/search"]);
  });
});
