import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import { interruptible } from "../../provider/lifecycle/data-source";
import { currentRun, fail, onInterrupt } from "../../provider/program/program";
import { keepAlive } from "../../provider/program/sdk";
import { failure } from "../support/rejection";
import { anew } from "./anew";
import { runInline, within } from "./inline-run";

describe("the error of a failed program", () => {
  it("has only the message as the stack", async () => {
    const { failures } = await runInline(() => {
      const done = keepAlive();
      fail("There is more to do.");
      // Node.js reports an unhandled rejection a moment later.
      setImmediate(done);
    });
    expect(failures).to.have.length(1);
    expect(failures[0]).to.be.instanceOf(EmailMarketingError);
    expect(failures[0]).to.include({
      code: "validation",
      stack: "There is more to do. [validation]",
    });
  });
});

describe("expectLateHandling", () => {
  it("adds only one listener even if two callers need the listener", () => {
    const event = "rejectionHandled";
    const { expectLateHandling } = anew();
    const before = process.listeners(event);
    expectLateHandling();
    expectLateHandling();
    const added = process.listeners(event).slice(before.length);
    for (const one of added) process.off(event, one);
    expect(added).to.have.length(1);
  });
});

const waitFor = <Value>(wait: (signal: AbortSignal) => Promise<Value>) =>
  interruptible(onInterrupt, wait);
const never = () => new Promise<never>(() => undefined);

describe("a wait that SIGINT or SIGTERM can interrupt", () => {
  const heard: string[] = [];
  const listen = (signal: NodeJS.Signals) => void heard.push(signal);
  const killed: unknown[] = [];
  const { kill } = process;
  const listeners = () => [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")];
  let before: number[] = [];

  // If there are other listeners, the wait doesn't end the process.
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

  it("returns its result, and listens to signals only during the wait", async () => {
    const waiting = waitFor(async (signal) => {
      expect(signal.aborted).to.equal(false);
      return "verified";
    });
    expect(listeners()).to.deep.equal(before.map((count) => count + 1));
    expect(await waiting).to.equal("verified");
    expect(listeners()).to.deep.equal(before);
  });

  it("throws its error, and then stops listening to signals", async () => {
    const error = new Error("no answer");
    expect(await failure(waitFor(() => Promise.reject(error)))).to.equal(error);
    expect(listeners()).to.deep.equal(before);
  });

  for (const name of ["SIGINT", "SIGTERM"] as const) {
    it(`fails at ${name}, and doesn't end the process if other listeners handle the signal`, async () => {
      const signals: AbortSignal[] = [];
      const waiting = failure(
        waitFor((signal) => {
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

  it("reports the interruption, not the request's error, if the signal makes the request fail", async () => {
    const waiting = failure(
      waitFor(
        (signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(new Error("the request was cut off")));
          }),
      ),
    );
    process.emit("SIGINT", "SIGINT");
    expect((await waiting).message).to.equal("the wait was interrupted.");
  });

  it("ends the process on SIGTERM if no other listener handles the signal", async () => {
    const others = process.rawListeners("SIGTERM") as NodeJS.SignalsListener[];
    process.removeAllListeners("SIGTERM");
    try {
      const waiting = failure(waitFor(never));
      process.emit("SIGTERM", "SIGTERM");
      expect((await waiting).message).to.equal("the wait was interrupted.");
      expect(killed).to.deep.equal([[process.pid, "SIGTERM"]]);
    } finally {
      for (const other of others) process.on("SIGTERM", other);
    }
  });
});

// Defers modules that the SDK loads to serialize functions, which take half of its start time.
const firstModule = join(__dirname, "..", "support", "program-process.cjs");
const ofProgram = join(__dirname, "..", "..", "provider", "dist", "program", "program");

/** The exit status and the error output of a process that runs these statements. */
function ended(statements: string): Promise<readonly [status: number, said: string]> {
  const script = `
const { beforeProgramEnds } = require(${JSON.stringify(ofProgram)});
const never = new Promise(() => {});
const later = new Promise((resolve) => setTimeout(resolve, 10));
process.on("unhandledRejection", ({ message }) => console.log(message));
${statements}`;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--require", firstModule, "--eval", script],
      (_error, stdout, stderr) => resolve([child.exitCode ?? -1, (stdout + stderr).trim()]),
    );
  });
}

describe("a program that registers steps with beforeProgramEnds", () => {
  for (const [what, statements, ...outcome] of [
    ["one step that never ends", 'beforeProgramEnds("A.", never);', 1, "A. [validation]"],
    [
      "several steps that never end",
      '["A.", "B.", "A."].map((one) => beforeProgramEnds(one, never));',
      1,
      "A. [validation]\nB. [validation]",
    ],
    [
      "one step that ends and one that never ends",
      'beforeProgramEnds("A.", later); beforeProgramEnds("B.", never);',
      1,
      "B. [validation]",
    ],
    [
      "an exit status and a step that never ends",
      'process.exitCode = 3; beforeProgramEnds("A.", never);',
      3,
      "A. [validation]",
    ],
    ["a step that ends", 'beforeProgramEnds("A.", later);', 0, ""],
    [
      "a failed step whose error the program catches",
      'beforeProgramEnds("A.", Promise.reject(new Error())).catch(() => {});',
      0,
      "",
    ],
    [
      "a call of process.exit(0)",
      'beforeProgramEnds("A.", never); setTimeout(() => process.exit(0), 10);',
      0,
      "",
    ],
    ["no steps", "", 0, ""],
    [
      "already shown an error",
      'require("@pulumi/pulumi").log.error("No."); beforeProgramEnds("A.", never);',
      32,
      "error: [runtime] No.",
    ],
    [
      "lost its engine",
      'require("@pulumi/pulumi").runtime.terminateRpcs(); beforeProgramEnds("A.", never);',
      32,
      "",
    ],
  ] as const) {
    it(`exits with status ${outcome[0]} if the program has ${what}`, async () => {
      expect(await ended(statements)).to.deep.equal(outcome);
    });
  }
});

describe("currentRun", () => {
  it("returns the same object only if the calls are in the same run", async () => {
    const two = () => [currentRun(), currentRun()];
    const [first, again] = await within(two);
    const [second] = await within(two);
    const [none, noneAgain] = two();
    expect(first).to.equal(again);
    expect(first).to.not.equal(second);
    expect(none).to.equal(noneAgain);
    expect(none).to.not.equal(first);
  });
});
