import { expect } from "chai";
import { type UnconfirmedWrite, writeIdempotently } from "../../provider/account/cache";
import { EmailMarketingError, incompleteSearch } from "../../provider/errors/error";
import { createFakeClock } from "../support/clock";

const lost = new EmailMarketingError("network", "the connection broke.", { sent: "maybe" });
const refused = new EmailMarketingError("validation", "the name is taken.");

interface Scenario {
  /** The result of each write. */
  readonly writes: readonly (string | EmailMarketingError)[];
  /** The result of each look-up. The last one also applies to all further look-ups. */
  readonly finds?: readonly (string | undefined | EmailMarketingError)[];
  readonly until?: number;
  readonly repeats?: false;
  /** The duration of each write and each look-up. */
  readonly takesMs?: number;
}

/** Runs one write. Returns its outcome, and each request with its time. */
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
    until: 300_000,
    ...given,
    clock,
  };
  const outcome = await clock.run(
    writeIdempotently(unconfirmed).catch((error: Error) => `failed: ${error.message}`),
  );
  return { outcome, done };
}

const incomplete = incompleteSearch("senders", { rows: 0, total: 260 });
const broke = "failed: the connection broke.";
const taken = "failed: the name is taken.";
const looks = ["look 0", "look 1000", "look 3000", "look 7000", "look 15000"];

/** For each scenario: the outcome, and each request with its time. */
const scenarios: Readonly<Record<string, readonly [Scenario, string, readonly string[]]>> = {
  "sends no look-up if the write succeeds": [{ writes: ["s1"] }, "s1", ["write 0"]],
  "throws the write's error, and sends no look-up, if the service refuses the write": [
    { writes: [refused] },
    taken,
    ["write 0"],
  ],
  "sends no more look-ups after a look-up has found the object": [
    { writes: [lost], finds: [undefined, undefined, "s1"] },
    "s1",
    ["write 0", "look 0", "look 1000", "look 3000"],
  ],
  "is repeated after 15 s if none of five look-ups finds the object": [
    { writes: [lost, "s2"] },
    "s2",
    ["write 0", ...looks, "write 15000"],
  ],
  "is not repeated if the option repeats is false": [
    { writes: [lost, "s2"], repeats: false },
    broke,
    ["write 0", ...looks],
  ],
  "is not repeated if every search for the object is incomplete": [
    { writes: [lost, "s2"], finds: [incomplete] },
    broke,
    ["write 0", ...looks],
  ],
  "is sent again if only the first search was incomplete": [
    { writes: [lost, "s2"], finds: [incomplete, undefined] },
    "s2",
    ["write 0", ...looks, "write 15000"],
  ],
  "starts a look-up later than planned if the previous look-up hasn't ended": [
    { writes: [lost, "s2"], takesMs: 1500 },
    "s2",
    [
      ...["write 0", "look 1500", "look 3000", "look 4500", "look 8500", "look 16500"],
      "write 18000",
    ],
  ],
  "is followed by look-ups again, and not sent a third time, if the second response is lost, too": [
    { writes: [lost, lost] },
    broke,
    [
      ...["write 0", ...looks],
      ...["write 15000", "look 15000", "look 16000", "look 18000", "look 22000", "look 30000"],
    ],
  ],
  "fails with the look-up's error, and is not repeated, if the service refuses the first look-up": [
    { writes: [lost], finds: [refused] },
    taken,
    ["write 0", "look 0"],
  ],
  "fails with the lost response's error if the next look-up would begin after the deadline": [
    { writes: [lost], until: 5000 },
    broke,
    ["write 0", "look 0", "look 1000", "look 3000"],
  ],
  "looks up the object once even if the write ended after the deadline": [
    { writes: [lost], finds: ["s1"], until: 1000, takesMs: 2000 },
    "s1",
    ["write 0", "look 2000"],
  ],
  "is not repeated after the deadline": [
    { writes: [lost, "s2"], until: 15_500, takesMs: 400 },
    broke,
    ["write 0", "look 400", "look 1400", "look 3400", "look 7400", "look 15400"],
  ],
};

describe("a write that looks up its object after a lost response", () => {
  for (const [fact, [scenario, outcome, done]] of Object.entries(scenarios)) {
    it(fact, async () => expect(await run(scenario)).to.deep.equal({ outcome, done }));
  }
});
