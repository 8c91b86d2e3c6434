import { expect } from "chai";
import { createRateLimiter, type Permit, type RateLimiter } from "../../provider/client/api-state";
import { createFakeClock, type FakeClock } from "../support/clock";

const never = Number.MAX_SAFE_INTEGER;

describe("the rate limiter", () => {
  let clock: FakeClock;
  let rateLimiter: RateLimiter;

  function begin(most = 50, random = () => 0.99): void {
    clock = createFakeClock();
    rateLimiter = createRateLimiter(most, { clock, random });
  }
  beforeEach("begins", () => begin());

  async function permit(): Promise<Permit> {
    const taken = await clock.run(rateLimiter.acquire(never));
    if (!taken) throw new Error("no permit was granted");
    return taken;
  }

  /** Acquires permits one after the other, and returns the time of each. */
  async function times(count: number): Promise<number[]> {
    const at: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const taken = await permit();
      at.push(clock.now());
      taken.accept();
    }
    return at;
  }

  it("grants ten permits at once, and then twenty permits a second", async () => {
    const at = await times(12);
    expect(at.slice(0, 10)).to.deep.equal(Array.from({ length: 10 }, () => 0));
    expect(at.slice(10)).to.deep.equal([50, 100]);
  });

  it("exceeds the maximum rate by at most 5 % (rounded up) plus one permit in any second", async () => {
    for (const most of [1, 2, 5, 10, 20, 30, 50]) {
      begin(most);
      const at = await times(most * 10);
      const fullest = Math.max(
        ...at.map((from) => at.filter((one) => one >= from && one < from + 1000).length),
      );
      // Allow one more, because a permit that was waited for may fall on the edge of the second.
      expect(fullest, `at a bound of ${most}`).to.be.at.most(most + Math.ceil(most / 20) + 1);
    }
  });

  it("raises the rate to nearly the maximum within two seconds if the service accepts the calls", async () => {
    const at = await times(150);
    expect(rateLimiter.state().perSecond).to.equal(49);
    expect(at.findLast((one) => one < 2500)).to.be.greaterThan(2470);
    expect(at.filter((one) => one >= 2000).length / ((at.at(-1) ?? 0) / 1000 - 2)).to.be.within(
      46,
      50,
    );
  });

  it("grants 1,000 permits within 24 seconds if the maximum rate is 50 a second", async () => {
    expect((await times(1000)).at(-1)).to.be.within(20_000, 24_000);
  });

  it("pauses all calls for as long as the service asks, and then grants only one permit until the call ends", async () => {
    const refused = await permit();
    const other = await permit();
    expect(refused.throttle(7000)).to.equal(7000);
    other.accept();

    const one = rateLimiter.acquire(never);
    const two = rateLimiter.acquire(never);
    const probe = await clock.run(one);
    expect(clock.now()).to.equal(7000);
    await clock.run(clock.sleep(5000));
    expect(rateLimiter.state()).to.include({ inFlight: 1, waiting: 1 });
    probe?.accept();
    await clock.run(two);
    expect(clock.now()).to.equal(12_000);
  });

  it("spaces the calls after a refusal evenly, even if the first call was refused", async () => {
    (await permit()).throttle(1000);
    expect(await times(4)).to.deep.equal([1000, 1050, 1150, 1250]);
  });

  it("grants no permit to a call after the call's deadline, even if a permit is due", async () => {
    await clock.run(clock.sleep(1000));
    expect(await clock.run(rateLimiter.acquire(999))).to.equal(undefined);
  });

  it("grants permits to calls with priority first, and within each group in the order requested", async () => {
    (await permit()).throttle(7000);
    const order: string[] = [];
    const noted = (name: string) => (taken?: Permit) => {
      order.push(name);
      taken?.accept();
    };
    const others = ["one", "two"].map((name) => rateLimiter.acquire(never).then(noted(name)));
    const first = ["three", "four"].map((name) =>
      rateLimiter.acquire(never, "first").then(noted(name)),
    );
    await clock.run(Promise.all([...others, ...first]));
    expect(order).to.deep.equal(["three", "four", "one", "two"]);
  });

  it("treats refusals of concurrent calls as a single refusal with the longest wait", async () => {
    const [one, two] = [await permit(), await permit()];
    one.throttle(1000);
    const { perSecond } = rateLimiter.state();
    expect(two.throttle(4000)).to.equal(4000);
    expect(rateLimiter.state().perSecond).to.equal(perSecond);
    await permit();
    expect(clock.now()).to.equal(4000);
  });

  for (const [what, adviceMs, waits] of [
    [
      "doubles the wait after each refusal, up to 15 s, if the service states no wait",
      undefined,
      [1500, 3000, 6000, 12_000, 15_000, 15_000],
    ],
    [
      "waits longer than the service asks if calls are refused again after the wait",
      1000,
      [1000, 3000, 6000],
    ],
  ] as const) {
    it(what, async () => {
      begin(50, () => 0.5);
      const waited: number[] = [];
      while (waited.length < waits.length) waited.push((await permit()).throttle(adviceMs));
      expect(waited).to.deep.equal(waits);
    });
  }

  it("halves the rate at each pause, down to one call a second", async () => {
    await times(150);
    const rates = [rateLimiter.state().perSecond];
    for (let pauses = 0; pauses < 7; pauses += 1) {
      // The second refusal is of the single call after the pause, so it doesn't halve the rate again.
      (await permit()).throttle(1000);
      (await permit()).throttle(1000);
      await times(100);
      rates.push(rateLimiter.state().perSecond);
    }
    expect(rates).to.deep.equal([49, 24.5, 12.25, 6.125, 3.0625, 1.53125, 1, 1]);
  });

  it("grants a second permit after a pause only if the call with the first permit has ended", async () => {
    const [refused, under] = [await permit(), await permit()];
    refused.throttle(1000);
    under.accept();
    const probe = await permit();
    const waiting = rateLimiter.acquire(2000);
    expect(await clock.run(waiting)).to.equal(undefined);
    // A call that got no response releases its permit.
    const next = rateLimiter.acquire(never);
    probe.release();
    expect(await clock.run(next)).to.not.equal(undefined);
  });

  it("grants permits one by one after a refusal, without a burst", async () => {
    await times(10);
    (await permit()).throttle(1000);
    await clock.run(clock.sleep(10_000));
    const at = await times(3);
    expect(at.map((one) => one - (at[0] ?? 0))).to.deep.equal([0, 50, 150]);
  });

  it("refuses a permit at once if the call's deadline is before the end of the pause", async () => {
    const [one, two] = [await permit(), await permit()];
    one.throttle(10_000);
    const patient = rateLimiter.acquire(20_000);
    two.release();
    expect(await rateLimiter.acquire(9999)).to.equal(undefined);
    expect(clock.now()).to.equal(0);
    await clock.run(patient);
    expect(clock.now()).to.equal(10_000);
  });

  it("refuses a permit to a waiting call at once if a new pause lasts beyond the call's deadline", async () => {
    (await permit()).throttle(1000);
    const probe = await permit();
    const waiting = rateLimiter.acquire(9999);
    probe.throttle(10_000);
    expect(await waiting).to.equal(undefined);
    expect(clock.now()).to.equal(1000);
  });

  it("grants about two permits a second, without a burst, if the maximum rate is lowered to two", async () => {
    rateLimiter.lower(2);
    expect(await times(3)).to.deep.equal([0, 461, 971]);
  });

  it("pauses for the longest wait that any response asked for", async () => {
    const acquire = () => rateLimiter.acquire(60_000);
    const [first, second, third] = [await acquire(), await acquire(), await acquire()];
    first?.pause(3000, 503);
    first?.release();
    second?.pause(1000, 200);
    second?.accept();
    expect(rateLimiter.state()).to.include({ pausedMs: 3000, pausedBy: 200 });
    third?.throttle(1000);
    expect(rateLimiter.state()).to.include({ pausedMs: 3000, pausedBy: 429 });
    await clock.run(rateLimiter.acquire(60_000));
    expect(clock.now()).to.equal(3000);
    expect(rateLimiter.state()).to.not.have.property("pausedBy");
  });
});
