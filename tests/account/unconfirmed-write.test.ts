import { expect } from "chai";
import { type UnconfirmedWrite, writeOnce } from "../../provider/account/unconfirmed-write";
import { EmailMarketingError } from "../../provider/errors/error";
import { incompleteSearch } from "../../provider/errors/request-error";
import { createFakeClock } from "../support/fake-clock";

const lost = new EmailMarketingError("network", "the connection broke.", { sent: "maybe" });
const refused = new EmailMarketingError("validation", "the name is taken.");

interface Scenario {
  /** How each write ends. */
  readonly writes: readonly (string | EmailMarketingError)[];
  /** What each look-up finds; the last one for ever. */
  readonly finds?: readonly (string | undefined | EmailMarketingError)[];
  readonly deadlineMs?: number;
  readonly repeats?: false;
  /** How long one write and one look-up take. */
  readonly takesMs?: number;
}

/** Runs one unconfirmed write; what was done when, and how it ended. */
async function run({ writes, finds = [undefined], takesMs = 0, ...given }: Scenario) {
  const clock = createFakeClock();
  const done: string[] = [];
  let wrote = 0;
  let looked = 0;
  const ended = async <Value>(what: string, outcome: Value | EmailMarketingError) => {
    done.push(`${what} ${clock.now()}`);
    await clock.sleep(takesMs);
    if (outcome instanceof EmailMarketingError) throw outcome;
    return outcome;
  };
  const unconfirmed: UnconfirmedWrite<string> = {
    write: () => {
      wrote += 1;
      return ended("write", writes[wrote - 1] ?? "one write too many");
    },
    lookUp: () => {
      looked += 1;
      return ended("look", finds[Math.min(looked, finds.length) - 1]);
    },
    deadlineMs: 300_000,
    ...given,
    clock,
  };
  const outcome = await clock.run(
    writeOnce(unconfirmed).catch((error: Error) => `failed: ${error.message}`),
  );
  return { outcome, done };
}

describe("writeOnce", () => {
  it("looks nothing up after a write that succeeds", async () => {
    const { outcome, done } = await run({ writes: ["s1"] });
    expect(outcome).to.equal("s1");
    expect(done).to.deep.equal(["write 0"]);
  });

  it("hands a failure on that leaves no doubt", async () => {
    const { outcome, done } = await run({ writes: [refused] });
    expect(outcome).to.equal("failed: the name is taken.");
    expect(done).to.deep.equal(["write 0"]);
  });

  it("takes what the first look finds", async () => {
    const { outcome, done } = await run({ writes: [lost], finds: ["s1"] });
    expect(outcome).to.equal("s1");
    expect(done).to.deep.equal(["write 0", "look 0"]);
  });

  it("looks after 0, 1, 3, 7 and 15 s, and writes once more only when all miss", async () => {
    const { outcome, done } = await run({ writes: [lost, "s2"] });
    expect(outcome).to.equal("s2");
    expect(done).to.deep.equal([
      "write 0",
      "look 0",
      "look 1000",
      "look 3000",
      "look 7000",
      "look 15000",
      "write 15000",
    ]);
  });

  it("never writes again what must not be written twice", async () => {
    const { outcome, done } = await run({ writes: [lost, "s2"], repeats: false });
    expect(outcome).to.equal("failed: the connection broke.");
    expect(done.at(-1)).to.equal("look 15000");
  });

  it("stops looking as soon as it is found", async () => {
    const { outcome, done } = await run({ writes: [lost], finds: [undefined, undefined, "s1"] });
    expect(outcome).to.equal("s1");
    expect(done.at(-1)).to.equal("look 3000");
  });

  it("never writes again on the word of a search that lacks rows", async () => {
    const incomplete = incompleteSearch("senders", { rows: 0, total: 260 });
    const { outcome, done } = await run({ writes: [lost, "s2"], finds: [incomplete] });
    expect(outcome).to.equal("failed: the connection broke.");
    expect(done.at(-1)).to.equal("look 15000");
    const later = await run({ writes: [lost, "s2"], finds: [incomplete, undefined] });
    expect(later.outcome).to.equal("s2");
  });

  it("counts the moments from the failure, however long a look takes", async () => {
    const { done } = await run({ writes: [lost, "s2"], takesMs: 1500 });
    expect(done).to.deep.equal([
      "write 0",
      "look 1500",
      "look 3000",
      "look 4500",
      "look 8500",
      "look 16500",
      "write 18000",
    ]);
  });

  it("looks again after a second loss, and never writes a third time", async () => {
    const { outcome, done } = await run({ writes: [lost, lost] });
    expect(outcome).to.equal("failed: the connection broke.");
    expect(done.filter((one) => one.startsWith("write"))).to.have.length(2);
    expect(done.filter((one) => one.startsWith("look"))).to.have.length(10);
  });

  it("fails with the doubt, and writes no more, when a look fails", async () => {
    const { outcome, done } = await run({ writes: [lost], finds: [refused] });
    expect(outcome).to.equal("failed: the name is taken.");
    expect(done).to.deep.equal(["write 0", "look 0"]);
  });

  it("ends at its deadline, which bounds the looks and the second write too", async () => {
    const { outcome, done } = await run({ writes: [lost], deadlineMs: 5000 });
    expect(outcome).to.equal("failed: the connection broke.");
    expect(done).to.deep.equal(["write 0", "look 0", "look 1000", "look 3000"]);
  });

  it("looks once even when the write alone took all the time", async () => {
    const { outcome, done } = await run({
      writes: [lost],
      finds: ["s1"],
      deadlineMs: 1000,
      takesMs: 2000,
    });
    expect(outcome).to.equal("s1");
    expect(done).to.deep.equal(["write 0", "look 2000"]);
  });

  it("does not write again after the deadline", async () => {
    const { outcome, done } = await run({ writes: [lost, "s2"], deadlineMs: 15_500, takesMs: 400 });
    expect(outcome).to.equal("failed: the connection broke.");
    expect(done.filter((one) => one.startsWith("write"))).to.have.length(1);
  });
});
