import { expect } from "chai";
import { sent, useEmulator } from "../../support/service";
import { currentWayIn } from "../../support/way-in";
import { type KindProvider, providerProcess } from "../provider-process";

const wayIn = currentWayIn();

describe("how many requests senders take", function () {
  const others = Array.from({ length: 250 }, (_, n) => ({
    id: `sender-${n + 1}`,
    sender_email: `s${n + 1}@acme.example`,
    sender_name: "Acme",
  }));
  const seed = { domains: [{ id: "domain-1", domain: "acme.example" }], senders: others };
  const emulator = useEmulator(this, { seed });
  let senders: KindProvider;
  const all = <Result>(work: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 250 }, (_, n) => work(n + 1)));
  const stateOf = (n: number) => ({
    email: `s${n}@acme.example`,
    name: "Acme",
    status: "verified",
    adopted: false,
    domainId: "domain-1",
    account: "loopback",
  });

  beforeEach("starts a process anew", () => {
    emulator().reset();
    senders = providerProcess(emulator(), { wayIn })("Sender");
  });

  it("is one each for 20 creates, a search for the first, the pages of the account and its domains for all", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        senders.create({ email: `new${n}@acme.example`, name: "Acme" }),
      ),
    );
    const requests = sent(emulator().requests());
    expect(requests.filter((one) => one === "POST /senders")).to.have.length(20);
    expect(requests.filter((one) => one === "POST /senders/search")).to.have.length(4);
    expect(requests.filter((one) => one === "POST /domains/search")).to.have.length(1);
    expect(requests).to.have.length(25);
  });

  it("is the pages of the account and one for a refresh of all 250", async () => {
    const read = await all((n) => senders.read(`sender-${n}`, stateOf(n)));
    expect(read.map(({ id }) => id)).to.deep.equal(others.map(({ id }) => id));
    expect(sent(emulator().requests())).to.deep.equal(Array(4).fill("POST /senders/search"));
  });

  it("is the pages of the account, and one more for each that a refresh finds missing", async () => {
    emulator().remove("senders", "sender-7");
    emulator().remove("senders", "sender-77");
    const read = await all((n) => senders.read(`sender-${n}`, stateOf(n)));
    const gone = read.flatMap(({ id }, index) => (id === undefined ? [index + 1] : []));
    expect(gone).to.deep.equal([7, 77]);
    const requests = sent(emulator().requests());
    expect(requests.filter((one) => one === "POST /senders/search")).to.have.length(6);
    expect(requests).to.have.length(7);
  });

  it("is none for the judgement of inputs that did not change", async () => {
    await all(async (n) => {
      const { status, adopted, account, ...props } = stateOf(n);
      await senders.check(props, props);
      await senders.diff(`sender-${n}`, stateOf(n), props);
    });
    expect(emulator().requests()).to.deep.equal([]);
  });
});
