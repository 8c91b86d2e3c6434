import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { createPace, type Pace, type Turn } from "../../provider/client/pace";
import { createFakeClock, type FakeClock } from "../support/fake-clock";
import { bucketLimit, type Limit, makeCalls, seededRandom, windowLimit } from "./limited-service";

const never = Number.MAX_SAFE_INTEGER;

async function turn(pace: Pace, clock: FakeClock, until = never): Promise<Turn> {
  const taken = await clock.run(pace.take(until));
  if (!taken) throw new Error("no turn was given");
  return taken;
}

/** Takes turns one after the other, and gives the time at which each came. */
async function times(pace: Pace, clock: FakeClock, count: number): Promise<number[]> {
  const at: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const taken = await turn(pace, clock);
    at.push(clock.now());
    taken.accept();
  }
  return at;
}

describe("createPace", () => {
  it("gives twenty turns at once, and then twenty a second", async () => {
    const clock = createFakeClock();
    const at = await times(createPace(50, { clock }), clock, 22);
    expect(at.slice(0, 20)).to.deep.equal(Array.from({ length: 20 }, () => 0));
    expect(at.slice(20)).to.deep.equal([50, 100]);
  });

  it("never gives more than its bound in a second, from the first one on", async () => {
    for (const most of [1, 2, 5, 10, 20, 30, 50]) {
      const clock = createFakeClock();
      const at = await times(createPace(most, { clock }), clock, most * 10);
      const fullest = Math.max(
        ...at.map((from) => at.filter((one) => one >= from && one < from + 1000).length),
      );
      // One more where a turn that waited falls on the edge.
      expect(fullest, `at a bound of ${most}`).to.be.at.most(most + Math.ceil(most / 20) + 1);
    }
  });

  it("rises to nearly its bound within two seconds while calls wait", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    const at = await times(pace, clock, 150);
    expect(pace.state().perSecond).to.equal(49);
    expect(at.findLast((one) => one < 2500)).to.be.greaterThan(2470);
    expect(at.filter((one) => one >= 2000).length / ((at.at(-1) ?? 0) / 1000 - 2)).to.be.within(
      46,
      50,
    );
  });

  it("does not rise while nobody waits for a turn", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    for (let call = 0; call < 100; call += 1) {
      const taken = await turn(pace, clock);
      await clock.run(clock.sleep(100));
      taken.accept();
    }
    expect(pace.state().perSecond).to.equal(20);
  });

  it("lets two calls be in flight in the first second, and one more with every eight taken after it", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    await clock.run(clock.sleep(60_000));
    const first = [await turn(pace, clock), await turn(pace, clock)];
    const waiting = Array.from({ length: 20 }, () => pace.take(never));
    await setImmediate();
    expect(pace.state()).to.include({ inFlight: 2, waiting: 20 });

    await clock.run(clock.sleep(1001));
    for (const taken of first) taken.accept();
    for (const next of waiting.slice(0, 6)) (await clock.run(next))?.accept();
    await setImmediate();
    expect(pace.state().inFlight).to.equal(3);
  });

  it("pauses everybody for as long as the service asks, and lets a single call try first", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock, random: () => 0.99 });
    const refused = await turn(pace, clock);
    const other = await turn(pace, clock);
    expect(refused.refuse(7000)).to.equal(7000);
    other.accept();

    const one = pace.take(never);
    const two = pace.take(never);
    const probe = await clock.run(one);
    expect(clock.now()).to.equal(7000);
    await clock.run(clock.sleep(5000));
    expect(pace.state()).to.include({ inFlight: 1, waiting: 1 });
    probe?.accept();
    await clock.run(two);
    expect(clock.now()).to.equal(12_000);
  });

  it("gives the next turns to calls that go first, in the order of asking", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    (await turn(pace, clock)).refuse(7000);
    const order: string[] = [];
    const noted = (name: string) => (taken?: Turn) => {
      order.push(name);
      taken?.accept();
    };
    const others = ["one", "two"].map((name) => pace.take(never).then(noted(name)));
    const first = ["three", "four"].map((name) => pace.take(never, "first").then(noted(name)));
    await clock.run(Promise.all([...others, ...first]));
    expect(order).to.deep.equal(["three", "four", "one", "two"]);
  });

  it("takes the refusals of calls that were under way together as one, and the longest wait of them", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    const [one, two] = [await turn(pace, clock), await turn(pace, clock)];
    one.refuse(1000);
    const { perSecond } = pace.state();
    expect(two.refuse(4000)).to.equal(4000);
    expect(pace.state().perSecond).to.equal(perSecond);
    await turn(pace, clock);
    expect(clock.now()).to.equal(4000);
  });

  it("waits with full jitter, ever longer, when the service gives no advice", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock, random: () => 0.5 });
    const waits: number[] = [];
    for (let refusal = 0; refusal < 6; refusal += 1) {
      waits.push((await turn(pace, clock)).refuse());
    }
    expect(waits).to.deep.equal([1500, 3000, 6000, 12_000, 15_000, 15_000]);
  });

  it("does not hammer a service that asks for no wait at all", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock, random: () => 0.5 });
    expect((await turn(pace, clock)).refuse(0)).to.equal(1500);
    expect((await turn(pace, clock)).refuse(0)).to.equal(3000);
  });

  it("waits longer than the service asks when its advice did not help", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock, random: () => 0.5 });
    const waits: number[] = [];
    for (let refusal = 0; refusal < 3; refusal += 1) {
      waits.push((await turn(pace, clock)).refuse(1000));
    }
    expect(waits).to.deep.equal([1000, 3000, 6000]);
  });

  it("falls to eight tenths of what was taken at once before a refusal", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    await times(pace, clock, 10);
    (await turn(pace, clock)).refuse(1000);
    expect(pace.state().perSecond).to.equal(8);
  });

  it("falls less deep when hardly anything was taken before: the limit was used up by somebody else", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    (await turn(pace, clock)).refuse(1000);
    expect(pace.state().perSecond).to.equal(4);
  });

  it("never falls below one a second", async () => {
    const clock = createFakeClock();
    const pace = createPace(2, { clock });
    for (let refusal = 0; refusal < 5; refusal += 1) {
      (await turn(pace, clock)).refuse(1000);
      (await turn(pace, clock)).accept();
    }
    expect(pace.state().perSecond).to.be.within(1, 1.01);
  });

  it("takes what was taken over a while for what the service had saved up, and what the while brought", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    for (let call = 0; call < 16; call += 1) {
      (await turn(pace, clock)).accept();
      if (call < 15) await clock.run(clock.sleep(40));
    }
    // Sixteen in 0.6 s: ten a second, of which ten were saved up.
    (await turn(pace, clock)).refuse(1000);
    expect(pace.state().perSecond).to.equal(8);
  });

  it("spaces the turns after a refusal", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    await times(pace, clock, 10);
    (await turn(pace, clock)).refuse(1000);
    await clock.run(clock.sleep(10_000));
    const at = await times(pace, clock, 3);
    expect(at.map((one) => one - (at[0] ?? 0))).to.deep.equal([0, 75, 200]);
  });

  it("gives a call up at once when the pause goes beyond its deadline, and no other", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    const [one, two] = [await turn(pace, clock), await turn(pace, clock)];
    const patient = pace.take(20_000);
    one.refuse(10_000);
    two.release();
    expect(await pace.take(9999)).to.equal(undefined);
    expect(clock.now()).to.equal(0);
    await clock.run(patient);
    expect(clock.now()).to.equal(10_000);
  });

  it("gives up a call that waits already when a refusal comes with a pause beyond its deadline", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    const [one] = [await turn(pace, clock), await turn(pace, clock)];
    const waiting = pace.take(9999);
    one.refuse(10_000);
    expect(await waiting).to.equal(undefined);
    expect(clock.now()).to.equal(0);
  });

  it("gives up a call whose deadline passes while calls that hang keep its turn from it", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    await turn(pace, clock);
    await turn(pace, clock);
    expect(await clock.run(pace.take(3000))).to.equal(undefined);
    expect(clock.now()).to.be.within(3000, 3001);
  });

  it("gives the turn of a call that was lost to the next one", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    const [one] = [await turn(pace, clock), await turn(pace, clock)];
    const waiting = pace.take(never);
    one.release();
    expect(await waiting).to.not.equal(undefined);
    expect(pace.state()).to.deep.equal({ perSecond: 20, pausedMs: 0, inFlight: 2, waiting: 0 });
  });

  it("keeps the order of asking", async () => {
    const clock = createFakeClock();
    const pace = createPace(1, { clock });
    const order: number[] = [];
    const calls = [0, 1, 2, 3].map(async (call) => {
      const taken = await pace.take(never);
      order.push(call);
      taken?.accept();
    });
    await clock.run(Promise.all(calls));
    expect(order).to.deep.equal([0, 1, 2, 3]);
  });
});

interface Simulated {
  readonly limit: () => Limit;
  readonly calls: number;
  /** Provider processes that start one after the other, so long apart. */
  readonly startsMs?: readonly number[];
  readonly latencyMs?: number;
  readonly retryAfterMs?: number;
  /** What a caller does between two calls. */
  readonly pauseMs?: number;
}

/** Twenty runs that differ by chance only; the slowest and the most refused of them. */
async function simulate({ limit, calls, startsMs = [0], ...given }: Simulated) {
  const { latencyMs = 5, pauseMs = 0, ...advice } = given;
  const refusedPercents: number[] = [];
  let seconds = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const clock = createFakeClock();
    const random = seededRandom(seed);
    const jittered = () => latencyMs * (0.7 + 0.6 * random());
    const between = () => pauseMs * (0.5 + random());
    const load = {
      clock,
      limit: limit(),
      calls,
      concurrency: 8,
      latencyMs: jittered,
      pauseMs: between,
      ...advice,
    };
    const seen = { sent: 0, refused: 0 };
    const processes = startsMs.map(async (startMs) => {
      await clock.sleep(startMs);
      await makeCalls(load, createPace(50, { clock, random }), seen);
    });
    await clock.run(Promise.all(processes));
    expect(seen.sent - seen.refused).to.equal(calls * startsMs.length);
    refusedPercents.push((seen.refused / seen.sent) * 100);
    seconds = Math.max(seconds, clock.now() / 1000);
  }
  return { refusedPercent: Math.max(...refusedPercents), seconds };
}

describe("createPace, simulated against a limit that it does not know", function () {
  this.timeout(60_000);

  for (const penaltyMs of [0, 1000, 5000, 10_000]) {
    const after = `with ${penaltyMs / 1000} s of penalty`;
    it(`gets 300 calls through 10 a second ${after}: at most 2 % are refused`, async () => {
      const limit = () => bucketLimit({ perSecond: 10, penaltyMs });
      const { refusedPercent } = await simulate({ limit, calls: 300 });
      expect(refusedPercent).to.be.at.most(2);
    });

    it(`gets 300 calls of slower callers through ${after}: at most 2 %`, async () => {
      const limit = () => bucketLimit({ perSecond: 10, penaltyMs });
      const { refusedPercent } = await simulate({
        limit,
        calls: 300,
        pauseMs: 350,
        latencyMs: 30,
      });
      expect(refusedPercent).to.be.at.most(2);
    });

    it(`gets 300 calls of each of two processes through 10 a second ${after}: at most 5 %`, async () => {
      const limit = () => bucketLimit({ perSecond: 10, penaltyMs });
      for (const startsMs of [
        [0, 0],
        [0, 7000],
      ]) {
        const { refusedPercent } = await simulate({ limit, calls: 300, startsMs });
        expect(refusedPercent, `starting at ${startsMs} ms`).to.be.at.most(5);
      }
    });
  }

  it("is refused hardly more than once where the service says how long to wait", async () => {
    const limit = () => bucketLimit({ perSecond: 10, penaltyMs: 5000 });
    const { refusedPercent } = await simulate({ limit, calls: 300, retryAfterMs: 5000 });
    expect(refusedPercent).to.be.at.most(1);
  });

  it("uses most of a low limit", async () => {
    const limit = () => bucketLimit({ perSecond: 10 });
    const { seconds } = await simulate({ limit, calls: 300 });
    expect(seconds).to.be.at.most(38);
  });

  it("gets 1,000 calls through 50 a second in 21 s without a refusal", async () => {
    const limit = () => bucketLimit({ perSecond: 50, penaltyMs: 5000 });
    const { seconds, refusedPercent } = await simulate({ limit, calls: 1000 });
    expect(seconds).to.be.at.most(21);
    expect(refusedPercent).to.equal(0);
  });

  it("gets them through as well where the service counts the calls of any second", async () => {
    const limit = () => windowLimit({ perSecond: 50, penaltyMs: 5000 });
    const { seconds, refusedPercent } = await simulate({ limit, calls: 1000, latencyMs: 20 });
    expect(seconds).to.be.at.most(21);
    expect(refusedPercent).to.equal(0);
  });

  it("makes 1,000 calls at full pace in 21 s where nothing is limited", async () => {
    const { seconds } = await simulate({ limit: () => () => true, calls: 1000, latencyMs: 50 });
    expect(seconds).to.be.at.most(21);
  });
});
