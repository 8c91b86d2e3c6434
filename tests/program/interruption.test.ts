import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import * as dataSource from "../../provider/lifecycle/data-source";
import { onInterrupt } from "../../provider/program/program";
import { failure } from "../support/rejection";

const interruptible = <Value>(wait: (signal: AbortSignal) => Promise<Value>) =>
  dataSource.interruptible(onInterrupt, wait);
const never = () => new Promise<never>(() => undefined);

describe("onInterrupt", () => {
  const heard: string[] = [];
  const listen = (signal: NodeJS.Signals) => void heard.push(signal);
  const killed: unknown[] = [];
  const { kill } = process;
  const listeners = () => [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")];
  let before: number[] = [];

  // Where somebody else listens, the wait leaves the process alive.
  beforeEach("listens to the signals, too", () => {
    heard.length = 0;
    killed.length = 0;
    process.kill = (...given) => {
      killed.push(given);
      return true;
    };
    process.on("SIGINT", listen).on("SIGTERM", listen);
    before = listeners();
  });
  afterEach("listens no more", () => {
    process.off("SIGINT", listen).off("SIGTERM", listen);
    process.kill = kill;
  });

  it("gives what the wait gives, and listens only until then", async () => {
    const waiting = interruptible(async (signal) => {
      expect(signal.aborted).to.equal(false);
      return "verified";
    });
    expect(listeners()).to.deep.equal(before.map((count) => count + 1));
    expect(await waiting).to.equal("verified");
    expect(listeners()).to.deep.equal(before);
  });

  it("hands on why a wait fails, and listens no more", async () => {
    const error = new Error("no answer");
    expect(await failure(interruptible(() => Promise.reject(error)))).to.equal(error);
    expect(listeners()).to.deep.equal(before);
  });

  for (const name of ["SIGINT", "SIGTERM"] as const) {
    it(`ends a wait at ${name} and says so, and leaves the process to who else listens`, async () => {
      const signals: AbortSignal[] = [];
      const waiting = failure(
        interruptible((signal) => {
          signals.push(signal);
          return never();
        }),
      );
      process.emit(name, name);
      expect(listeners()).to.deep.equal(before);
      const error = await waiting;
      expect(error).to.be.instanceOf(EmailMarketingError);
      expect(error).to.include({ code: "timeout", message: "the wait was interrupted." });
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
      expect(heard).to.deep.equal([name]);
      expect(killed).to.deep.equal([]);
    });
  }

  it("calls a wait that fails because of the signal interrupted, too", async () => {
    const waiting = failure(
      interruptible(
        (signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(new Error("the request was cut off")));
          }),
      ),
    );
    process.emit("SIGINT", "SIGINT");
    expect((await waiting).message).to.equal("the wait was interrupted.");
  });

  it("hands the signal to the process where nobody else listens", async () => {
    const others = process.rawListeners("SIGTERM") as NodeJS.SignalsListener[];
    process.removeAllListeners("SIGTERM");
    try {
      const waiting = failure(interruptible(never));
      process.emit("SIGTERM", "SIGTERM");
      expect((await waiting).message).to.equal("the wait was interrupted.");
      expect(killed).to.deep.equal([[process.pid, "SIGTERM"]]);
    } finally {
      for (const other of others) process.on("SIGTERM", other);
    }
  });
});
