import { expect } from "chai";
import { sentenceOf } from "../../../provider/input/finding";
import { senderLifecycle } from "../../../provider/resources/sender/resource";
import { useSkippedWaits } from "../../support/clock";
import { rejection } from "../../support/rejection";
import { useResource } from "../../support/resource";

describe("Sender", function () {
  useSkippedWaits(this);
  const { emulator, resource, newRun, requests } = useResource(this, "Sender");
  const closed = /: the connection to .* was closed/;

  it("is searched for, and not created again, if the previous create got no response", async () => {
    // The deadline is before the search after 7 s, and the earlier searches get stale responses.
    const { create } = newRun({ deadlineSeconds: "5" });
    await create({ email: "first@acme.example", name: "Acme" });
    await create({ email: "second@acme.example", name: "Acme" });
    emulator().faults([
      { method: "POST", path: "/senders", times: 1, kind: "reset-after" },
      { path: "/senders/search", times: 3, kind: "stale", ms: 10_000 },
    ]);
    const third = { email: "third@acme.example", name: "Acme" };
    expect(await rejection(create(third))).to.match(closed);
    requests();
    const { outs } = await create(third);
    expect(outs.adopted).to.equal(true);
    expect(requests()).to.deep.equal(["POST /senders/search"]);
  });

  it("is created only once if two resources of a run declare it with the address in two spellings", async () => {
    const { create } = newRun();
    const emails = ["new@acme.example", "New@ACME.example"];
    const made = await Promise.all(emails.map((email) => create({ email, name: "Acme" })));
    expect(made.map(({ outs }) => outs.adopted)).to.deep.equal([false, true]);
    expect(requests().filter((one) => one === "POST /senders")).to.have.length(1);
  });

  it("is found by a search after the create if the response to the create is a redirect (302 or 303)", async () => {
    for (const [status, email] of [
      [303, "see@acme.example"],
      [302, "found@acme.example"],
    ] as const) {
      emulator().faults([
        { method: "POST", path: "/senders", times: 1, kind: "status", status, applied: true },
      ]);
      const { outs } = await newRun().create({ email, name: "Acme" });
      expect(outs).to.include({ email, adopted: false });
      const rows = emulator().snapshot().senders;
      expect(rows.filter(({ sender_email }) => sender_email === email)).to.have.length(1);
    }
  });

  it("is not adopted after a lost response if the sender existed before the create", async () => {
    const before = { sender_email: "news@acme.example", sender_name: "Acme" };
    emulator().seed({ senders: [before, before] });
    emulator().faults([{ method: "POST", path: "/senders", times: 9, kind: "reset-before" }]);
    const known = { adopt: false, ignoreChecks: ["sender-conflict"] };
    const props = { email: "news@acme.example", name: "Acme", ...known };
    expect(await rejection(resource().create(props))).to.match(closed);
  });

  it("is recognized in a create and in a refresh if the service spells the name differently", async () => {
    const spelled = { sender_email: "news@acme.example", sender_name: "R&amp;D  News" };
    emulator().patch("senders", "sender-1", spelled);
    const { id, outs } = await resource().create({ email: "news@acme.example", name: "R&D News" });
    expect([id, outs.adopted]).to.deep.equal(["sender-1", true]);
    expect((await resource().read(id, outs)).props?.name).to.equal("R&D News");
  });
});

describe("the name of a sender", () => {
  const problems = (name: string) =>
    senderLifecycle.fields.name.check(name, "name").map(sentenceOf);

  it("may contain printable ASCII characters except <, >, @ and double quotes", () => {
    expect(problems("Acme & Co. (News)")).to.deep.equal([]);
    for (const name of ["a<b", "a>b", "a@b", 'a"b', "a\nb", "a\rb", "Ärzte", "🙂"]) {
      expect(problems(name)).to.deep.equal([
        'name: must contain only printable ASCII characters, without <, >, @ and "',
      ]);
    }
  });
});
