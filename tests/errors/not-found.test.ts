import { expect } from "chai";
import { EmailMarketingError, isNotFound, unlessNotFound } from "../../provider/errors/error";
import { failure } from "../support/rejection";

const missing = new EmailMarketingError("not-found", "there is no such list.");
const refused = new EmailMarketingError("validation", "the name is too long.");
const foreign = Object.assign(new Error("not ours"), { code: "not-found" });

describe("isNotFound", () => {
  it("knows the package's own error by its code, and no other", () => {
    expect(isNotFound(missing)).to.equal(true);
    expect(isNotFound(missing.reworded("another sentence"))).to.equal(true);
    for (const other of [refused, foreign, "not-found", undefined]) {
      expect(isNotFound(other)).to.equal(false);
    }
  });
});

describe("unlessNotFound", () => {
  it("gives what was found, and undefined for what the service does not have", async () => {
    expect(await unlessNotFound(Promise.resolve("found"))).to.equal("found");
    expect(await unlessNotFound(Promise.reject(missing))).to.equal(undefined);
  });

  it("hands every other error on", async () => {
    for (const other of [refused, foreign]) {
      expect(await failure(unlessNotFound(Promise.reject(other)))).to.equal(other);
    }
  });
});
