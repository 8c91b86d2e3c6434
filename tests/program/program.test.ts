import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import * as program from "../../provider/program/program";
import { keepAlive } from "../../provider/program/sdk";
import { anew } from "./anew";
import { runInline } from "./inline-run";

describe("fail", () => {
  it("fails the program with a sentence and without a stack", async () => {
    const { failures } = await runInline(() => {
      const done = keepAlive();
      program.fail("There is more to do.");
      // Node.js tells of what nobody has handled a moment later.
      setImmediate(done);
    });
    expect(failures).to.have.length(1);
    expect(failures[0]).to.be.instanceOf(EmailMarketingError);
    expect(failures[0]).to.include({ code: "validation", stack: "There is more to do." });
  });
});

describe("expectLateHandling", () => {
  it("listens once, so that Node.js adds no warning", () => {
    const event = "rejectionHandled";
    const { expectLateHandling } = anew("program");
    const before = process.listeners(event);
    expectLateHandling();
    expectLateHandling();
    const added = process.listeners(event).slice(before.length);
    for (const one of added) process.off(event, one);
    expect(added).to.have.length(1);
  });
});
