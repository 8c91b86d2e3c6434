import { inspect } from "node:util";
import { expect } from "chai";
import { asInstallationError, EmailMarketingError, withMessage } from "../../provider/errors/error";

describe("EmailMarketingError", () => {
  const error = new EmailMarketingError("validation", "the name is too long.", {
    status: 400,
    method: "POST",
    route: "/senders",
    attempts: 2,
    details: ["name: too long"],
    sent: "maybe",
    cause: "why",
  });

  it("has the fields that programs use to distinguish errors", () => {
    expect(error).to.be.instanceOf(Error);
    expect({ ...error }).to.include({
      name: "EmailMarketingError",
      __pulumiRunError: true,
      code: "validation",
      status: 400,
      method: "POST",
      route: "/senders",
      attempts: 2,
      sent: "maybe",
    });
    expect(error.details).to.deep.equal(["name: too long"]);
    expect(error.cause).to.equal("why");
  });

  it("omits optional fields that the constructor doesn't get", () => {
    const bare = new EmailMarketingError("config", "apiKey is not set.");
    expect(bare).to.not.have.any.keys("status", "method", "route", "attempts", "cause");
    expect(bare.details).to.deep.equal([]);
    expect(bare.sent).to.equal("no");
  });

  it("keeps the original message even if Pulumi sets another message", () => {
    const changed = new EmailMarketingError("config", "apiKey is not set.");
    changed.message = `__provider: ${changed.message}`;
    expect(changed.message).to.equal("apiKey is not set.");
  });

  it("shows no stack frames if Node.js prints the error", () => {
    expect(error.stack).to.equal("the name is too long.");
    expect(inspect(error)).to.not.match(/^[ \t]+at /m);
  });

  it("keeps all fields if an error is copied with another message", () => {
    const other = withMessage(error, 'Sender "news": the name is too long.');
    expect(other.message).to.equal('Sender "news": the name is too long.');
    const { stack, ...facts } = error;
    expect({ ...other }).to.deep.include(facts);
    expect(other.cause).to.equal("why");
  });

  it("is recognized by instanceof across copies of the package in one process", () => {
    const fromAnotherCopy = Object.assign(new Error("elsewhere"), { name: "EmailMarketingError" });
    expect(fromAnotherCopy).to.be.instanceOf(EmailMarketingError);
    expect(new Error("other")).to.not.be.instanceOf(EmailMarketingError);
  });
});

describe("the explanation of errors about missing packages", () => {
  it("leaves an error unchanged if the error is not about a missing package", () => {
    for (const code of [2, "ENOENT", undefined]) {
      const error = Object.assign(new Error("elsewhere"), { code });
      expect(asInstallationError(error)).to.equal(error);
    }
  });
});
