import { expect } from "chai";
import { sentenceOf } from "../../../provider/input/finding";
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

  it("never takes a sender that was there before for the one of a lost reply", async () => {
    const before = { sender_email: "news@acme.example", sender_name: "Acme" };
    emulator().patch("senders", "sender-1", before);
    const { createFailure } = resource(21, { account: "was there before" });
    emulator().faults([{ method: "POST", path: "/senders", times: 9, kind: "reset-before" }]);
    const known = { adopt: false, ignoreChecks: ["sender-conflict"] };
    const { message } = await createFailure({ email: "news@acme.example", name: "Acme", ...known });
    expect(message).to.match(/^Sender "news@acme.example": the connection to .* was closed/);
  });

  it("knows a sender whose name the service spells in its own way, in a create and in a refresh", async () => {
    const spelled = { sender_email: "news@acme.example", sender_name: "R&amp;D  News" };
    emulator().patch("senders", "sender-1", spelled);
    const props = { email: "news@acme.example", name: "R&D News" };
    const { create, refreshed } = resource(20, { account: "spells in its own way" });
    const { id, outs } = await create(props);
    expect([id, outs.adopted]).to.deep.equal(["sender-1", true]);
    expect((await refreshed(id, outs)).name).to.equal("R&D News");
  });
});

describe("the name of a sender", () => {
  const problems = (name: string) =>
    senderLifecycle.fields.name.check(name, "name").map(sentenceOf);

  it("takes printable ASCII characters, but for those that end a name in a header", () => {
    expect(problems("Acme & Co. (News)")).to.deep.equal([]);
    for (const name of ["a<b", "a>b", "a@b", 'a"b', "a\nb", "a\rb", "Ärzte", "🙂"]) {
      expect(problems(name)).to.deep.equal([
        'name: must contain only printable ASCII characters, without <, >, @ and "',
      ]);
    }
  });
});
